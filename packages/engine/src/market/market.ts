/** A market and its catalog event, as the engine keeps them. Owned by `State`; only `apply` changes them. */
import { ASK, BID, type OrderBook } from '../book/book.ts';
import type { Stamp } from '../command.ts';
import type { MarketUpdated } from '../event.ts';
import type { OpenOrder } from '../orders/open-orders.ts';
import { type Reject, reject } from '../reject.ts';
import type { BeforeResult, Correction, Past, Proposal, Settlement } from '../results/proposal.ts';
import type { CatalogId, ConditionId, MarketId, Micros, Price, TokenId, WalletId } from '../units/units.ts';
import type { Curve } from './house.ts';

/** `resolving`: payouts are fixed and settlement is under way; `resolved`: settlement is complete. */
export type MarketStatus = 'open' | 'resolving' | 'resolved';

/** The last match, in YES terms. */
export interface LastTrade {
  /** Price of the last maker leg, in YES terms. */
  readonly price: Price;
  /** The taker's side for its own outcome. */
  readonly side: 'BUY' | 'SELL';
  readonly outcome: 0 | 1;
}

export interface Market {
  readonly id: MarketId;
  readonly catalogId: CatalogId;
  readonly conditionId: ConditionId;
  readonly slug: string;
  readonly tokenIds: readonly [TokenId, TokenId];
  readonly outcomes: readonly [string, string];
  readonly catalogEvent: CatalogId | null;
  /** The curve on which the house quotes it; null: it does not. */
  curve: Curve | null;
  readonly negRisk: boolean;
  tick: number;
  minimumSize: Micros;
  takerFeeRate: number;
  makerFeeRate: number;
  /** End of trading in Unix milliseconds; null: trading ends with the result. */
  closeTimeMs: number | null;
  /** True once the timer has recorded the end of trading: resting orders are being cancelled. */
  tradingEnded: boolean;
  /** Start of trading in Unix milliseconds; null: it has opened. */
  openTimeMs: number | null;
  active: boolean;
  closed: boolean;
  archived: boolean;
  acceptingOrders: boolean;
  status: MarketStatus;
  /**
   * Unix milliseconds since when it takes no orders, ignoring the closing time. null while it takes orders, or if it
   * has taken none since it was added.
   */
  stoppedMs: number | null;
  /** Per outcome in 1/10000; [0, 0]: the cost is refunded; null without a result. */
  payouts: readonly [number, number] | null;
  /** The result that waits to be confirmed; meanwhile the market takes no orders. */
  proposal: Proposal | null;
  /** The running correction of its result. */
  correction: Correction | null;
  /** null until it is settled, and once its result is final. */
  settlement: Settlement | null;
  /** null without a result, and once it is final. */
  before: BeforeResult | null;
  /** null until the first order rests. */
  book: OrderBook<OpenOrder> | null;
  /** Wallets with a non-empty position. */
  readonly holders: Set<WalletId>;
  /** Costs and redeemed shares of wallets that no longer hold any. */
  readonly past: Map<WalletId, Past>;
  /** Fees of all trades. */
  feesTaken: Micros;
  /** Shares in wallets and, for the second outcome, in the conversion vault. Equal before resolution. */
  readonly supply: [Micros, Micros];
  /** Second-outcome shares set aside by conversions. */
  vault: Micros;
  /** Collateral locked under outstanding pairs. */
  locked: Micros;
  lastTrade: LastTrade | null;
  /** Price of the first outcome in 1/20000, recorded by the import of a closed market; null otherwise. */
  readonly recordedPriceHalfTicks: number | null;
  /** Unix milliseconds of the last change of the book or its terms. */
  bookChangedMs: number;
  /** Number of entries that changed the displayed book. Each such entry raises it by exactly 1. */
  bookVersion: number;
  /** Sequence of the last such entry; 0 before the first. */
  bookEntry: number;
}

/** Records that the entry at `stamp` changed the book, its terms or its existence; counts an entry once. */
export function touchBook(market: Market, stamp: Stamp): void {
  if (market.bookEntry !== stamp.sequence) market.bookVersion++;
  market.bookEntry = stamp.sequence;
  market.bookChangedMs = stamp.timeMs;
}

/** True if nothing can be traded any more and the book can no longer be read, even if orders still rest in it. */
export function hasEnded({ status, closed, archived }: Readonly<Market>): boolean {
  return status !== 'open' || closed || archived;
}

/** True if the market takes orders, ignoring the closing time. */
export function takesOrders(market: Readonly<Market>): boolean {
  return market.active && market.acceptingOrders && !hasEnded(market);
}

/** Records when a market stopped taking orders, or that it takes them again, after a change of its flags or status. */
export function noteStop(market: Market, tookOrders: boolean, timeMs: number): void {
  if (takesOrders(market)) market.stoppedMs = null;
  else if (tookOrders) market.stoppedMs = timeMs;
}

/** True if the closing time has been reached, even if the timer has not recorded it yet. */
export function isPastClose({ closeTimeMs }: Readonly<Market>, timeMs: number): boolean {
  return closeTimeMs !== null && timeMs >= closeTimeMs;
}

/** True if the timer still has to record the end of trading. */
export function awaitsClose<M extends Pick<Market, 'closeTimeMs' | 'status' | 'tradingEnded'>>(
  market: M,
): market is M & { readonly closeTimeMs: number } {
  return market.closeTimeMs !== null && market.status === 'open' && !market.tradingEnded;
}

/** True if an update of a market changes the displayed book: its terms, its existence, or its end. */
export function changesBook(changes: MarketUpdated['changes']): boolean {
  const { tick, minimumSize, closed, archived, closeTimeMs, openTimeMs } = changes;
  return [tick, minimumSize, closed, archived, closeTimeMs, openTimeMs].some((value) => value !== undefined);
}

export interface CatalogEvent {
  readonly id: CatalogId;
  readonly slug: string;
  readonly negRisk: boolean;
  active: boolean;
  closed: boolean;
  archived: boolean;
  readonly markets: MarketId[];
  /**
   * Negative risk: micros of collateral paid out in advance by conversions, covered by the vault's shares until
   * resolution. A bigint, because it counts every converted amount once for each market except one.
   */
  advanced: bigint;
}

/** Up to `limit` orders of a market's book, bids first. O(orders returned). */
export function restingOrders(market: Market, limit = Number.POSITIVE_INFINITY): OpenOrder[] {
  const orders: OpenOrder[] = [];
  for (const side of [BID, ASK]) {
    let order = market.book?.first(side) ?? null;
    while (order !== null && orders.length < limit) {
      orders.push(order);
      order = market.book?.after(order) ?? null;
    }
  }
  return orders;
}

/** Refuses orders in a market at `timeMs`, or returns null. */
export function refuseTrading(market: Market, timeMs: number): Reject | null {
  if (hasEnded(market)) return reject('market_closed', stoppedAt(market));
  if (isPastClose(market, timeMs)) {
    return reject('trading_ended', {
      conditionId: market.conditionId,
      since: Math.floor((market.closeTimeMs ?? 0) / 1000),
    });
  }
  if (market.proposal !== null) return resultProposed(market.conditionId, market.proposal);
  const { openTimeMs } = market;
  if (openTimeMs !== null && timeMs < openTimeMs) {
    const opens = Math.ceil(openTimeMs / 1000);
    return reject('trading_not_open', { conditionId: market.conditionId, opens });
  }
  return market.active && market.acceptingOrders ? null : reject('market_not_accepting_orders', stoppedAt(market));
}

/** The market, its status and, if the venue saw it stop, the time since when it takes no orders. */
export function stoppedAt({ conditionId, status, stoppedMs }: Market): Reject['details'] {
  return { conditionId, status, ...(stoppedMs !== null && { since: Math.floor(stoppedMs / 1000) }) };
}

/** Refuses orders, and other results, until the proposal ends. `until` is its end; absent if it is disputed. */
export function resultProposed(conditionId: ConditionId, { endsMs, dispute }: Proposal): Reject {
  return reject('result_proposed', { conditionId, ...(dispute === null && { until: Math.ceil(endsMs / 1000) }) });
}
