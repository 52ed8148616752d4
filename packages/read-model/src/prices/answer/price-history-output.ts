/**
 * Limits of a history request, and how a history is sampled. The grid's times are whole multiples of the fidelity since
 * 1970. A point shows the price after everything that happened before its time, carried forward. Pure functions.
 */
import {
  HISTORY_LIFE_POINTS_MAX,
  HISTORY_POINTS_MAX,
  type HistoryInterval,
  type HistoryPoint,
} from '@bellwether/contract';
import { type Failure, failure } from '@bellwether/wire/failure.ts';
import type { PriceStep } from '../query/price-history.ts';
import { GRAINS, type GrainRule, HALF_TICKS_ONE } from '../tables.ts';

/** Filters of either form, by the names of `GET /prices-history`. */
export interface HistoryFilters {
  readonly startTs?: number;
  readonly endTs?: number;
  readonly interval?: HistoryInterval;
  readonly fidelity?: number;
}

export interface HistorySpan {
  /** Unix seconds; null starts at the first price. */
  readonly startS: number | null;
  readonly endS: number;
  /** True if the current price ends the history. */
  readonly isUntilNow: boolean;
  readonly nowS: number;
  /** Minutes between two points. For a span from the first price on, raised according to the market's age. */
  readonly fidelity: number;
}

type IntervalRule = { readonly seconds: number; readonly fidelityMin: number };

const DAY_S = 86_400;
/** Maximum age in seconds of an end time that still counts as now: it was now when the client sent the request. */
const LATE_S = 5;
/** Minimum fidelities are those of the ecosystem. */
const INTERVALS: Readonly<Record<Exclude<HistoryInterval, 'max' | 'all'>, IntervalRule>> = {
  '1h': { seconds: 3_600, fidelityMin: 1 },
  '6h': { seconds: 6 * 3_600, fidelityMin: 1 },
  '1d': { seconds: DAY_S, fidelityMin: 1 },
  '1w': { seconds: 7 * DAY_S, fidelityMin: 5 },
  '1m': { seconds: 30 * DAY_S, fidelityMin: 10 },
};
/** Available fidelities for a whole life, in minutes. */
const LIFE_FIDELITIES = [1, 5, 10, 30, 60, 180, 360, 720, 1_440, 10_080] as const;

export const invalidFilters = (detail: string): Failure => failure('invalid_filters', { detail });

export const UNKNOWN_INTERVAL =
  "the 'interval' value is unknown. Known values: '1m', '1w', '1d', '6h', '1h', 'max', 'all'";

export type RangeNames = { readonly start: string; readonly end: string };

const QUERY_NAMES: RangeNames = { start: 'startTs', end: 'endTs' };
export const BODY_NAMES: RangeNames = { start: 'start_ts', end: 'end_ts' };

/**
 * Span requested by filters at `nowS` (Unix seconds), or the refusal. A fidelity too fine for the span is refused, or
 * raised until a history has at most `raisedTo` points.
 */
export function historySpan(
  filters: HistoryFilters,
  nowS: number,
  { start, end }: RangeNames = QUERY_NAMES,
  raisedTo: number | null = null,
): HistorySpan | Failure {
  const { startTs, endTs, interval } = filters;
  const endS = Math.min(endTs ?? nowS, nowS);
  if (startTs === undefined) {
    if (endTs !== undefined && interval === undefined) return invalidFilters(`'${end}' needs '${start}' or 'interval'`);
    return intervalSpan(interval ?? '1d', filters.fidelity, endS, nowS, raisedTo !== null);
  }
  // Public loaders send an interval along with the times; the times take precedence.
  if (endTs !== undefined && startTs > endTs) return invalidFilters(`'${start}' must not be after '${end}'`);
  const least = leastFidelity(startTs, nowS);
  const pointsMax = raisedTo ?? HISTORY_POINTS_MAX;
  const fitting = Math.max(least, fittingFidelity(endS - startTs, pointsMax));
  let fidelity = filters.fidelity ?? fitting;
  const isTooEarly = fidelity < least;
  const isTooLong = (endS - startTs) / (fidelity * 60) > pointsMax;
  if (raisedTo !== null && (isTooEarly || isTooLong)) fidelity = fitting;
  else if (isTooEarly) return invalidFilters(`minimum 'fidelity' for a range that begins so early is ${least}`);
  else if (isTooLong) return invalidFilters(`'${start}' and '${end}' interval is too long`);
  // The future has no price yet: a span that begins there is empty.
  return { startS: startTs, endS, isUntilNow: startTs <= nowS && nowS - endS <= LATE_S, nowS, fidelity };
}

function intervalSpan(
  interval: HistoryInterval,
  asked: number | undefined,
  endS: number,
  nowS: number,
  isRaised: boolean,
) {
  const isUntilNow = nowS - endS <= LATE_S;
  if (interval === 'max' || interval === 'all') return { startS: null, endS, isUntilNow, nowS, fidelity: asked ?? 1 };
  const startS = Math.max(endS - INTERVALS[interval].seconds, 0);
  const least = Math.max(INTERVALS[interval].fidelityMin, leastFidelity(startS, nowS));
  const fidelity = isRaised ? Math.max(asked ?? least, least) : (asked ?? least);
  if (fidelity < least) return invalidFilters(`minimum 'fidelity' for '${interval}' range is ${least}`);
  return { startS, endS, isUntilNow, nowS, fidelity };
}

export function pointsAtMost({ startS, endS, fidelity }: HistorySpan): number {
  return startS === null ? HISTORY_LIFE_POINTS_MAX : Math.max(Math.ceil((endS - startS) / (fidelity * 60)), 0) + 1;
}

/** Length in minutes of the finest buckets that reach back to `startS`. */
function leastFidelity(startS: number, nowS: number): number {
  return readableGrains(startS, nowS)[0].seconds / 60;
}

/** Finest usual fidelity that keeps a span within the maximum number of points of an answer. */
function fittingFidelity(spanS: number, pointsMax: number): number {
  return LIFE_FIDELITIES.find((minutes) => spanS / (minutes * 60) <= pointsMax) ?? LIFE_FIDELITIES[9];
}

/** Fidelity for a market's whole life: the requested one, or a coarser one if it is too fine for the market's age. */
export function lifeFidelity(startS: number, nowS: number, asked: number): number {
  const fitting = fittingFidelity(nowS - startS, HISTORY_LIFE_POINTS_MAX);
  return Math.max(asked, fitting, leastFidelity(startS, nowS));
}

/** Buckets to read: the coarsest that fit the grid, else the finest that reach back far enough. */
export function grainOf(startS: number, nowS: number, stepS: number): GrainRule {
  const readable = readableGrains(startS, nowS);
  return readable.findLast(({ seconds }) => stepS % seconds === 0) ?? readable[0];
}

export function readableGrains(startS: number, nowS: number): readonly [GrainRule, ...GrainRule[]] {
  const [minutes, fives, hours, days] = GRAINS;
  const reaches = ({ readableS }: GrainRule): boolean => nowS - startS <= readableS;
  if (reaches(minutes)) return GRAINS;
  if (reaches(fives)) return [fives, hours, days];
  return reaches(hours) ? [hours, days] : [days];
}

/** Points of an outcome at each time of the grid in `startS`..`endS`; none while there is no price. */
export function samplePrices(
  steps: readonly PriceStep[],
  outcome: 0 | 1,
  { startS, endS, stepS }: { readonly startS: number; readonly endS: number; readonly stepS: number },
): HistoryPoint[] {
  const points: HistoryPoint[] = [];
  let next = 0;
  let price: number | null = null;
  for (let t = Math.ceil(startS / stepS) * stepS; t <= endS; t += stepS) {
    for (let step = steps[next]; step !== undefined && step.atS <= t; step = steps[next]) {
      price = step.priceHalfTicks;
      next += 1;
    }
    if (price !== null) points.push({ t, p: priceOf(price, outcome) });
  }
  return points;
}

/** The points with the current price at `endS`, which may be newer than the grid shows. */
export function withPriceOfNow(
  points: HistoryPoint[],
  newest: PriceStep,
  outcome: 0 | 1,
  endS: number,
): HistoryPoint[] {
  if (points.at(-1)?.t === endS) points.pop();
  if (newest.priceHalfTicks !== null) points.push({ t: endS, p: priceOf(newest.priceHalfTicks, outcome) });
  return points;
}

export function priceOf(halfTicks: number, outcome: 0 | 1): number {
  return (outcome === 0 ? halfTicks : HALF_TICKS_ONE - halfTicks) / HALF_TICKS_ONE;
}
