import { expect, test } from 'vitest';
import { timeTicks } from './time-ticks.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

test('time axis: labels stand at whole times and are never more than asked for', () => {
  expect(timeTicks(1_000, 1_600, 4, 0)).toEqual([1_200, 1_500]);
  expect(timeTicks(0, HOUR, 4, 0)).toEqual([0, 900, 1_800, 2_700]);
  for (const span of [30, 600, 5 * HOUR, 3 * DAY, 40 * DAY, 9_000 * DAY]) {
    expect(timeTicks(12_345, 12_345 + span, 4, 0).length, `${span}`).toBeLessThanOrEqual(4);
  }
});

test('time axis: days begin at midnight of the reader', () => {
  const ahead = 2 * HOUR;
  expect(timeTicks(DAY / 2, 3 * DAY, 4, ahead).map((t) => (t + ahead) % DAY)).toEqual([0, 0, 0]);
});

test('time axis: a span with no whole time in it has no labels', () => {
  expect(timeTicks(1_201, 1_230, 4, 0)).toEqual([]);
});
