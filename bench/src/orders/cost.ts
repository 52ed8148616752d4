/** CPU microseconds per order of each thread, and their ratio to another version's. */
import type { Bar } from '../shared/bench.ts';
import { median, print, tableLines } from '../shared/report.ts';
import { mapTimes, sumOf, THREADS, type ThreadKind, type ThreadTimes } from '../shared/thread-times.ts';

/** Bars in microseconds on the machine where they were set; for display only, since machines differ. */
const BARS_US: Partial<Record<ThreadKind, number>> = { gateway: 100, signatures: 75, exchange: 30, projector: 50 };
/** Maximum share of the previous version's cost, on the same machine in the same run. */
const SHARE_MAX = 1.02;

/** CPU microseconds per order of each round. */
export type Cost = readonly ThreadTimes[];

export const medians = (cost: Cost): ThreadTimes => mapTimes((kind) => median(cost.map((times) => times[kind])));

/** Prints the table. Returns a bar if there is another version to compare with. */
export function printCost(ours: Cost, bare: Cost, against: Cost | null): Bar[] {
  const columns = [ours, bare, ...(against === null ? [] : [against])].map(medians);
  const row = (name: string, of: (times: ThreadTimes) => number, bar = ''): string[] => {
    const [here = 0, bound = 0, there] = columns.map(of);
    const share = there === undefined ? [] : [there.toFixed(1), (here / there).toFixed(2)];
    return [name, here.toFixed(1), bar, bound.toFixed(1), ...share];
  };
  const rows = THREADS.map((kind) => row(kind, (times) => times[kind], BARS_US[kind]?.toString()));
  const heading = ['CPU µs per order', 'venue', 'bar', 'bare route', ...(against === null ? [] : ['against', 'share'])];
  for (const line of tableLines(heading, [...rows, row('sum', sumOf)])) print(line);
  if (against === null) return [];
  // Compared round by round, so that other work on the machine affects both.
  const shares = ours.map((times, round) => sumOf(times) / sumOf(against[round] as ThreadTimes));
  return [{ label: 'CPU per order, sum / sum of --against', value: median(shares), max: SHARE_MAX }];
}
