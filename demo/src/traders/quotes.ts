/**
 * The market maker's strategy: the prices and sizes that should stand in a book, and the changes needed to get there.
 * Pure. Everything is in YES terms: a bid buys YES or sells NO, an ask sells YES or buys NO. Prices in 1/10000, sizes
 * in whole shares.
 */

export type QuoteSide = 'bid' | 'ask';

export interface Quote {
  readonly side: QuoteSide;
  /** YES price in 1/10000, on the tick. */
  readonly price: number;
  readonly shares: number;
}

export interface LadderInput {
  /** Value of one YES share, in ppm. */
  readonly fairPpm: number;
  /** Tick size in 1/10000. */
  readonly tick: number;
  readonly minimumShares: number;
  /** Total shares that may stand on one side. */
  readonly sharesMax: number;
  /** Surplus of YES over NO held, in shares; quotes move down to sell it. */
  readonly netShares: number;
  /** Maximum levels on each side, best first: 1..4, default 4. */
  readonly levelsMax?: number;
}

const PRICE_ONE = 10_000;
const PPM_PER_TICK_UNIT = 100;
const WEIGHTS = [1, 2, 3, 4] as const;
const WEIGHTS_SUM = 10;
/** Divisor of the distance to the nearer end (0 or 1); the quotient is the gap between levels. */
const GAP_DIVISOR = 40;
/** The shift is largest once the surplus equals this many first levels. */
const SKEW_LEVELS = 20;
/** Largest shift, in gaps between levels. */
const SKEW_GAPS_MAX = 3;

/** Three to four levels on each side of the fair price, best first. Fewer near 0 and 1, or if funds are small. */
export function ladder(input: LadderInput): Quote[] {
  const { tick, minimumShares, sharesMax } = input;
  const first = Math.max(Math.trunc(sharesMax / WEIGHTS_SUM), minimumShares);
  const gap = gapTicks(input.fairPpm, tick);
  const middlePpm = input.fairPpm - shiftPpm(input.netShares, first, gap * tick * PPM_PER_TICK_UNIT);
  const halfGapPpm = (gap * tick * PPM_PER_TICK_UNIT) / 2;
  const tickPpm = tick * PPM_PER_TICK_UNIT;
  const bid = Math.floor((middlePpm - halfGapPpm) / tickPpm);
  const ask = Math.ceil((middlePpm + halfGapPpm) / tickPpm);
  const quotes: Quote[] = [];
  let total = 0;
  for (const [level, weight] of WEIGHTS.slice(0, input.levelsMax).entries()) {
    const shares = first * weight;
    total += shares;
    if (total > sharesMax) break;
    const at = (side: QuoteSide, ticks: number): Quote => ({
      side,
      price: ticks * tick,
      shares: variedShares(shares, minimumShares, ticks),
    });
    quotes.push(at('bid', bid - level * gap), at('ask', ask + level * gap));
  }
  return quotes.filter(({ price }) => price >= tick && price <= PRICE_ONE - tick);
}

/**
 * Reduces a size by up to a quarter, depending on the price only: books look natural, and an unmoved quote keeps its
 * size.
 */
function variedShares(shares: number, minimumShares: number, ticks: number): number {
  return Math.max(minimumShares, shares - Math.trunc((shares * ((ticks * 37) % 26)) / 100));
}

/** Distance between two levels in ticks, at least 1. */
function gapTicks(fairPpm: number, tick: number): number {
  const room = Math.min(fairPpm, PRICE_ONE * PPM_PER_TICK_UNIT - fairPpm);
  return Math.max(1, Math.round(room / GAP_DIVISOR / (tick * PPM_PER_TICK_UNIT)));
}

function shiftPpm(netShares: number, firstShares: number, gapPpm: number): number {
  const shift = Math.trunc((netShares * SKEW_GAPS_MAX * gapPpm) / (firstShares * SKEW_LEVELS));
  const most = SKEW_GAPS_MAX * gapPpm;
  return Math.min(Math.max(shift, -most), most);
}

/** One of our orders that stands, as far as we know. */
export interface StandingQuote extends Quote {
  readonly orderId: string;
}

/** Total shares in the book at a price, from all accounts. */
export type Depth = (side: QuoteSide, price: number) => number;

/**
 * The fewest changes from the standing orders to the target. Orders at a wanted price stay, unless the book shows that
 * more than half of one is gone.
 */
export function planRequote(standing: readonly StandingQuote[], target: readonly Quote[], depth: Depth) {
  const keep = standing.filter(
    (quote) =>
      target.some((wanted) => isSamePlace(wanted, quote)) && 2 * depth(quote.side, quote.price) >= quote.shares,
  );
  return {
    keep,
    cancel: standing.filter((quote) => !keep.includes(quote)),
    place: target.filter((wanted) => !keep.some((quote) => isSamePlace(wanted, quote))),
  };
}

function isSamePlace(a: Quote, b: Quote): boolean {
  return a.side === b.side && a.price === b.price;
}
