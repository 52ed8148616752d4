import { expect, test } from 'vitest';
import { Bench } from './bench.ts';
import { Figure } from './medians.ts';

test('medians: each figure of all runs that count, with its least and most', async () => {
  const bench = new Bench(false, undefined);
  const runs: number[] = [];
  const measure = (run: number) => {
    runs.push(run);
    return { order: { ms: 10 - run } };
  };
  const { order } = await bench.medianOf(5, measure, 2);
  expect(runs).toEqual([-2, -1, 0, 1, 2, 3, 4]);
  expect(order.ms.values).toEqual([10, 9, 8, 7, 6]);
  expect(`${order.ms}`).toBe('8 (6 to 10)');
  // Run by run, and not the ratio of the medians.
  expect(new Figure([1, 20, 3]).per(new Figure([1, 2, 30])).values).toEqual([1, 10, 0.1]);
});

test('medians: a smoke run measures once and shows no range', async () => {
  const { ms } = await new Bench(true, undefined).medianOf(5, (run) => ({ ms: run + 0.25 }), 1);
  expect(`${ms}`).toBe('0.25');
});
