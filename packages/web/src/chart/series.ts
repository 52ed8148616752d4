/** Converts price histories for the chart: one time axis, one column per line. Floats suffice for drawing. Pure. */
import type { HistoryPoint } from '@bellwether/contract';

/** Times in Unix seconds, then one column of prices per line; null before a line's first price. */
export type AlignedSeries = [number[], ...(number | null)[][]];

/** A point of a line; a null price means that the price became unknown. */
export interface LinePoint {
  readonly t: number;
  readonly p: number | null;
}

/** Aligns lines on one time axis. A price holds until the next one. O(points). */
export function alignSeries(lines: readonly (readonly LinePoint[])[]): AlignedSeries {
  const times = [...new Set(lines.flatMap((points) => points.map(({ t }) => t)))].sort((a, b) => a - b);
  const columns = lines.map((points) => {
    let at = 0;
    let price: number | null = null;
    return times.map((time) => {
      for (let next = points[at]; next !== undefined && next.t <= time; next = points[at]) {
        price = next.p;
        at += 1;
      }
      return price;
    });
  });
  return [times, ...columns];
}

/** Appends newer live points to a history and extends the line to `now`, or to where its price became unknown. */
export function extendHistory(
  history: readonly HistoryPoint[],
  live: readonly LinePoint[],
  now: number,
): readonly LinePoint[] {
  const end = history.at(-1)?.t ?? 0;
  const newer = live.filter(({ t }) => t > end);
  const last: LinePoint | undefined = newer.at(-1) ?? history.at(-1);
  // Extend the line to the present.
  const present = last !== undefined && last.p !== null && last.t < now ? [{ t: now, p: last.p }] : [];
  return [...history, ...newer, ...present];
}

/** Returns the points from `start` on. The price that held at `start` becomes the first point. */
export function clipHistory(points: readonly LinePoint[], start: number): readonly LinePoint[] {
  const first = points.findIndex(({ t }) => t >= start);
  const kept = first === -1 ? [] : points.slice(first);
  const before = first === -1 ? points.at(-1) : points[first - 1];
  return before === undefined || before.p === null || kept[0]?.t === start
    ? kept
    : [{ t: start, p: before.p }, ...kept];
}

/** Returns the ends of the price axis: the range with some padding, within 0..1 and never of zero height. */
export function priceRange(columns: readonly (readonly (number | null)[])[]): readonly [number, number] {
  let low = 1;
  let high = 0;
  for (const column of columns) {
    for (const price of column) {
      if (price === null) continue;
      if (price < low) low = price;
      if (price > high) high = price;
    }
  }
  if (low > high) return [0, 1];
  const air = Math.max((high - low) * 0.15, 0.02);
  return [Math.max(0, low - air), Math.min(1, high + air)];
}

/** Returns the price change over a history, -1..1; null if the first or the current price is unknown. */
export function changeOf(points: readonly HistoryPoint[] | undefined, now: string | null): number | null {
  const first = points?.[0];
  return first === undefined || now === null ? null : Number(now) - first.p;
}

/** Size of the box that paths are drawn in. The element that shows the paths stretches it. */
export const SPARK_WIDTH = 100;
export const SPARK_HEIGHT = 40;
/** Margin at top and bottom for the line's own width. */
const EDGE = 2;

/**
 * Returns one path per line, all on the same time and price scale; '' for a line without a price. A line starts at its
 * first point and reaches to `now` (Unix seconds).
 */
export function sparkPaths(lines: readonly (readonly HistoryPoint[])[], now: number): readonly string[] {
  const from = Math.min(now - 1, ...lines.flatMap((points) => points.slice(0, 1).map(({ t }) => t)));
  const [low, high] = priceRange(lines.map((points) => points.map(({ p }) => p)));
  const x = (t: number): string => (((Math.min(t, now) - from) / (now - from)) * SPARK_WIDTH).toFixed(1);
  const y = (p: number): string => (EDGE + ((high - p) / (high - low)) * (SPARK_HEIGHT - 2 * EDGE)).toFixed(1);
  return lines.map((points) => {
    const [first, ...others] = points;
    if (first === undefined) return '';
    // A single price is drawn as a level line, not as a dot at the end.
    if (others.length === 0) return `M0 ${y(first.p)}H${SPARK_WIDTH}`;
    return `M${x(first.t)} ${y(first.p)}${others.map(({ t, p }) => `H${x(t)}V${y(p)}`).join('')}H${SPARK_WIDTH}`;
  });
}
