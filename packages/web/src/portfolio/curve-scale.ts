/** Axes of the curve: the range of money and time, and the positions of their labels. Pure; only for drawing. */
import { timeTicks } from '../format/time-ticks.ts';

export interface MoneyScale {
  readonly low: number;
  readonly high: number;
  /** Distance between two labels: 1, 2 or 5 times a power of ten. */
  readonly step: number;
  readonly ticks: readonly number[];
}

const STEPS = 3;

/** Returns an axis of two to six labels. It spans `least` or more: a change of cents must not look like a crash. */
export function moneyScale(values: readonly number[], least: number): MoneyScale {
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const step = niceStep(Math.max(max - min, least) / STEPS);
  let [from, to] = [Math.floor(min / step), Math.ceil(max / step)];
  // An axis of values that are never negative does not extend below zero.
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
  /** Ends of the axis in Unix seconds; never equal. */
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
}

/** Minimum span of the time axis: the few seconds of a new account are not stretched into a history. */
const SPAN_SECONDS_MIN = 600;
const TIME_LABELS_MAX = 4;

export function timeScale(first: number, last: number): TimeScale {
  const from = Math.min(first, last - SPAN_SECONDS_MIN);
  return { from, to: last, ticks: timeTicks(from, last, TIME_LABELS_MAX) };
}

/** Returns the index of the last point at or before `t`, or 0 if there is none. Points are oldest first. */
export function indexAt(points: readonly { readonly t: number }[], t: number): number {
  const next = points.findIndex((point) => point.t > t);
  return next < 0 ? points.length - 1 : Math.max(0, next - 1);
}
