import { pid } from 'node:process';
import { expect, test } from 'vitest';
import { Bench } from '../shared/bench.ts';
import { figuresOf } from '../shared/medians.ts';
import { mapTimes, readThreadTimes, sumOf, tellsThreadTimes } from '../shared/thread-times.ts';
import { type Cost, printCost } from './cost.ts';

const bench = new Bench(true, undefined);
const runs = (...microseconds: number[]) =>
  figuresOf(microseconds.map((us): Cost => ({ ...mapTimes(() => us), sum: us })));

test('cost of an order: its share of another version is the median over the runs, each taken in turns [H6]', () => {
  // A run in which the whole machine was slow affects both.
  const bars = printCost(bench, runs(5, 50, 6), runs(1, 1, 1), runs(10, 100, 10));
  expect(bars).toMatchObject([{ value: { median: 0.5 }, max: 1.02 }]);
  expect(printCost(bench, runs(5), runs(1), null)).toEqual([]);
});

test.skipIf(!tellsThreadTimes())('cost of an order: CPU that a process takes is told', () => {
  const before = readThreadTimes(pid);
  let sum = 0;
  // However slow the machine is, the loop ends once enough CPU time has passed.
  do for (let at = 0; at < 1e5; at++) sum += at;
  while (sumOf(readThreadTimes(pid)) - sumOf(before) < 5);
  expect(sum).toBeGreaterThan(0);
});
