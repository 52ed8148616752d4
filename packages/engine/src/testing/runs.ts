/**
 * Returns the number of runs of a property: `full`, scaled by `PROPERTY_RUNS` (0.25 in the quick lane, 1 by default,
 * more for longer searches), at least 1. Expected counts of events in the runs have to be scaled too.
 */
export const runs = (full: number): number => Math.max(1, Math.ceil(full * Number(process.env['PROPERTY_RUNS'] ?? 1)));

/**
 * Returns how often runs met a case, for checks that a property is not vacuous. With the fixed seed the count is the
 * same on every machine. With another seed (`PROPERTY_SEED`) a few runs may miss a rare case, so the count does not
 * matter: infinite.
 */
export const met = (count: number): number =>
  process.env['PROPERTY_SEED'] === undefined ? count : Number.POSITIVE_INFINITY;
