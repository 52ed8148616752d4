/** Scoring rules over time-weighted sums, in integers. Pure functions. */
import { HALF_TICKS_ONE } from '../prices/tables.ts';
import { BINS } from './tables.ts';

/** Bin of a probability in 1/20000. */
export const binOf = (halfTicks: number): number => Math.min(Math.floor((halfTicks * BINS) / HALF_TICKS_ONE), BINS - 1);

/** A forecast in 1/20000 that is neither 0 nor 1, so that its logarithm is finite. */
export const asForecast = (halfTicks: number): number => Math.max(1, Math.min(halfTicks, HALF_TICKS_ONE - 1));

/** -ln of a probability in 1/20000, in millionths, rounded. */
export const surprise = (halfTicks: number): number => Math.round(-1e6 * Math.log(halfTicks / HALF_TICKS_ONE));

/** Sums of `forecast_bins` over all bins. */
export interface ForecastSums {
  readonly seconds: bigint;
  readonly forecast: bigint;
  readonly squares: bigint;
  readonly logFirst: bigint;
  readonly logSecond: bigint;
}

export interface Score {
  /** Mean of (f - o)² in millionths, rounded half up; f: forecast, o: payout of the first outcome, both from 0 to 1. */
  readonly brier: number;
  /** Mean of -o ln(f) - (1 - o) ln(1 - f) in millionths, rounded half up. */
  readonly log: number;
}

const PAYOUT_ONE = 10_000n;

/** Score of a forecast by the payout of the first outcome in 1/10000; null if it never lasted a second. */
export function scoreOf(
  { seconds, forecast, squares, logFirst, logSecond }: ForecastSums,
  payout: number,
): Score | null {
  if (seconds === 0n) return null;
  const happened = BigInt(payout);
  // In 1/20000 squared, which are 400 to a millionth.
  const errors = squares - 4n * happened * forecast + 4n * happened * happened * seconds;
  const surprises = happened * logFirst + (PAYOUT_ONE - happened) * logSecond;
  return { brier: rounded(errors, 400n * seconds), log: rounded(surprises, PAYOUT_ONE * seconds) };
}

const rounded = (part: bigint, whole: bigint): number => Number((2n * part + whole) / (2n * whole));
