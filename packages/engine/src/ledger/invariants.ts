/**
 * Invariants of a whole state: `assertInvariants` recounts everything. It runs in tests, in `verify` and in other places
 * where time allows; the checks after every command are in `state.ts`.
 */
import { hasScope } from '../keys/account-keys.ts';
import { HEARTBEAT_TIMEOUT_MS, KEYS_PER_ACCOUNT_MAX } from '../limits.ts';
import { awaitsClose, type CatalogEvent, type Market } from '../market/market.ts';
import type { OpenOrder } from '../orders/open-orders.ts';
import { accountOf, assertMarket, assertTotals, marketOf, type State, walletOf } from '../state.ts';
import { assert, costRoundedUp } from '../units/units.ts';
import { assertResults } from './result-invariants.ts';
import { isReservedAddress, type Wallet } from './wallet.ts';

/** Recounts wallets, positions, holds, supplies and books. O(size of the state). */
export function assertInvariants(state: Readonly<State>): void {
  assertTotals(state);
  assert(state.pending === null, 'an order is unfinished');
  const sums = { free: 0, held: 0 };
  const supplies = state.markets.map((market) => [0, market.vault]);
  for (const wallet of state.wallets) {
    sums.free += wallet.free;
    sums.held += wallet.held;
    assertOwner(state, wallet);
    for (const [id, { free, held }] of wallet.positions) {
      assert(marketOf(state, id).holders.has(wallet.id), `market ${id} does not list holder ${wallet.id}`);
      assert(free[0] + free[1] + held[0] + held[1] > 0, `wallet ${wallet.id} keeps an empty position`);
      const supply = supplies[id] as number[];
      supply[0] = (supply[0] as number) + free[0] + held[0];
      supply[1] = (supply[1] as number) + free[1] + held[1];
    }
  }
  assertApiKeys(state);
  for (const market of state.markets) {
    const [first, second] = supplies[market.id] as [number, number];
    assert(first === market.supply[0] && second === market.supply[1], `market ${market.id} miscounts its supply`);
    assertMarket(market);
  }
  const { totals } = state;
  assert(sums.free === totals.free && sums.held === totals.held, 'wallets do not add up to the totals');
  const backing = totalLocked(state.markets) - totalAdvanced(state.catalogEvents.values());
  assert(backing === BigInt(totals.backing), 'markets do not add up to the totals');
  const { deposits, withdrawals, collateral } = totals;
  assert(deposits - withdrawals === BigInt(collateral), 'deposits and withdrawals are not what is in the venue');
  assertHolds(state);
  assertKeys(state);
  assertHeartbeats(state);
  assertClosings(state);
  assertResults(state);
}

/**
 * Checks that every market with a future end of trading is queued, and that every ended one is empty or being emptied.
 */
function assertClosings(state: Readonly<State>): void {
  assert(
    state.closings.size === state.markets.filter(awaitsClose).length,
    'closing times are not those of the markets',
  );
  assert(
    state.asking.openings.size === state.markets.filter(({ openTimeMs }) => openTimeMs !== null).length,
    'opening times are not those of the markets',
  );
  for (const { id, status, tradingEnded, book } of state.markets) {
    const hasRest = status === 'open' && tradingEnded && (book?.count ?? 0) > 0;
    assert(
      state.draining.has(id) === hasRest,
      `market ${id} has ended and is not being emptied, or the other way round`,
    );
  }
}

/** Checks that a wallet is found by its address, and is borrowed only if its account cannot prove ownership. */
function assertOwner(state: Readonly<State>, { id, address, account, borrowed }: Wallet): void {
  assert(state.walletsByAddress.get(address) === id, `wallet ${id} is not found by its address`);
  const { address: own, depositWallet } = accountOf(state, account);
  const isOwn = address === own || address === depositWallet || isReservedAddress(address);
  assert(!(borrowed && isOwn), `wallet ${id} is borrowed from its own account`);
}

/** Checks that open orders hold exactly the amounts recorded in wallets, and enough for their possible payments. */
function assertHolds(state: Readonly<State>): void {
  const collateral = new Map<number, number>();
  const shares = new Map<string, number>();
  const counts = new Map<string, number>();
  for (const order of state.openOrders.values()) {
    assert(order.remaining > 0, `order ${order.number} rests with nothing left`);
    const counted = order.side === 'BUY' ? `${order.wallet}` : `${order.wallet}/${order.market}/${order.outcome}`;
    counts.set(counted, (counts.get(counted) ?? 0) + 1);
    if (order.side === 'BUY') {
      assert(order.held >= costRoundedUp(order.price, order.remaining), `order ${order.number} holds too little`);
      collateral.set(order.wallet, (collateral.get(order.wallet) ?? 0) + order.held);
    } else {
      assert(order.held === order.remaining, `order ${order.number} holds other than its shares`);
      const key = `${order.wallet}/${order.market}/${order.outcome}`;
      shares.set(key, (shares.get(key) ?? 0) + order.held);
    }
    assert(isOfAccount(state, order), `order ${order.number} is of a foreign wallet`);
  }
  for (const wallet of state.wallets) {
    assert(wallet.held === (collateral.get(wallet.id) ?? 0), `wallet ${wallet.id} holds other than its orders`);
    assert(wallet.buys === (counts.get(`${wallet.id}`) ?? 0), `wallet ${wallet.id} miscounts its BUY orders`);
    for (const [market, { held, sells }] of wallet.positions) {
      for (const outcome of [0, 1] as const) {
        const key = `${wallet.id}/${market}/${outcome}`;
        assert((sells?.[outcome] ?? 0) === (counts.get(key) ?? 0), `wallet ${wallet.id} miscounts its SELL orders`);
        const expected = shares.get(key) ?? 0;
        assert(
          held[outcome] === expected,
          `wallet ${wallet.id} holds other shares of market ${market} than its orders`,
        );
      }
    }
  }
}

/** True if the order's account owns its wallet, or is a valid key of it. */
function isOfAccount(state: Readonly<State>, { account, wallet }: OpenOrder): boolean {
  if (walletOf(state, wallet).account === account) return true;
  const key = state.keys.find(wallet, accountOf(state, account).address);
  return key !== null && !key.ended && hasScope(key);
}

/** Checks that keys belong to wallets that their accounts own, and that no account has too many. */
function assertKeys(state: Readonly<State>): void {
  let queued = Number.POSITIVE_INFINITY;
  for (const { wallet: id, key, ended, expiration } of state.keys.values()) {
    const wallet = walletOf(state, id);
    const owner = accountOf(state, wallet.account);
    assert(!wallet.borrowed && owner.address !== key, `key ${key} is of a wallet ${id} that cannot have it`);
    assert(state.keys.find(id, key) !== null, `key ${key} of wallet ${id} is not found`);
    assert(state.keys.countOf(owner.wallets) <= KEYS_PER_ACCOUNT_MAX, `account ${owner.id} has too many keys`);
    if (!ended) queued = Math.min(queued, expiration);
  }
  assert((state.keys.ends.next() ?? Number.POSITIVE_INFINITY) === queued, 'ends of keys are not queued');
}

function assertApiKeys(state: Readonly<State>): void {
  let valid = 0;
  for (const { apiKey, account, revoked } of state.apiKeys.values()) {
    assert(accountOf(state, account).apiKeys.has(apiKey) === !revoked, `API key ${apiKey} is miscounted`);
    valid += revoked ? 0 : 1;
  }
  const listed = state.accounts.reduce((sum, { apiKeys }) => sum + apiKeys.size, 0);
  assert(listed === valid, 'valid API keys by account are miscounted');
}

/** Checks heartbeats and the lists of orders by key. */
function assertHeartbeats(state: Readonly<State>): void {
  const { heartbeats, timeMs } = state;
  let armed = 0;
  let deadlineMs = 0;
  for (const key of heartbeats.armed()) {
    armed++;
    assert(key.deadlineMs >= deadlineMs, `API key ${key.apiKey} is out of turn`);
    deadlineMs = key.deadlineMs;
    assert(deadlineMs <= timeMs + HEARTBEAT_TIMEOUT_MS, `API key ${key.apiKey} has too long a period`);
    const issued = state.apiKeys.get(key.apiKey);
    assert(issued?.account === key.account && !issued.revoked, `API key ${key.apiKey} is armed but not valid`);
  }
  assert(armed === heartbeats.size, 'armed keys are miscounted');
  for (const { apiKey, ordersBefore } of heartbeats.sweeps()) {
    assert(ordersBefore <= state.nextOrderNumber, `API key ${apiKey} missed a beat for orders to come`);
  }
  let listed = 0;
  let previous: { readonly apiKey: string; readonly number: number } | null = null;
  for (const [apiKey, order] of state.keyOrders.entries()) {
    assert(state.openOrders.get(order.number) === order, `order ${order.number} of key ${apiKey} is not open`);
    assert(order.apiKey === apiKey, `order ${order.number} is listed under another key`);
    assert(previous?.apiKey !== apiKey || previous.number < order.number, `order ${order.number} is out of turn`);
    previous = order;
    listed++;
  }
  assert(listed === state.openOrders.size, 'open orders by key are miscounted');
}

/** Collateral locked under outstanding pairs of all markets, in micros. O(markets). */
export function totalLocked(markets: readonly Readonly<Market>[]): bigint {
  return markets.reduce((sum, { locked }) => sum + BigInt(locked), 0n);
}

/** Collateral that negative-risk conversions paid out ahead of resolution, in micros. O(events). */
export function totalAdvanced(catalogEvents: Iterable<Readonly<CatalogEvent>>): bigint {
  let sum = 0n;
  for (const { advanced } of catalogEvents) sum += advanced;
  return sum;
}
