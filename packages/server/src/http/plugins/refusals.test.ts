import { expect, test } from 'vitest';
import { REFUSALS_PER_SECOND, Refusals } from './refusals.ts';

test('refusals: a burst goes on, what follows pauses longer and longer, up to a second, and time makes it good', () => {
  const refusals = new Refusals();
  const at = (nowMs: number, times: number): number[] => Array.from({ length: times }, () => refusals.count(nowMs));
  expect(at(0, REFUSALS_PER_SECOND).every((pause) => pause === 0)).toBe(true);
  expect(at(0, 2)).toEqual([5, 10]);
  expect([refusals.pauseMs(0), refusals.pauseMs(5), refusals.pauseMs(10)]).toEqual([10, 5, 0]);
  expect(at(0, 10 * REFUSALS_PER_SECOND).at(-1)).toBe(1_000);
  expect(at(1_000, 1)).toEqual([5]);
  expect(at(60_000, 1)).toEqual([0]);
});

test('refusals: a client that is refused no faster than that never pauses', () => {
  const refusals = new Refusals();
  for (let nowMs = 0; nowMs < 10_000; nowMs += 5) expect(refusals.count(nowMs)).toBe(0);
});
