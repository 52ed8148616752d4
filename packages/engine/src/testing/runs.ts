import fc from 'fast-check';

/** Number of runs of a property: `full` scaled by `PROPERTY_RUNS`, at least 1. Expected counts have to scale too. */
export const runs = (full: number): number => Math.max(1, Math.ceil(full * Number(process.env['PROPERTY_RUNS'] ?? 1)));

/** How often runs met a case, against vacuous checks; infinite with `PROPERTY_SEED`, as rare cases may be missed. */
export const met = (count: number) => (process.env['PROPERTY_SEED'] === undefined ? count : Number.POSITIVE_INFINITY);

/** The seed of a test that has its own: another one with `PROPERTY_SEED`. */
export const seedOf = (own: number): number => own + (Number(process.env['PROPERTY_SEED']) || 0);

type Values = [unknown, ...unknown[]];
type Given<Some extends Values> = { [Place in keyof Some]: fc.Arbitrary<Some[Place]> };
type Check<Some extends Values, Verdict> = (...values: Some) => Verdict;

/** Checks a property in `runs(full)` runs. */
export const forAll = <Some extends Values>(
  full: number,
  given: Given<Some>,
  check: Check<Some, boolean | undefined>,
): void => fc.assert(fc.property<Some>(...given, check), { numRuns: runs(full) });

export const forAllAsync = <Some extends Values>(
  full: number,
  given: Given<Some>,
  check: Check<Some, Promise<boolean | undefined>>,
): Promise<void> => fc.assert(fc.asyncProperty<Some>(...given, check), { numRuns: runs(full) });
