/** Small curves as paths of SVG, stepped as prices are. Pure; prices here are only drawn. */
import type { HistoryPoint } from '@bellwether/contract';
import { priceRange } from './series.ts';

/** The box that paths are drawn in; the element that shows them stretches it. */
export const SPARK_WIDTH = 100;
export const SPARK_HEIGHT = 40;
/** Room for the line's own width at top and bottom. */
const EDGE = 2;

/**
 * One path for each line, all on one scale of time and price; '' for a line without a price. A line begins with its first
 * point at the earliest and reaches to `now` (Unix seconds).
 */
export function sparkPaths(lines: readonly (readonly HistoryPoint[])[], now: number): readonly string[] {
  const from = Math.min(now - 1, ...lines.flatMap((points) => points.slice(0, 1).map(({ t }) => t)));
  const [low, high] = priceRange(lines.map((points) => points.map(({ p }) => p)));
  const x = (t: number): string => (((Math.min(t, now) - from) / (now - from)) * SPARK_WIDTH).toFixed(1);
  const y = (p: number): string => (EDGE + ((high - p) / (high - low)) * (SPARK_HEIGHT - 2 * EDGE)).toFixed(1);
  return lines.map((points) => {
    const [first, ...others] = points;
    if (first === undefined) return '';
    // A price that is all there is makes a level line, not a dot at its end.
    if (others.length === 0) return `M0 ${y(first.p)}H${SPARK_WIDTH}`;
    return `M${x(first.t)} ${y(first.p)}${others.map(({ t, p }) => `H${x(t)}V${y(p)}`).join('')}H${SPARK_WIDTH}`;
  });
}
