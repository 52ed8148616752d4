/**
 * Returns how often a property runs: `full` times, scaled by `PROPERTY_RUNS` (0.25 in the quick lane, 1 by default, more to
 * look longer). Counts of what the runs met have to scale with it. At least 1.
 */
export const runs = (full: number): number => Math.max(1, Math.ceil(full * Number(process.env['PROPERTY_RUNS'] ?? 1)));

/**
 * How often runs met something, for a check that a property says anything at all. With the fixed seed the count is the same on
 * every machine; with another one (`PROPERTY_SEED`) a few runs may meet nothing of a rare kind, and the count is no matter: infinite.
 */
export const met = (count: number): number =>
  process.env['PROPERTY_SEED'] === undefined ? count : Number.POSITIVE_INFINITY;
