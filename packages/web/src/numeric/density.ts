/** Chances of the buckets of a numeric question as one distribution: its mean and its quantiles. Pure. */

import { formatPart, NO_FIGURE } from '../format/numbers.ts';

/** Ascending edges, one fewer than there are buckets: the first and the last bucket are open tails. */
export type Edges = readonly bigint[];

export interface Quantile {
  /** Point on the scale; in a tail its edge. */
  readonly point: number;
  /** The open tail in which it lies. */
  readonly tail: 'below' | 'above' | null;
  /** Place in buckets, from 0 to their number. */
  readonly place: number;
}

/** Returns the displayed prices as parts of 1, unknown ones as 0; null while none is known. */
export function chancesOf(prices: readonly (string | null)[]): readonly number[] | null {
  const known = prices.map((price) => Number(price ?? 0));
  const sum = known.reduce((all, price) => all + price, 0);
  return sum > 0 ? known.map((price) => price / sum) : null;
}

/** Chances in words; a dash, as in the list of answers, where no price is known. */
export const chanceTexts = (chances: readonly number[], prices: readonly (string | null)[] = []): readonly string[] =>
  chances.map((chance, bucket) => (prices[bucket] === null ? NO_FIGURE : formatPart(chance)));

/** Returns the point below which the value lies with the chance `part`. Chances are even within a bucket. */
export function quantileOf(edges: Edges, chances: readonly number[], part: number): Quantile {
  let [before, bucket] = [0, 0];
  const last = chances.findLastIndex((chance) => chance > 0);
  while (bucket < last && before + (chances[bucket] ?? 0) < part) before += chances[bucket++] ?? 0;
  const chance = chances[bucket] ?? 0;
  const within = chance > 0 ? Math.min(1, Math.max(0, (part - before) / chance)) : 0;
  const [from, to] = boundsOf(edges, bucket);
  const tail = bucket === 0 ? 'below' : bucket === edges.length ? 'above' : null;
  const point = tail === 'below' ? to : tail === 'above' ? from : from + within * (to - from);
  return { point, tail, place: bucket + within };
}

/** Returns the mean, where a tail is as wide as its neighbour; null if a single edge tells no width. */
export function meanOf(edges: Edges, chances: readonly number[]): number | null {
  if (edges.length < 2) return null;
  return chances.reduce((sum, chance, bucket) => {
    const [from, to] = boundsOf(edges, bucket);
    return sum + (chance * (from + to)) / 2;
  }, 0);
}

function boundsOf(edges: Edges, bucket: number): readonly [from: number, to: number] {
  const at = (index: number): number => Number(edges[index] ?? 0n);
  const end = edges.length;
  if (bucket === 0) return [2 * at(0) - at(Math.min(1, end - 1)), at(0)];
  if (bucket === end) return [at(end - 1), 2 * at(end - 1) - at(Math.max(0, end - 2))];
  return [at(bucket - 1), at(bucket)];
}
