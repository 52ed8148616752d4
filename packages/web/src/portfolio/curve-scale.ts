/** The axes of the curve: which money and which times they span, and where their labels stand. Pure; only for drawing. */
import { timeTicks } from '../format/time-ticks.ts';

export interface MoneyScale {
  /** Ends of the axis, in collateral; never the same. */
  readonly low: number;
  readonly high: number;
  /** Between two labels: 1, 2 or 5 and a power of ten. */
  readonly step: number;
  readonly ticks: readonly number[];
}

/** Steps that the axis is cut into, about. */
const STEPS = 3;

/** Spans all values and at least `least`, so that a change of cents does not look like a fall. Two to six labels. */
export function moneyScale(values: readonly number[], least: number): MoneyScale {
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const step = niceStep(Math.max(max - min, least) / STEPS);
  let [from, to] = [Math.floor(min / step), Math.ceil(max / step)];
  // What is never negative has no axis below nothing.
  while (to === from || (to - from) * step < least) {
    const hasRoomBelow = from > 0 || min < 0;
    if (hasRoomBelow && min - from * step < to * step - max) from -= 1;
    else to += 1;
  }
  const ticks = Array.from({ length: to - from + 1 }, (_, index) => (from + index) * step);
  return { low: from * step, high: to * step, step, ticks };
}

function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10) * power;
}

export interface TimeScale {
  /** Unix seconds; never the same. */
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
}

/** A young account has its line at the right end of an axis of ten minutes: seconds are not drawn out to a history. */
const SPAN_SECONDS_MIN = 600;
const TIME_LABELS_MAX = 4;

export function timeScale(first: number, last: number): TimeScale {
  const from = Math.min(first, last - SPAN_SECONDS_MIN);
  return { from, to: last, ticks: timeTicks(from, last, TIME_LABELS_MAX) };
}

/** Index of the last point up to a time; the first one before all of them. Points are oldest first. */
export function indexAt(points: readonly { readonly t: number }[], t: number): number {
  const next = points.findIndex((point) => point.t > t);
  return next < 0 ? points.length - 1 : Math.max(0, next - 1);
}
