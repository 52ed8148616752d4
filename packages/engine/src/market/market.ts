/** A market and its catalog event as the engine knows them. Owned by `State`; only `apply` changes them. */
import type { OrderBook } from '../book/order-book.ts';
import type { Stamp } from '../command.ts';
import type { MarketUpdated } from '../event.ts';
import type { OpenOrder } from '../orders/open-order.ts';
import type { CatalogId, ConditionId, MarketId, TokenId, WalletId } from '../units/ids.ts';
import type { Micros } from '../units/micros.ts';
import type { Price } from '../units/price.ts';

/** `resolving`: payouts are fixed and settlement is under way; `resolved`: nothing of it is left. */
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
  readonly negRisk: boolean;
  tick: number;
  minimumSize: Micros;
  takerFeeRate: number;
  makerFeeRate: number;
  /** When trading ends, in Unix milliseconds; null: with the result. */
  closeTimeMs: number | null;
  /** The timer has noted that trading has ended: what rests is being cancelled. */
  tradingEnded: boolean;
  active: boolean;
  closed: boolean;
  archived: boolean;
  acceptingOrders: boolean;
  status: MarketStatus;
  /** Unix milliseconds since when it takes no orders, closing time aside; null while it does, or since before it was added. */
  stoppedMs: number | null;
  payouts: readonly [number, number] | null;
  /** null until the first order rests. */
  book: OrderBook<OpenOrder> | null;
  /** Wallets with a position that is not empty. */
  readonly holders: Set<WalletId>;
  /** Shares in wallets and, of the second outcome, in the conversion vault. Equal before resolution. */
  readonly supply: [Micros, Micros];
  /** Second-outcome shares that conversions have put away. */
  vault: Micros;
  /** Collateral locked under outstanding pairs. */
  locked: Micros;
  lastTrade: LastTrade | null;
  /** Price of the first outcome in 1/20000 that an import recorded with a closed market; null otherwise. */
  readonly recordedPriceHalfTicks: number | null;
  /** Unix milliseconds of the last change of the book or its terms. */
  bookChangedMs: number;
  /** Entries that changed the book or what is shown with it, counted from 0: it rises by 1 for each, never by more. */
  bookVersion: number;
  /** Sequence of the last of them; 0 before the first. */
  bookEntry: number;
}

/** Notes that the entry at `stamp` changed the book, its terms or its being there; once, however much it changes. */
export function touchBook(market: Market, stamp: Stamp): void {
  if (market.bookEntry !== stamp.sequence) market.bookVersion++;
  market.bookEntry = stamp.sequence;
  market.bookChangedMs = stamp.timeMs;
}

/** True when nothing can be traded any more, and no book be read, however many orders still rest in it. */
export function hasEnded({ status, closed, archived }: Readonly<Market>): boolean {
  return status !== 'open' || closed || archived;
}

/** True when orders are taken, closing time aside. */
export function takesOrders(market: Readonly<Market>): boolean {
  return market.active && market.acceptingOrders && !hasEnded(market);
}

/** Notes when a market that took orders stopped, or that it takes them again: after a change of its flags or status. */
export function noteStop(market: Market, tookOrders: boolean, timeMs: number): void {
  if (takesOrders(market)) market.stoppedMs = null;
  else if (tookOrders) market.stoppedMs = timeMs;
}

/** True when no order is taken any more because of the closing time, whether or not the timer has noted it. */
export function isPastClose({ closeTimeMs }: Readonly<Market>, timeMs: number): boolean {
  return closeTimeMs !== null && timeMs >= closeTimeMs;
}

/** True when the timer still has to note the end of its trading. */
export function awaitsClose<M extends Pick<Market, 'closeTimeMs' | 'status' | 'tradingEnded'>>(
  market: M,
): market is M & { readonly closeTimeMs: number } {
  return market.closeTimeMs !== null && market.status === 'open' && !market.tradingEnded;
}

/** True when an update of a market changes what a book shows: its terms, whether there is one, or until when. */
export function changesBook(changes: MarketUpdated['changes']): boolean {
  const { tick, minimumSize, closed, archived, closeTimeMs } = changes;
  return [tick, minimumSize, closed, archived, closeTimeMs].some((value) => value !== undefined);
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
   * Negative risk: micros of collateral paid out ahead by conversions, covered by the vault's shares until resolution.
   * Wide, because it counts every converted amount once for each market but one.
   */
  advanced: bigint;
}
