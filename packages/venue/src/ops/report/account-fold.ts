/** The history of one account, entry by entry, as an observer of the one fold: orders, fills and what came after them. */
import type {
  AccountId,
  Event,
  MakerLeg,
  MarketId,
  OrderAccepted,
  OrderNumber,
  State,
  TradeExecuted,
} from '@bellwether/engine';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import type { EntryObserver } from '@bellwether/ports/venue-view.ts';
import { CANCELED_STATUS } from '@bellwether/read-model/orders/tables.ts';
import { amountText, priceText } from '@bellwether/wire/forms/decimal.ts';
import { AccountMoney } from './account-money.ts';
import { FillWatch } from './after-fills.ts';
import { HORIZONS_MS, type JournalReport, LISTED_MAX, type ReportFill, type ReportOrder } from './document.ts';
import { exact, exactText, meanText } from './exact.ts';

/** An order of the account that has not ended. Micros. */
interface Followed {
  readonly row: { -readonly [Name in keyof ReportOrder]: ReportOrder[Name] };
  filled: number;
}

/** A match from the account's side. */
type Match = Pick<TradeExecuted | MakerLeg, 'order' | 'side' | 'outcome' | 'size' | 'collateral'>;

export class AccountFold implements EntryObserver {
  /** Time of the first entry. */
  fromMs = 0;
  readonly #account: AccountId;
  readonly #money: AccountMoney;
  readonly #open = new Map<OrderNumber, Followed>();
  /** Micros ahead of each order of the account that the current entry fills. */
  readonly #aheadAtFill = new Map<OrderNumber, number>();
  readonly #watch = new FillWatch();
  readonly #orders = { count: 0, by_status: {} as Record<string, number>, listed: [] as ReportOrder[] };
  readonly #fills = { count: 0, shares: 0n, listed: [] as ReportFill[] };
  readonly #rested = { count: 0, ahead: 0n };
  readonly #made = { count: 0, ahead: 0n, shares: 0n };

  constructor(account: AccountId) {
    this.#account = account;
    this.#money = new AccountMoney(account);
  }

  before({ sequence, timeMs, events }: ChainedEntry, state: Readonly<State>): void {
    if (sequence === 1) this.fromMs = timeMs;
    this.#watch.look(timeMs, state);
    this.#aheadAtFill.clear();
    for (const event of events) {
      if (event.kind !== 'TradeExecuted') continue;
      for (const { order } of event.legs)
        if (this.#open.has(order)) this.#aheadAtFill.set(order, aheadOf(state, order));
    }
  }

  after(entry: ChainedEntry, state: Readonly<State>): void {
    let isMoved = false;
    for (const event of entry.events) isMoved = this.#take(event, entry, state) || isMoved;
    this.#money.look(isMoved, state);
  }

  /** The report after the last entry. Called once. */
  report(
    state: Readonly<State>,
  ): Pick<JournalReport, 'summary' | 'adverse_selection' | 'equity' | 'markets' | 'orders' | 'fills'> {
    // A moment counts as passed up to the time of the last entry.
    this.#watch.look(state.timeMs + 1, state);
    for (const followed of this.#open.values()) this.#count(followed, 'LIVE', null);
    const { profit, fees, drawdown, deposits, withdrawals, cash, equity } = this.#money;
    const { count, shares, listed } = this.#fills;
    return {
      summary: {
        profit: exactText(profit),
        profit_before_fees: exactText(profit + exact(fees)),
        fees: amountText(fees),
        max_drawdown: exactText(drawdown.depth),
        max_drawdown_ms: drawdown.timeMs,
        deposits: amountText(deposits),
        withdrawals: amountText(withdrawals),
        cash: amountText(cash),
        equity: exactText(equity),
        shares_filled: amountText(shares),
        maker_fills: this.#made.count,
        maker_share: shares === 0n ? null : priceText(Number((this.#made.shares * 10_000n) / shares)),
        rested: this.#rested.count,
        mean_ahead_at_rest: meanText(this.#rested.ahead, this.#rested.count),
        mean_ahead_at_fill: meanText(this.#made.ahead, this.#made.count),
      },
      adverse_selection: this.#watch.end(),
      equity: this.#money.curve,
      markets: this.#money.shown(state),
      orders: this.#orders,
      fills: { count, listed },
    };
  }

  /** Notes an event. Returns true if it moves money or shares of the account. */
  #take(event: Event, entry: ChainedEntry, state: Readonly<State>): boolean {
    switch (event.kind) {
      case 'OrderAccepted':
        if (event.account === this.#account) this.#accept(event, entry);
        return false;
      case 'OrderRested':
        this.#rest(event.order, state);
        return false;
      case 'OrderCompleted':
        this.#end(event.order, 'MATCHED', entry.timeMs);
        return false;
      case 'OrderCanceled':
        this.#end(event.order, CANCELED_STATUS[event.reason], entry.timeMs, event.reason);
        return false;
      case 'TradeExecuted':
        return this.#trade(event, entry);
      default:
        return this.#money.move(event);
    }
  }

  #trade({ legs, market, fee, ...taken }: TradeExecuted, entry: ChainedEntry): boolean {
    let isMoved = this.#fill('taker', taken, fee, market, entry);
    for (const leg of legs) {
      if (!this.#fill('maker', leg, 0, market, entry)) continue;
      isMoved = true;
      if (leg.remaining === 0) this.#end(leg.order, 'MATCHED', entry.timeMs);
    }
    return isMoved;
  }

  #accept(accepted: OrderAccepted, { sequence: entry, timeMs: time_ms }: ChainedEntry): void {
    const { orderId: order, outcome, side, type, price, size } = accepted;
    const market = this.#money.tradedIn(accepted.market).index;
    const terms = { outcome, side, type, price: priceText(price), size: amountText(size) };
    const fate = { filled: '0', status: 'LIVE', reason: null, ended_ms: null, ahead_at_rest: null } as const;
    const row = { order, entry, time_ms, market, ...terms, ...fate };
    this.#open.set(accepted.order, { row, filled: 0 });
    this.#orders.count++;
    if (this.#orders.listed.length < LISTED_MAX) this.#orders.listed.push(row);
  }

  #rest(number: OrderNumber, state: Readonly<State>): void {
    const followed = this.#open.get(number);
    if (followed === undefined) return;
    const ahead = aheadOf(state, number);
    followed.row.ahead_at_rest = amountText(ahead);
    this.#rested.count++;
    this.#rested.ahead += BigInt(ahead);
  }

  #end(number: OrderNumber, status: ReportOrder['status'], timeMs: number, reason: string | null = null): void {
    const followed = this.#open.get(number);
    if (followed === undefined) return;
    followed.row.reason = reason;
    this.#count(followed, status, timeMs);
    this.#open.delete(number);
  }

  #count({ row, filled }: Followed, status: ReportOrder['status'], ended_ms: number | null): void {
    Object.assign(row, { status, ended_ms, filled: amountText(filled) });
    this.#orders.by_status[status] = (this.#orders.by_status[status] ?? 0) + 1;
  }

  /** Notes a match; returns false if its order is not the account's. */
  #fill(role: ReportFill['role'], match: Match, fee: number, id: MarketId, entry: ChainedEntry): boolean {
    const { order: number, outcome, side, size, collateral } = match;
    const followed = this.#open.get(number);
    if (followed === undefined) return false;
    followed.filled += size;
    const market = this.#money.tradedIn(id);
    market.net += BigInt(side === 'BUY' ? -collateral : collateral) - BigInt(fee);
    market.fees += BigInt(fee);
    market.volume += BigInt(collateral);
    market.fills++;
    this.#money.fees += BigInt(fee);
    this.#fills.count++;
    this.#fills.shares += BigInt(size);
    const ahead = role === 'maker' ? (this.#aheadAtFill.get(number) ?? 0) : null;
    if (ahead !== null) {
      this.#made.count++;
      this.#made.ahead += BigInt(ahead);
      this.#made.shares += BigInt(size);
    }
    const after: (string | null)[] = HORIZONS_MS.map(() => null);
    const terms = { outcome, side, role };
    this.#watch.add({ ...terms, timeMs: entry.timeMs, market: id, size, collateral, after });
    if (this.#fills.listed.length >= LISTED_MAX) return true;
    this.#fills.listed.push({
      ...{ order: followed.row.order, entry: entry.sequence, time_ms: entry.timeMs, market: market.index, ...terms },
      price: amountText((BigInt(collateral) * 1_000_000n) / BigInt(size)),
      ...{ size: amountText(size), collateral: amountText(collateral), fee: amountText(fee) },
      ahead_at_rest: ahead === null ? null : followed.row.ahead_at_rest,
      ahead_at_fill: ahead === null ? null : amountText(ahead),
      after,
    });
    return true;
  }
}

/** Shares ahead of a resting order at its price, micros. O(orders ahead). */
function aheadOf({ openOrders }: Readonly<State>, number: OrderNumber): number {
  let ahead = 0;
  for (let order = openOrders.get(number)?.previous ?? null; order !== null; order = order.previous)
    ahead += order.remaining;
  return ahead;
}
