/** CPU microseconds per order of each thread, and what share they are of another version's. */
import { type Bar, median, printTable } from '../shared/report.ts';
import { mapTimes, sumOf, THREADS, type ThreadKind, type ThreadTimes } from '../shared/thread-times.ts';

/** Bars in microseconds on the machine where they were set: shown only, since machines differ. */
const BARS_US: Partial<Record<ThreadKind, number>> = { gateway: 100, signatures: 75, exchange: 30, projector: 50 };
/** Of what an order cost before, on the same machine in the same run. */
const SHARE_MAX = 0.55;

/** CPU microseconds per order of each round. */
export type Cost = readonly ThreadTimes[];

const medians = (cost: Cost): ThreadTimes => mapTimes((kind) => median(cost.map((times) => times[kind])));

/** Prints the table; the bar is there when there is another version to compare with. */
export function printCost(ours: Cost, bare: Cost, against: Cost | null): Bar[] {
  const here = medians(ours);
  const bound = medians(bare);
  const there = against === null ? null : medians(against);
  const figures = (name: string, time: number, bareTime: number, before: number | null, bar: string): string[] => [
    name,
    time.toFixed(1),
    bar,
    bareTime.toFixed(1),
    ...(before === null ? [] : [before.toFixed(1), before > 0 ? (time / before).toFixed(2) : '']),
  ];
  const rows = THREADS.map((kind) => {
    const name = kind === 'gateway' ? 'gateway (main thread)' : kind === 'other' ? 'rest' : kind;
    return figures(name, here[kind], bound[kind], there?.[kind] ?? null, BARS_US[kind]?.toString() ?? '');
  });
  rows.push(figures('sum', sumOf(here), sumOf(bound), there === null ? null : sumOf(there), ''));
  printTable(['CPU µs per order', 'venue', 'bar', 'bare route', ...(there === null ? [] : ['against', 'share'])], rows);
  if (against === null) return [];
  // Round by round, so that what else the machine does falls on both.
  const shares = ours.map((times, round) => sumOf(times) / sumOf(against[round] as ThreadTimes));
  return [{ label: 'CPU per order, sum / sum of --against', ratio: median(shares), atLeast: null, atMost: SHARE_MAX }];
}
