/**
 * Ranges of a numeric question and the chances at which they open, in whole millionths that add to a million. The venue
 * makes an event of them, and the page shows it beforehand. Floats are fine for the chances: they are part of the
 * command, and the exchange never computes them again.
 */
export const MILLION = 1_000_000;
export const BUCKETS_MAX = 200;
export const EDGES_MAX = BUCKETS_MAX - 1;
export const BUCKETS_RULE = `must make 2 to ${BUCKETS_MAX} buckets`;
/** Least opening chance of a bucket in millionths. */
export const OPENING_CHANCE_MIN = 500;

export type LineKind = 'number' | 'date';

/** Points of one whole number, and of one day: millionths, and milliseconds. */
export const POINTS_OF = { number: 1_000_000n, date: 86_400_000n } as const;

/** Reports the rule that a field breaks; never returns. */
export type FailRange = (name: 'from' | 'step', rule: string) => never;

/** Edges from one point to another. `step` is in points, or for dates text such as `7`, `1 week` or `1 month`. */
export function edgesBetween(from: bigint, to: bigint, step: bigint | string, fail: FailRange): bigint[] {
  if (from >= to) fail('from', 'must be less than to');
  const after = typeof step === 'string' ? dateSteps(from, step, fail) : (count: number) => from + step * BigInt(count);
  if (after(1) <= from) fail('step', 'must be above 0');
  const edges = [from];
  for (let last = from; last < to; edges.push(last)) {
    if (edges.length === EDGES_MAX) fail('step', BUCKETS_RULE);
    last = after(edges.length);
    if (last > to) fail('step', 'must divide the distance of from and to');
  }
  return edges;
}

const DAYS: Readonly<Record<string, number>> = { day: 1, week: 7 };
const MONTHS: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 };
const STEP = /^([1-9][0-9]{0,3})(?: (day|week|month|quarter|year)s?)?$/;

/** Returns the edge after a number of steps. */
function dateSteps(from: bigint, step: string, fail: FailRange): (count: number) => bigint {
  const [, count, unit = 'day'] = STEP.exec(step) ?? [];
  if (count === undefined)
    return fail('step', 'must be a whole number of days, or as 1 week, 1 month, 1 quarter or 1 year');
  const months = Number(count) * (MONTHS[unit] ?? 0);
  const days = BigInt(count) * BigInt(DAYS[unit] ?? 0);
  const start = new Date(Number(from));
  if (months > 0 && start.getUTCDate() > 28) fail('from', 'must be day 1 to 28 of its month with such a step');
  const monthsOn = (steps: number) =>
    BigInt(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months * steps, start.getUTCDate()));
  return (steps) => (months > 0 ? monthsOn(steps) : from + days * POINTS_OF.date * BigInt(steps));
}

/** True for an edge that is not above the one before it. */
export const isOutOfOrder = (edge: bigint, index: number, edges: readonly bigint[]): boolean =>
  index > 0 && edge <= (edges[index - 1] as bigint);

/** Weights of buckets: the widths between their edges; a bucket without an end weighs as much as one of mean width. */
export function uniformWeights(edges: readonly bigint[]): number[] {
  const widths = edges.slice(1).map((edge, index) => Number(edge - (edges[index] as bigint)));
  const mean = widths.reduce((sum, width) => sum + width, 0) / widths.length || 1;
  return [mean, ...widths, mean];
}

/** Weights of buckets under a normal distribution, whose mean and standard deviation are in points as the edges. */
export function normalWeights(edges: readonly bigint[], mean: bigint, deviation: bigint): number[] {
  const below = [0, ...edges.map((edge) => normalBelow(Number(edge - mean) / Number(deviation))), 1];
  return below.slice(1).map((next, index) => Math.max(0, next - (below[index] as number)));
}

/** Probability below z; error under 7.5e-8 (M. Abramowitz and I. Stegun, Handbook of Mathematical Functions, 26.2.17). */
function normalBelow(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  // Of the powers of t, the highest first.
  const factors = [1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.31938153];
  const polynomial = factors.reduce((sum, factor) => (sum + factor) * t, 0);
  const above = (polynomial * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI);
  return z < 0 ? above : 1 - above;
}

/** Parts of a million in proportion to `weights`, each at least `least`, by largest remainder. */
export function apportion(weights: readonly number[], least = 0): number[] {
  const parts = weights.map(() => least);
  let free = weights.map((weight, index) => ({ weight, index, quota: 0 }));
  for (;;) {
    const total = MILLION - least * (weights.length - free.length);
    const sum = free.reduce((all, { weight }) => all + weight, 0);
    const quotas = free.map((one) => ({ ...one, quota: (one.weight / sum) * total }));
    free = quotas.filter(({ quota }) => quota >= least);
    // A part raised to the least takes from the others, which may then fall below it.
    if (free.length === quotas.length) break;
  }
  for (const { index, quota } of free) parts[index] = Math.floor(quota);
  const missing = MILLION - parts.reduce((all, part) => all + part, 0);
  const byRemainder = free.toSorted((one, other) => (other.quota % 1) - (one.quota % 1));
  for (const { index } of byRemainder.slice(0, missing)) (parts[index] as number) += 1;
  return parts;
}
