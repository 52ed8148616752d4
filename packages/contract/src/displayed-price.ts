/**
 * The displayed price of an outcome: one rule for lists, histories, positions and the page. It knows no market, no row
 * and no message, only the figures that a price follows from; callers bring them in whatever form they keep them.
 * Integers in, integers out. Prices are those of a market's first outcome; the second's is one less the first's.
 */

/** A whole unit of collateral in half ticks (1/20000), the unit of displayed prices: the midpoint of two ticks is one. */
export const HALF_TICKS_PER_UNIT = 20_000;

/** Widest spread, in 1/10000, at which the midpoint is the price: 0.10. */
export const DISPLAYED_SPREAD_MAX_TICKS = 1_000;

/** Stands where a field needs a number and no price is known: 0.5, with a flag beside it that says so. */
export const NO_PRICE_HALF_TICKS = HALF_TICKS_PER_UNIT / 2;

/** What the displayed price follows from. Prices are in 1/10000. */
export interface PriceSources {
  /** Payout of the first outcome once the result is fixed; null before. */
  readonly payout: number | null;
  /** Best bid, 0 when no one bids. A market that has ended has no book: both are 0 then. */
  readonly bid: number;
  /** Best ask, 0 when no one offers. */
  readonly ask: number;
  readonly lastTrade: number | null;
  /** Price, in 1/20000, that came with an imported market that was closed without a result; null for all others. */
  readonly recordedHalfTicks: number | null;
}

/**
 * Displayed price in half ticks, 0..20000: the payout once there is one; else the midpoint while both sides exist and the
 * spread is at most 0.10; else the last trade, moved into the book; else what an import recorded; else null, which is
 * unknown. Before the payout it is never below the best bid nor above the best ask.
 */
export function displayedHalfTicks({ payout, bid, ask, lastTrade, recordedHalfTicks }: PriceSources): number | null {
  if (payout !== null) return 2 * payout;
  if (bid > 0 && ask > 0 && ask - bid <= DISPLAYED_SPREAD_MAX_TICKS) return bid + ask;
  if (lastTrade !== null) return 2 * Math.max(bid, ask > 0 ? Math.min(lastTrade, ask) : lastTrade);
  return recordedHalfTicks;
}
