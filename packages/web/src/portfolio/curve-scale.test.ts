import { expect, test } from 'vitest';
import { indexAt, moneyScale, timeScale } from './curve-scale.ts';

test('money axis: spans what is drawn in round steps', () => {
  const scale = { low: 9_500, high: 10_500, step: 500, ticks: [9_500, 10_000, 10_500] };
  expect(moneyScale([9_812, 10_447], 100)).toEqual(scale);
  expect(moneyScale([-3.1, 4.2], 10).ticks).toEqual([-5, 0, 5]);
});

test('money axis: a line that hardly moves stays a line that hardly moves', () => {
  const { low, high } = moneyScale([10_000, 9_999.2], 100);
  expect(high - low).toBeGreaterThanOrEqual(100);
  expect(moneyScale([0, 0], 10)).toMatchObject({ low: 0, high: 10 });
});

test('money axis: has labels within its ends for every span', () => {
  for (const span of [0, 0.01, 7, 99, 1_234, 5_000_000])
    for (const start of [-250, 0, 12.5, 10_000]) {
      const { low, high, ticks } = moneyScale([start, start + span], 1);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect(low).toBeLessThanOrEqual(start);
      expect(high).toBeGreaterThanOrEqual(start + span);
    }
});

test('time axis: has ten minutes at least, and ends now', () => {
  expect(timeScale(5_990, 6_000)).toMatchObject({ from: 5_400, to: 6_000 });
  expect(timeScale(0, 6_000)).toMatchObject({ from: 0, to: 6_000 });
});

test('read-out: a value holds until the next one', () => {
  const points = [{ t: 10 }, { t: 20 }, { t: 30 }];
  expect([0, 10, 19, 20, 99].map((t) => indexAt(points, t))).toEqual([0, 0, 0, 1, 2]);
});
