/**
 * Opening probabilities of buckets, in whole millionths that add to a million. Floats are fine here: the result is part
 * of the command, and the exchange never computes it again.
 */
export const MILLION = 1_000_000;

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
