/**
 * The market maker's strategy: which prices and sizes should stand in a book, and what to do to get there from what
 * stands now. Pure. Everything is in YES terms: a bid buys YES or sells NO, an ask sells YES or buys NO.
 * Prices in 1/10000, sizes in whole shares.
 */

export type QuoteSide = 'bid' | 'ask';

export interface Quote {
  readonly side: QuoteSide;
  /** YES price in 1/10000, on the tick. */
  readonly price: number;
  readonly shares: number;
}

export interface LadderInput {
  /** What one YES share is worth, in ppm. */
  readonly fairPpm: number;
  /** In 1/10000. */
  readonly tick: number;
  readonly minimumShares: number;
  /** Shares that may stand on one side in all. */
  readonly sharesMax: number;
  /** YES held more than NO, in shares: quotes move down so that it is sold. */
  readonly netShares: number;
}

const PRICE_ONE = 10_000;
const PPM_PER_TICK_UNIT = 100;
/** Size of each level in parts of the first one. */
const WEIGHTS = [1, 2, 3, 4] as const;
const WEIGHTS_SUM = 10;
/** Levels lie this part of the distance to the nearer end (0 or 1) apart. */
const GAP_DIVISOR = 40;
/** A position as large as this many first levels moves quotes by the largest shift. */
const SKEW_LEVELS = 20;
/** Largest shift, in gaps between levels. */
const SKEW_GAPS_MAX = 3;
const FIRST_LEVEL_SHARES_MAX = 300;

/** Three to four levels on each side of the fair price, best first; fewer near 0 and 1 or when funds are small. */
export function ladder(input: LadderInput): Quote[] {
  const { tick, minimumShares, sharesMax } = input;
  const wanted = Math.min(Math.trunc(sharesMax / WEIGHTS_SUM), FIRST_LEVEL_SHARES_MAX);
  const first = Math.max(wanted, minimumShares);
  const gap = gapTicks(input.fairPpm, tick);
  const middlePpm = input.fairPpm - shiftPpm(input.netShares, first, gap * tick * PPM_PER_TICK_UNIT);
  const halfGapPpm = (gap * tick * PPM_PER_TICK_UNIT) / 2;
  const tickPpm = tick * PPM_PER_TICK_UNIT;
  const bid = Math.floor((middlePpm - halfGapPpm) / tickPpm);
  const ask = Math.ceil((middlePpm + halfGapPpm) / tickPpm);
  const quotes: Quote[] = [];
  let total = 0;
  for (const [level, weight] of WEIGHTS.entries()) {
    const shares = first * weight;
    total += shares;
    if (total > sharesMax) break;
    quotes.push(
      { side: 'bid', price: (bid - level * gap) * tick, shares },
      { side: 'ask', price: (ask + level * gap) * tick, shares },
    );
  }
  return quotes.filter(({ price }) => price >= tick && price <= PRICE_ONE - tick);
}

/** Distance of two levels in ticks, at least 1. */
function gapTicks(fairPpm: number, tick: number): number {
  const room = Math.min(fairPpm, PRICE_ONE * PPM_PER_TICK_UNIT - fairPpm);
  return Math.max(1, Math.round(room / GAP_DIVISOR / (tick * PPM_PER_TICK_UNIT)));
}

function shiftPpm(netShares: number, firstShares: number, gapPpm: number): number {
  const shift = Math.trunc((netShares * SKEW_GAPS_MAX * gapPpm) / (firstShares * SKEW_LEVELS));
  const most = SKEW_GAPS_MAX * gapPpm;
  return Math.min(Math.max(shift, -most), most);
}

/** An order of ours that stands, as far as we know. */
export interface StandingQuote extends Quote {
  readonly orderId: string;
}

/** Shares that stand in the book at a price, everybody's together. */
export type Depth = (side: QuoteSide, price: number) => number;

export interface Requote {
  readonly keep: readonly StandingQuote[];
  readonly cancel: readonly StandingQuote[];
  readonly place: readonly Quote[];
}

/**
 * The fewest changes from what stands to the target: orders at a wanted price stay as they are, unless the book shows
 * that more than half of one is gone.
 */
export function planRequote(standing: readonly StandingQuote[], target: readonly Quote[], depth: Depth): Requote {
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
