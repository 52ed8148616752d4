import { pid } from 'node:process';
import { expect, test } from 'vitest';
import { mapTimes, readThreadTimes, sumOf, type ThreadTimes, tellsThreadTimes } from '../shared/thread-times.ts';
import { printCost } from './cost.ts';

const each = (microseconds: number): ThreadTimes => mapTimes(() => microseconds);

test('cost of an order: its share of another version is the median over the rounds, each taken in turns [H6]', () => {
  // A round in which the whole machine was slow affects both.
  const bars = printCost([each(5), each(50), each(6)], [each(1), each(1), each(1)], [each(10), each(100), each(10)]);
  expect(bars).toMatchObject([{ value: 0.5, max: 1.02 }]);
  expect(printCost([each(5)], [each(1)], null)).toEqual([]);
});

test.skipIf(!tellsThreadTimes())('cost of an order: CPU that a process takes is told', () => {
  const before = readThreadTimes(pid);
  let sum = 0;
  // However slow the machine is, the loop ends once enough CPU time has passed.
  do for (let at = 0; at < 1e5; at++) sum += at;
  while (sumOf(readThreadTimes(pid)) - sumOf(before) < 5);
  expect(sum).toBeGreaterThan(0);
});
