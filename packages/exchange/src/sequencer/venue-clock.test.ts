import { expect, test } from 'vitest';
import { VenueClock } from './venue-clock.ts';

const START_MS = 1_800_000_000_000;
const HOUR_MS = 3_600_000;

class Machine {
  wallMs = START_MS;
  monotonicMs = 5_000;
  sinceBootMs = 7_000;

  readonly readings = {
    wallMs: () => this.wallMs,
    monotonicMs: () => this.monotonicMs,
    sinceBootMs: () => this.sinceBootMs,
  };

  pass(ms: number): void {
    this.sleep(ms);
    this.monotonicMs += ms;
  }

  sleep(ms: number): void {
    this.wallMs += ms;
    this.sinceBootMs += ms;
  }

  setWall(byMs: number): void {
    this.wallMs += byMs;
  }
}

function started(atLeastMs = 0) {
  const machine = new Machine();
  return { machine, clock: new VenueClock(machine.readings, atLeastMs) };
}

/** Real time since the start, and the venue's, after each quarter of a second of `ms`. */
function run(machine: Machine, clock: VenueClock, ms: number): number {
  let last = clock.now();
  for (let passed = 0; passed < ms; passed += 250) {
    machine.pass(250);
    const now = clock.now();
    expect(now).toBeGreaterThan(last);
    last = now;
  }
  return last - START_MS;
}

test('venue clock: is the wall clock while that can be believed', () => {
  const { machine, clock } = started();
  expect(run(machine, clock, 60_000)).toBe(60_000);
  machine.setWall(900);
  expect([clock.now() - START_MS, clock.differenceMs]).toEqual([60_900, 0]);
});

test('venue clock: a wall clock set back does not stop it, and both meet again [D19]', () => {
  const { machine, clock } = started();
  run(machine, clock, 10_000);
  machine.setWall(-60_000);
  // A period of ten seconds takes at most a ninth longer.
  expect(run(machine, clock, 10_000)).toBe(19_000);
  expect(clock.differenceMs).toBeLessThan(-50_000);
  run(machine, clock, 600_000);
  expect(clock.now()).toBe(machine.wallMs);
  expect(clock.differenceMs).toBe(0);
});

test('venue clock: a leap forward that is taken back leaves almost no trace [D19]', () => {
  const { machine, clock } = started();
  machine.setWall(HOUR_MS);
  expect([run(machine, clock, 20_000), clock.differenceMs]).toEqual([22_000, HOUR_MS - 2_000]);
  machine.setWall(-HOUR_MS);
  run(machine, clock, 20_000);
  expect(clock.now()).toBe(machine.wallMs);
});

test('venue clock: many small readings go no further than one large one', () => {
  const { machine, clock } = started();
  machine.setWall(HOUR_MS);
  for (let step = 0; step < 10_000; step++) {
    machine.pass(0.1);
    clock.now();
  }
  // At this distance from 1970, a reading that differs by a fraction of a millisecond is rounded.
  expect(Math.abs(clock.now() - START_MS - 1_100)).toBeLessThanOrEqual(2);
});

test('venue clock: time the machine slept through is followed at once, a leap on top of it is not', () => {
  const { machine, clock } = started();
  run(machine, clock, 1_000);
  machine.sleep(8 * HOUR_MS);
  machine.pass(250);
  expect(clock.now()).toBe(machine.wallMs);
  machine.sleep(HOUR_MS);
  machine.setWall(HOUR_MS);
  machine.pass(250);
  clock.now();
  expect(clock.differenceMs).toBeGreaterThan(HOUR_MS - 1_000);
  expect(clock.differenceMs).toBeLessThanOrEqual(HOUR_MS);
});

test('venue clock: sleep while the wall clock is ahead already is seen within a second', () => {
  const { machine, clock } = started();
  machine.setWall(HOUR_MS);
  run(machine, clock, 5_000);
  machine.sleep(HOUR_MS);
  run(machine, clock, 1_250);
  expect(clock.differenceMs).toBeLessThan(HOUR_MS + 1_000);
});

test('venue clock: after a start it goes on from the end of the journal while the wall clock is behind', () => {
  const { machine, clock } = started(START_MS + HOUR_MS);
  expect([clock.differenceMs, run(machine, clock, 10_000)]).toEqual([-HOUR_MS, HOUR_MS + 9_000]);
});
