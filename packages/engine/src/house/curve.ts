/**
 * Prices of the logarithmic market scoring rule (R. Hanson, "Combinatorial Information Market Design", 2003) as limit
 * orders. With q_i shares of answer i sold, its price is p_i = e^(q_i / b) / sum_j e^(q_j / b). As long as the other
 * answers do not change, log p_i / (1 - p_i) grows by s / b with s shares sold: each band between two ticks is worth a
 * fixed number of shares. The house asks the upper tick of the band for what is left of it, and bids the lower tick for
 * what was sold of it. So no trade gets a better price than the curve gives, and the curve's bound on the loss,
 * b ln (1 / the least opening probability), holds whatever is traded.
 */
import { ASK, BID, type BookSide } from '../book/book.ts';
import type { CurveTerms } from '../market/house.ts';
import { type Micros, micros, PRICE_ONE, type Price, price } from '../units/units.ts';
import { exp, ln, ONE, ratio } from './fixed.ts';

/** One whole of the opening probabilities. */
export const PROBABILITY_ONE = 1_000_000;
/** Sizes are multiples of a hundredth of a share, so that each level costs a whole number of micros at any price. */
const SIZE_STEP = 10_000;
/**
 * More than the error of a position on the curve, for 500 answers and prices from 0.0001 to 0.9999. Widths are taken this
 * much larger, so that shares that were sold exactly can be sold back. Trading so far beyond a price costs less than
 * 10^-11 micros a fill, for which `liquidityOf` keeps back one micro of b.
 */
const ERROR = ONE >> 38n;

export interface Quote {
  readonly side: BookSide;
  /** In YES terms. */
  readonly price: Price;
  readonly size: Micros;
}

/** Terms of the quotes in one market: tick and spread in 1/10000. */
type QuoteTerms = { readonly tick: number; readonly spread: number; readonly levels: number };

/** log p / (1 - p) by price, filled as prices are used. */
const LOG_ODDS: bigint[] = [];

/** log p / (1 - p), fixed-point. */
function logOdds(p: number): bigint {
  const known = LOG_ODDS[p];
  if (known !== undefined) return known;
  const odds = ln(BigInt(p) * ONE) - ln(BigInt(PRICE_ONE - p) * ONE);
  LOG_ODDS[p] = odds;
  return odds;
}

/** Probabilities of a curve's results: of each answer, and of none of them if they do not add to one. */
export function chancesOf(probabilities: readonly number[]): readonly number[] {
  const none = PROBABILITY_ONE - probabilities.reduce((total, each) => total + each, 0);
  return none > 0 ? [...probabilities, none] : probabilities;
}

/** ln (1 / p) of the least probable result: the largest loss of a curve with b = 1. */
export const largestLoss = (probabilities: readonly number[]): bigint => -logOf(Math.min(...chancesOf(probabilities)));

/** b of the curve that loses at most `subsidy`, rounded down, less one micro. */
export function liquidityOf(subsidy: number, probabilities: readonly number[]): Micros {
  return micros(Math.max(1, Number(ratio(BigInt(subsidy), largestLoss(probabilities))) - 1));
}

/** Logarithms of a curve's opening probabilities. */
const OPENINGS = new WeakMap<CurveTerms, readonly bigint[]>();

function openingsOf(curve: CurveTerms): readonly bigint[] {
  const known = OPENINGS.get(curve);
  if (known !== undefined) return known;
  const openings = chancesOf(curve.probabilities).map(logOf);
  OPENINGS.set(curve, openings);
  return openings;
}

const logOf = (probability: number): bigint => ln(ratio(BigInt(probability), BigInt(PROBABILITY_ONE)));

export function largest(values: readonly bigint[]): bigint {
  let [most = 0n] = values;
  for (const value of values) if (value > most) most = value;
  return most;
}

/** Farthest position: beyond it, more of the last band is left out. e^40 is more than any tick asks for. */
const FARTHEST = 40n * ONE;

/**
 * log p / (1 - p) of each answer, fixed-point. `sold`: shares of each answer sold, less those bought back; null for one
 * that has a result and is out of the race, whose position is null. All are null if only one is left.
 */
export function positionsOn(curve: CurveTerms, sold: readonly (number | null)[]): (bigint | null)[] {
  const liquidity = BigInt(curve.liquidity);
  const logs = openingsOf(curve).map((opening, index) => {
    const shares = index < sold.length ? (sold[index] ?? null) : 0;
    return shares === null ? null : opening + ratio(BigInt(shares), liquidity);
  });
  const running = logs.filter((log) => log !== null);
  if (running.length < 2) return sold.map(() => null);
  const most = largest(running);
  // Two answers need no sum: each is what the other is not.
  const isPair = running.length === 2;
  const weights = logs.map((log) => (isPair || log === null ? 0n : exp(log - most)));
  const total = weights.reduce((all, weight) => all + weight);
  const all = running.reduce((both, log) => both + log);
  return sold.map((_, index) => {
    const log = logs[index];
    if (log == null) return null;
    const others = total - (weights[index] as bigint);
    const position = isPair ? 2n * log - all : log - most - ln(others > 0n ? others : 1n);
    return position > FARTHEST ? FARTHEST : position < -FARTHEST ? -FARTHEST : position;
  });
}

/**
 * The quotes at a position, best first on each side, at most `most` a side. Sizes are rounded down, also to 0. Near the
 * price each level is one band; farther away it spans 2, 4, 8 bands at the price of the last, so that a few dozen levels
 * reach from end to end. The best quotes say which all others are.
 */
export function quotesAt(
  curve: CurveTerms,
  position: bigint,
  { tick, spread, levels }: QuoteTerms,
  most = levels,
): Quote[] {
  const last = PRICE_ONE / tick - 1;
  const at = bandAt(position, tick);
  const aside = Math.max(0, Math.ceil((spread - tick) / (2 * tick)));
  const perStep = last <= levels ? last : Math.max(1, Math.floor(levels / (32 - Math.clz32(last))));
  const band = at === 0 || at === last ? 0 : between(curve, at * tick, (at + 1) * tick);
  const part = SIZE_STEP * Math.max(1, Math.floor(band / PARTS / SIZE_STEP));
  const quotes: Quote[] = [];
  for (const side of [ASK, BID]) {
    const way = side === ASK ? 1 : -1;
    const end = side === ASK ? last : 1;
    const start = side === ASK ? at : at + 1;
    let [level, step, used, count] = [start, 1, 0, 0];
    while (count < most && (end - level) * way > 0) {
      const from = level;
      level = side === ASK ? Math.min(level + step, end) : Math.max(level - step, end);
      const size =
        from === start ? restOf(curve, position, level * tick, part) : between(curve, from * tick, level * tick);
      // Not counted, so that the levels beyond are the same from both sides of a price.
      if (from === start && size === 0) continue;
      count++;
      const shown = level + way * aside;
      if (shown >= 1 && shown <= last) quotes.push({ side, price: price(shown * tick), size });
      if (++used >= perStep && level % (2 * step) === 0) [step, used] = [2 * step, 0];
    }
  }
  return quotes;
}

/** Parts of the band at the price: its rest is offered in whole parts, so that most trades move no other answer's quotes. */
const PARTS = 8;

/** Shares between a position and a price, in whole steps. */
function restOf({ liquidity }: CurveTerms, position: bigint, at: number, step = SIZE_STEP): Micros {
  const width = logOdds(at) - position;
  const exact = Number((BigInt(liquidity) * ((width < 0n ? -width : width) + ERROR)) / ONE);
  return micros(exact - (exact % step));
}

/** Shares between two prices of a curve, filled as they are used. */
const BANDS = new WeakMap<CurveTerms, Map<number, Micros>>();

function between(curve: CurveTerms, from: number, to: number): Micros {
  const known = BANDS.get(curve) ?? new Map<number, Micros>();
  if (known.size === 0) BANDS.set(curve, known);
  const key = from * PRICE_ONE + to;
  const size = known.get(key) ?? restOf(curve, logOdds(from), to);
  known.set(key, size);
  return size;
}

/** Number of the last tick at or below the position; 0 below the first. */
function bandAt(position: bigint, tick: number): number {
  let [low, high] = [0, PRICE_ONE / tick - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (logOdds(middle * tick) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The least b with which the whole band at an opening probability is worth a quote. */
export function leastLiquidity(probability: number, tick: number): bigint {
  const position = ln(ratio(BigInt(probability), BigInt(PROBABILITY_ONE - probability)));
  const at = Math.min(Math.max(bandAt(position, tick), 1), PRICE_ONE / tick - 2);
  return (BigInt(SIZE_STEP) * ONE) / (logOdds((at + 1) * tick) - logOdds(at * tick)) + 2n;
}
