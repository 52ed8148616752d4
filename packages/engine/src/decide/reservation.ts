/**
 * Details for refusals because of missing funds: the free amount, and the open orders that hold the rest. Computed only
 * for a refusal, at a cost that does not grow with the number of the account's orders.
 */
import type { Wallet } from '../ledger/wallet.ts';
import { ORDERS_LOOKED_AT_PER_REFUSAL_MAX, ORDERS_PER_REFUSAL_MAX } from '../limits.ts';
import type { OpenOrder } from '../orders/open-orders.ts';
import { type Reject, type Reservation, type ReservingOrder, reject } from '../reject.ts';
import { accountOf, marketOf, type State } from '../state.ts';
import { type AccountId, addMicros, type MarketId, type Micros, type Outcome, ZERO_MICROS } from '../units/units.ts';

/** The cost of a BUY or a split; a fee of null is known only after the order has matched. */
export type Terms = { readonly cost: Micros; readonly fee: Micros | null };

/**
 * Refuses because the collateral of all `wallets` together is insufficient. Names orders of `account` alone. An account
 * in debt has none at all.
 */
export function insufficientBalance(
  state: Readonly<State>,
  account: AccountId,
  wallets: readonly Wallet[],
  { cost, fee }: Terms,
): Reject {
  const debt = wallets[0] === undefined ? 0 : accountOf(state, wallets[0].account).debt;
  if (debt > 0 && wallets.every((wallet) => wallet.free <= 0)) return reject('account_in_debt', { debt });
  const held = wallets.reduce((sum, wallet) => addMicros(sum, wallet.held), ZERO_MICROS);
  const free = wallets.reduce((sum, wallet) => addMicros(sum, wallet.free), ZERO_MICROS);
  const ids = new Set(wallets.map(({ id }) => id));
  const reservation: Reservation = {
    wallets: wallets.map(({ address }) => address),
    token: null,
    free,
    held,
    count: wallets.reduce((sum, wallet) => sum + wallet.buys, 0),
    largest: held === 0 ? [] : largest(state, account, ({ side, wallet }) => side === 'BUY' && ids.has(wallet)),
  };
  const needed = addMicros(cost, fee ?? ZERO_MICROS);
  const details = { balance: free, needed, cost, ...(fee !== null && { fee }) };
  return { ...reject('insufficient_balance', details), reservation };
}

/** Refuses because the shares of one outcome are insufficient. */
export function insufficientPosition(
  state: Readonly<State>,
  account: AccountId,
  wallet: Wallet,
  market: MarketId,
  outcome: Outcome,
  needed: Micros,
): Reject {
  const position = wallet.positions.get(market);
  const { conditionId, tokenIds } = marketOf(state, market);
  const free = position?.free[outcome] ?? ZERO_MICROS;
  const held = position?.held[outcome] ?? ZERO_MICROS;
  const isReserving = (order: OpenOrder): boolean =>
    order.side === 'SELL' && order.market === market && order.outcome === outcome && order.wallet === wallet.id;
  const reservation: Reservation = {
    wallets: [wallet.address],
    token: { conditionId, tokenId: tokenIds[outcome] },
    free,
    held,
    count: position?.sells?.[outcome] ?? 0,
    largest: held === 0 ? [] : largest(state, account, isReserving),
  };
  return { ...reject('insufficient_position', { balance: free, needed }), reservation };
}

/** The largest reserving orders among the account's latest, largest first; equal ones latest first. */
function largest(
  state: Readonly<State>,
  account: AccountId,
  isReserving: (order: OpenOrder) => boolean,
): ReservingOrder[] {
  const found: OpenOrder[] = [];
  let order = accountOf(state, account).openOrders.newest;
  for (let looked = 0; order !== null && looked < ORDERS_LOOKED_AT_PER_REFUSAL_MAX; looked++) {
    if (isReserving(order)) insertByHeld(found, order);
    order = order.accountPrevious;
  }
  return found.map(({ orderId, market, outcome, held }) => ({
    orderId,
    tokenId: marketOf(state, market).tokenIds[outcome],
    held,
  }));
}

function insertByHeld(found: OpenOrder[], order: OpenOrder): void {
  const last = found.at(-1);
  if (found.length === ORDERS_PER_REFUSAL_MAX && last !== undefined && last.held >= order.held) return;
  const at = found.findIndex(({ held }) => held < order.held);
  found.splice(at < 0 ? found.length : at, 0, order);
  if (found.length > ORDERS_PER_REFUSAL_MAX) found.pop();
}
