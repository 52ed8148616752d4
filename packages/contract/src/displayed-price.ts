/**
 * The displayed price of an outcome: one rule for lists, histories, positions and the page. It depends only on the
 * figures passed in, not on markets, rows or messages, so callers may store these as they like. Integers in, integers
 * out. Prices refer to a market's first outcome; the price of the second is 1 minus the first.
 */

/** One unit of collateral in half ticks (1/20000): so the midpoint of two ticks is a whole number. */
export const HALF_TICKS_PER_UNIT = 20_000;

/** Widest spread, in 1/10000, at which the midpoint is displayed: 0.10. */
export const DISPLAYED_SPREAD_MAX_TICKS = 1_000;

/** Placeholder if a field needs a number and no price is known: 0.5. A flag next to the field says so. */
export const NO_PRICE_HALF_TICKS = HALF_TICKS_PER_UNIT / 2;

/** Inputs of the displayed price. Prices are in 1/10000. */
export interface PriceSources {
  /** Payout of the first outcome, in 1/10000, once the result is fixed; null before. */
  readonly payout: number | null;
  /** Best bid, 0 if there is none. A market that has ended has no book: both are 0 then. */
  readonly bid: number;
  /** Best ask, 0 if there is none. */
  readonly ask: number;
  readonly lastTrade: number | null;
  /** Price, in 1/20000, imported with a market that was closed without a result; null for all others. */
  readonly recordedHalfTicks: number | null;
}

/**
 * Displayed price in half ticks, 0..20000; null if unknown. The first of these that exists: the payout; the midpoint,
 * if the book has both sides and the spread is at most 0.10; the last trade, clamped to the book; the price recorded by
 * an import. Before the payout it is never below the best bid nor above the best ask.
 */
export function displayedHalfTicks({ payout, bid, ask, lastTrade, recordedHalfTicks }: PriceSources): number | null {
  if (payout !== null) return 2 * payout;
  if (bid > 0 && ask > 0 && ask - bid <= DISPLAYED_SPREAD_MAX_TICKS) return bid + ask;
  if (lastTrade !== null) return 2 * Math.max(bid, ask > 0 ? Math.min(lastTrade, ask) : lastTrade);
  return recordedHalfTicks;
}

/** Middle of a book's best prices in half ticks, or a fixed payout in its place; null if there is neither. */
export function middleHalfTicks({ payout, bid, ask }: Pick<PriceSources, 'payout' | 'bid' | 'ask'>): number | null {
  if (payout !== null) return 2 * payout;
  return bid > 0 && ask > 0 ? bid + ask : null;
}

/**
 * Value of a share of the first outcome in half ticks, as replays and reports reckon profit: its payout, else the middle
 * of the best prices, else the last trade, else one half.
 */
export function markHalfTicks(sources: Omit<PriceSources, 'recordedHalfTicks'>): number {
  return middleHalfTicks(sources) ?? (sources.lastTrade === null ? NO_PRICE_HALF_TICKS : 2 * sources.lastTrade);
}
