import { expect, test } from 'vitest';
import { ManualTimers } from '../../limits/testing/manual-timers.ts';
import { REFUSALS_PER_SECOND, Refusals } from './fairness.ts';

function start() {
  const timers = new ManualTimers({ nowMs: 0 });
  const refusals = new Refusals({ clock: timers.clock, timers: { after: timers.schedule } });
  return { timers, refusals };
}

test('refusals: a burst goes on, what is more is over, and time makes it good [R32]', () => {
  const { timers, refusals } = start();
  for (let times = 0; times < REFUSALS_PER_SECOND; times++) refusals.count();
  expect(refusals.isOver).toBe(false);
  refusals.count();
  expect(refusals.isOver).toBe(true);
  timers.advance(5);
  expect(refusals.isOver).toBe(false);
  refusals.count(100 * REFUSALS_PER_SECOND);
  timers.advance(999);
  expect(refusals.isOver).toBe(true);
  timers.advance(1);
  expect([refusals.isOver, refusals.isNear, refusals.isForgotten]).toEqual([false, true, false]);
  timers.advance(1_000);
  expect([refusals.isNear, refusals.isForgotten]).toEqual([false, true]);
});

test('refusals: those that rest have their turns one after another, so many a second with what they bring [R32]', () => {
  const { timers, refusals } = start();
  refusals.count(REFUSALS_PER_SECOND + 1);
  const turns: number[] = [];
  const resting = Array.from({ length: 500 }, (_, number) => ({
    goOn: () => {
      turns.push(number);
      // This connection asks again and is refused.
      refusals.count();
      refusals.rest(resting[number] as { goOn(): void });
    },
  }));
  for (const one of resting) refusals.rest(one);
  refusals.leave(resting[1] as { goOn(): void });
  timers.advance(1_000);
  expect(turns.slice(0, 4)).toEqual([0, 2, 3, 4]);
  expect(turns.length).toBeGreaterThan(REFUSALS_PER_SECOND / 2 - 5);
  expect(turns.length).toBeLessThanOrEqual(REFUSALS_PER_SECOND / 2 + 1);
  timers.advance(10_000);
  expect(new Set(turns).size).toBe(499);
});
