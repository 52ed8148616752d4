/**
 * Returns how often a property runs: `full` times, scaled by `PROPERTY_RUNS` (0.25 in the quick lane, 1 by default, more to
 * look longer). Counts of what the runs met have to scale with it. At least 1.
 */
export const runs = (full: number): number => Math.max(1, Math.ceil(full * Number(process.env['PROPERTY_RUNS'] ?? 1)));
