/** Price histories as the chart wants them: one axis of time, one column per line. Pure; prices here are only drawn. */
import type { HistoryPoint } from '@bellwether/contract';

/** Seconds, and for each line its price at that second; null before its first price. */
export type AlignedSeries = [number[], ...(number | null)[][]];

/** A point of a line; a price that is null became unknown then. */
export interface LinePoint {
  readonly t: number;
  readonly p: number | null;
}

/** Puts lines onto one axis. A price holds until the next one. O(points). */
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

/**
 * The history with what was told since; points that are older than its last one are left out. A line ends where its price
 * became unknown.
 */
export function extendHistory(
  history: readonly HistoryPoint[],
  live: readonly LinePoint[],
  now: number,
): readonly LinePoint[] {
  const end = history.at(-1)?.t ?? 0;
  const newer = live.filter(({ t }) => t > end);
  const last: LinePoint | undefined = newer.at(-1) ?? history.at(-1);
  // The line reaches to the present.
  const present = last !== undefined && last.p !== null && last.t < now ? [{ t: now, p: last.p }] : [];
  return [...history, ...newer, ...present];
}

/** What lies in `start` and later; the price that held at `start` begins it, as it began a longer history. */
export function clipHistory(points: readonly LinePoint[], start: number): readonly LinePoint[] {
  const first = points.findIndex(({ t }) => t >= start);
  const kept = first === -1 ? [] : points.slice(first);
  const before = first === -1 ? points.at(-1) : points[first - 1];
  return before === undefined || before.p === null || kept[0]?.t === start
    ? kept
    : [{ t: start, p: before.p }, ...kept];
}

/** Low and high end of the axis: the prices with some air, never outside 0..1, never a flat line. */
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

/** How a price changed over a history, in 0..1; null without a price at its begin or now. */
export function changeOf(points: readonly HistoryPoint[] | undefined, now: string | null): number | null {
  const first = points?.[0];
  return first === undefined || now === null ? null : Number(now) - first.p;
}
