/** Decides the bounded steps of a correction: a refund, or a paid result that is replaced. */
import type { Event } from '../event.ts';
import { feesRefunded } from '../ledger/corrections.ts';
import type { Wallet } from '../ledger/wallet.ts';
import { STEPS_PER_COMMAND_MAX } from '../limits.ts';
import { isPastClose, type Market } from '../market/market.ts';
import type { OpenOrder } from '../orders/open-orders.ts';
import type { Correction, CorrectionStep } from '../results/proposal.ts';
import { accountOf, catalogEventOf, marketOf, type State, walletOf } from '../state.ts';
import {
  addMicros,
  assert,
  type CatalogId,
  type Micros,
  minMicros,
  subtractMicros,
  type WalletId,
  ZERO_MICROS,
} from '../units/units.ts';
import { canceled } from './cancel.ts';

type Reclaim = Extract<CorrectionStep, { readonly kind: 'reclaim' | 'pay' }>;

/** The next steps, and after the last one the end of the correction. */
export function nextSteps(
  state: Readonly<State>,
  key: Market,
  correction: Correction,
  steps: readonly CorrectionStep[],
  timeMs: number,
): Event[] {
  const events: Event[] = [];
  const purses = new Purses(state);
  const batch = steps.slice(correction.next, correction.next + STEPS_PER_COMMAND_MAX);
  let pool = key.locked;
  for (const step of batch) {
    switch (step.kind) {
      case 'reclaim': {
        if (key.curve?.house.wallet === step.wallet) events.push(...purses.putUp(step));
        const orders = purses.ordersToCancel(step);
        // Cancels make a step of their own, because the next one needs what they free.
        if (orders.length > 0) return events.length > 0 ? events : canceled(orders, 'result_reversed');
        events.push(purses.reclaim(key, step));
        pool = addMicros(pool, step.amount);
        break;
      }
      case 'pay':
        events.push({ kind: 'PayoutAdded', market: key.id, wallet: step.wallet, amount: step.amount });
        pool = subtractMicros(pool, step.amount);
        break;
      case 'restore': {
        const shares = marketOf(state, step.market).past.get(step.wallet)?.shares ?? NO_SHARES;
        events.push({ kind: 'PositionRestored', market: step.market, wallet: step.wallet, shares });
      }
    }
  }
  const isOver = correction.next + batch.length === steps.length && batch.length < STEPS_PER_COMMAND_MAX;
  return isOver ? [...events, ...corrected(state, correction, pool, timeMs)] : events;
}

const NO_SHARES = [ZERO_MICROS, ZERO_MICROS] as const;

/** The end of a correction. Markets that reopen are as they were before their result, except that time has passed. */
function corrected(
  state: Readonly<State>,
  { market, markets, from, to }: Correction,
  pool: Micros,
  timeMs: number,
): Event[] {
  const covered = markets.map((id) => marketOf(state, id));
  const remainder = to === null ? feesRefunded(covered, from) : pool;
  const end: Event = { kind: 'ResultCorrected', market, markets, reopened: to === null, remainder };
  if (to !== null) return [end];
  const events = new Set(covered.flatMap(({ catalogEvent, before }) => (before?.eventClosed ? [] : [catalogEvent])));
  const closed = [...events].filter((id): id is CatalogId => id !== null && catalogEventOf(state, id).closed);
  const ended = covered.filter((reopened) => isPastClose(reopened, timeMs));
  return [
    end,
    ...covered.map(flagsRestored),
    ...ended.map(({ id }): Event => ({ kind: 'TradingEnded', market: id })),
    ...closed.map((id): Event => ({ kind: 'CatalogEventUpdated', catalogEvent: id, changes: { closed: false } })),
  ];
}

function flagsRestored({ id, before }: Market): Event {
  assert(before !== null, `market ${id} reopens without a result`);
  const { closed, acceptingOrders, openTimeMs } = before;
  const changes = { closed, acceptingOrders, ...(openTimeMs !== null && { openTimeMs }) };
  return { kind: 'MarketUpdated', market: id, changes };
}

/** Free collateral of accounts, less what earlier steps of the entry have taken, and more what a house has put up. */
class Purses {
  readonly #state: Readonly<State>;
  readonly #left = new Map<WalletId, Micros>();

  constructor(state: Readonly<State>) {
    this.#state = state;
  }

  /** A house puts up what it lacks: the next command would put back quotes that are cancelled for it. */
  putUp({ wallet, amount }: Reclaim): Event[] {
    const free = this.#freeOf(walletOf(this.#state, wallet));
    if (free >= amount) return [];
    this.#left.set(wallet, amount);
    return [{ kind: 'Deposited', wallet, amount: subtractMicros(amount, free) }];
  }

  /** Takes from the wallet itself, then from the account's others; the account owes the rest. */
  reclaim(key: Market, { wallet, amount }: Reclaim): Event {
    const taken: (readonly [WalletId, Micros])[] = [];
    let debt = amount;
    for (const purse of this.#walletsOf(wallet)) {
      const free = this.#freeOf(purse);
      const part = minMicros(debt, free);
      if (part === 0) continue;
      taken.push([purse.id, part]);
      this.#left.set(purse.id, subtractMicros(free, part));
      debt = subtractMicros(debt, part);
    }
    return { kind: 'PayoutReclaimed', market: key.id, wallet, amount, taken, debt };
  }

  /** BUY orders that hold what the account lacks, oldest first; empty if it lacks nothing or has none. */
  ordersToCancel({ wallet, amount }: Reclaim): OpenOrder[] {
    const wallets = this.#walletsOf(wallet);
    let free = wallets.reduce((sum, purse) => addMicros(sum, this.#freeOf(purse)), ZERO_MICROS);
    if (free >= amount || wallets.every(({ buys }) => buys === 0)) return [];
    const ids = new Set(wallets.map(({ id }) => id));
    const orders: OpenOrder[] = [];
    for (const order of this.#ordersOf(wallets)) {
      if (order.side !== 'BUY' || !ids.has(order.wallet)) continue;
      orders.push(order);
      free = addMicros(free, order.held);
      if (free >= amount || orders.length >= STEPS_PER_COMMAND_MAX) break;
    }
    return orders;
  }

  /** Orders of the wallets' account and of the keys that may trade for it. */
  *#ordersOf(wallets: readonly Wallet[]): Generator<OpenOrder, void, undefined> {
    const { accounts, accountsByAddress, keys } = this.#state;
    const signers = new Set(wallets.map(({ account }) => account));
    for (const { id } of wallets) {
      for (const { key } of keys.ofWallet(id)) {
        const signer = accountsByAddress.get(key);
        if (signer !== undefined) signers.add(signer);
      }
    }
    for (const signer of signers) yield* accounts[signer]?.openOrders.values() ?? [];
  }

  #freeOf({ id, free }: Wallet): Micros {
    return this.#left.get(id) ?? free;
  }

  /** The wallet, and then the others of its account. */
  #walletsOf(id: WalletId): Wallet[] {
    const own = walletOf(this.#state, id);
    const others = accountOf(this.#state, own.account).wallets.filter((other) => other !== id);
    return [own, ...others.map((other) => walletOf(this.#state, other))];
  }
}
