import { expect, test } from 'vitest';
import { Curve } from './curve.ts';

test('curve: many points are thinned to at most 2,000, each the last of its step, with the last of all', () => {
  const curve = new Curve<{ readonly time_ms: number }>();
  const times = Array.from({ length: 50_000 }, (_, index) => 1_700_000_000_000 + index * 7 + (index % 3));
  for (const time_ms of times) curve.add({ time_ms });
  const lastOf = (stepMs: number) => [...new Map(times.map((time) => [Math.floor(time / stepMs), time])).values()];
  const steps = Array.from({ length: 20 }, (_, power) => 2 ** power);
  const stepMs = steps.find((step) => lastOf(step).length <= 2_000) ?? 0;
  expect(curve.points.map(({ time_ms }) => time_ms)).toEqual(lastOf(stepMs));
  expect(curve.points.length).toBeGreaterThan(900);
});

test('curve: few points are all kept, but of one moment only the last', () => {
  const curve = new Curve<{ readonly time_ms: number; readonly value: number }>();
  for (const [time_ms, value] of [
    [1, 1],
    [1, 2],
    [5, 3],
    [9_000_000, 4],
  ] as const)
    curve.add({ time_ms, value });
  expect(curve.points.map(({ value }) => value)).toEqual([2, 3, 4]);
});
