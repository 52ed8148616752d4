/** Number of runs of a property: `full` scaled by `PROPERTY_RUNS`, at least 1. Expected counts have to scale too. */
export const runs = (full: number): number => Math.max(1, Math.ceil(full * Number(process.env['PROPERTY_RUNS'] ?? 1)));

/** How often runs met a case, against vacuous checks; infinite with `PROPERTY_SEED`, as rare cases may be missed. */
export const met = (count: number): number =>
  process.env['PROPERTY_SEED'] === undefined ? count : Number.POSITIVE_INFINITY;
