/**
 * Everything that reads could show after each entry: collateral of wallets, books, orders, lists of open orders. Stored as changes, so that
 * any moment of the run can be queried. Books are also stored by version.
 */
import {
  type AccountId,
  ASK,
  BID,
  type CancelReason,
  type Entry,
  type Event,
  type Market,
  type State,
} from '@bellwether/engine';

interface KnownOrder {
  readonly account: AccountId;
  /** Changes only if the house resizes its order. */
  size: number;
  matched: number;
  status: string;
}

/** Statuses from docs/reference/trading-rules.md, in the terms of the interface. */
const ENDED: Readonly<Record<CancelReason, string>> = {
  user: 'CANCELED',
  self_trade: 'CANCELED',
  heartbeat: 'CANCELED',
  trading_ended: 'CANCELED',
  key_revoked: 'CANCELED',
  key_ended: 'CANCELED',
  result_reversed: 'CANCELED',
  suspended: 'CANCELED',
  expired: 'EXPIRED',
  market_resolved: 'CANCELED_MARKET_RESOLVED',
};

export class Timeline {
  readonly #orders = new Map<number, KnownOrder>();
  readonly #changes = new Map<string, { readonly sequence: number; readonly value: string }[]>();
  #touched = new Set<number>();
  /** Open orders by account, and the accounts whose lists the entry has changed. */
  readonly #open = new Map<AccountId, Set<number>>();
  readonly #listed = new Set<AccountId>();

  /** `state` is the one before the entry, which still holds what the entry removes. */
  before({ events }: Entry, state: Readonly<State>): void {
    this.#touched = new Set();
    for (const event of events) this.#touch(event, state);
  }

  after({ sequence, events }: Entry, state: Readonly<State>): void {
    for (const event of events) this.#follow(event, sequence);
    for (const wallet of this.#touched) {
      const found = state.wallets[wallet];
      if (found === undefined) continue;
      this.#note(`wallet ${wallet}`, sequence, `${found.free} ${found.held}`);
    }
    for (const account of this.#listed)
      this.#note(`open orders of account ${account}`, sequence, numbersText([...(this.#open.get(account) ?? [])]));
    this.#listed.clear();
    for (const market of state.markets) {
      const subject = `book ${market.id}`;
      if (market.bookEntry !== sequence && this.#changes.has(subject)) continue;
      const text = bookText(market);
      this.#note(subject, sequence, text);
      this.#note(`${subject} version ${market.bookVersion}`, sequence, text);
    }
  }

  /** Value of `subject` after the entry at `sequence`; null before it existed. */
  at(subject: string, sequence: number): string | null {
    const changes = this.#changes.get(subject);
    if (changes === undefined) return null;
    let [low, high] = [0, changes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((changes[middle]?.sequence ?? 0) <= sequence) low = middle + 1;
      else high = middle;
    }
    return changes[low - 1]?.value ?? null;
  }

  book(market: number, version: number): string | null {
    return this.at(`book ${market} version ${version}`, Number.POSITIVE_INFINITY);
  }

  /** Follows orders, from their events alone. */
  #follow(event: Event, sequence: number): void {
    switch (event.kind) {
      case 'OrderAccepted':
        this.#orders.set(event.order, { account: event.account, size: event.size, matched: 0, status: 'LIVE' });
        this.#note(`account of ${event.orderId}`, sequence, `${event.account}`);
        return this.#noteOrder(event.order, sequence, {});
      case 'TradeExecuted':
        this.#noteOrder(event.order, sequence, { matched: event.size });
        for (const { order, remaining } of event.legs) {
          const matched = (this.#orders.get(order)?.size ?? 0) - remaining;
          this.#noteOrder(order, sequence, { matched, ...(remaining === 0 && { status: 'MATCHED' }) });
        }
        return;
      case 'OrderCompleted':
        return this.#noteOrder(event.order, sequence, { status: 'MATCHED' });
      case 'HouseQuoted':
        for (const [order, remaining] of event.resized) {
          const known = this.#orders.get(order);
          if (known !== undefined) known.size = known.matched + remaining;
        }
        return;
      case 'OrderCanceled':
        return this.#noteOrder(event.order, sequence, { status: ENDED[event.reason] });
      default:
        return;
    }
  }

  #noteOrder(number: number, sequence: number, changes: Partial<KnownOrder>): void {
    const order = this.#orders.get(number);
    if (order === undefined) return;
    Object.assign(order, changes);
    this.#list(number, order);
    this.#note(`order ${number}`, sequence, `${order.status} ${order.matched}`);
  }

  #list(number: number, { account, status }: KnownOrder): void {
    const open = this.#open.get(account) ?? new Set<number>();
    this.#open.set(account, open);
    this.#listed.add(account);
    if (status === 'LIVE') open.add(number);
    else open.delete(number);
  }

  #note(subject: string, sequence: number, value: string): void {
    const changes = this.#changes.get(subject);
    if (changes === undefined) this.#changes.set(subject, [{ sequence, value }]);
    else if (changes.at(-1)?.value !== value) changes.push({ sequence, value });
  }

  /** Notes the wallets whose collateral an event may change. */
  #touch(event: Event, state: Readonly<State>): void {
    const named = event as { readonly [name in 'wallet' | 'from' | 'to']?: unknown };
    const legs = event.kind === 'TradeExecuted' ? event.legs.map(({ wallet }) => wallet) : [];
    const taken = event.kind === 'PayoutReclaimed' ? event.taken.map(([wallet]) => wallet) : [];
    const order = event.kind === 'OrderCanceled' ? state.openOrders.get(event.order) : undefined;
    if (event.kind === 'HouseQuoted') this.#touched.add(state.houses.curves[event.curve]?.house.wallet ?? -1);
    for (const wallet of [named.wallet, named.from, named.to, order?.wallet, ...legs, ...taken])
      if (typeof wallet === 'number') this.#touched.add(wallet);
  }
}

/** Numbers of orders in ascending order. */
export const numbersText = (numbers: readonly number[]): string => numbers.toSorted((one, other) => one - other).join();

/** Levels of both sides in YES terms, best first, plus the other visible parts of a book. */
export function bookText({ book, tick, minimumSize }: Readonly<Market>): string {
  const side = (of: typeof BID | typeof ASK): string => {
    let text = '';
    for (const { price, size } of book?.levels(of) ?? []) text += ` ${price}x${size}`;
    return text;
  };
  return `${tick} ${minimumSize} |${side(BID)} |${side(ASK)}`;
}
