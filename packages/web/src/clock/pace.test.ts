import { expect, test } from 'vitest';
import { Pace } from './pace.ts';

test('pace: it is the device’s time until a speed is set', () => {
  let local = 5_000;
  const pace = new Pace(() => local);
  expect(pace.now()).toBe(5_000);
  local += 1_234;
  expect(pace.now()).toBe(6_234);
});

test('pace: goes on from where it is at each speed, and stands still at 0', () => {
  let local = 1_000;
  const pace = new Pace(() => local);
  const after = (ms: number): number => {
    local += ms;
    return pace.now();
  };
  pace.run(60);
  expect([pace.now(), after(1_000)]).toEqual([1_000, 61_000]);
  pace.run(60);
  expect(pace.now()).toBe(61_000);
  pace.run(0);
  expect(after(10_000)).toBe(61_000);
  pace.run(0.5);
  expect(after(3)).toBe(61_002);
});
