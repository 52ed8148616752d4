/** CPU microseconds per order of each thread, and their ratio to another version's. */
import type { Bar, Bench } from '../shared/bench.ts';
import type { Figures } from '../shared/medians.ts';
import { THREADS, type ThreadTimes } from '../shared/thread-times.ts';

/** Maximum share of the previous version's cost, on the same machine in the same run. */
const SHARE_MAX = 1.02;

/** CPU microseconds per order of each thread, and of all. */
export type Cost = ThreadTimes & { readonly sum: number };

/** Prints the table. Returns a bar if there is another version to compare with. */
export function printCost(
  bench: Bench,
  ours: Figures<Cost>,
  bare: Figures<Cost>,
  against: Figures<Cost> | null,
): Bar[] {
  const rows = [...THREADS, 'sum' as const].map((kind) => {
    const share = against === null ? [] : [`${against[kind]}`, `${ours[kind].per(against[kind])}`];
    return [kind, `${ours[kind]}`, `${bare[kind]}`, ...share];
  });
  const compared = against === null ? [] : ['against', 'share'];
  bench.table(['CPU µs per order', 'venue', 'bare route', ...compared], rows);
  if (against === null) return [];
  return [{ label: 'CPU per order, sum / sum of --against', value: ours.sum.per(against.sum), max: SHARE_MAX }];
}
