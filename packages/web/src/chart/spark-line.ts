/** Small step curves as SVG paths. Pure. Floats are fine, as prices are only drawn. */
import type { HistoryPoint } from '@bellwether/contract';
import { priceRange } from './series.ts';

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
