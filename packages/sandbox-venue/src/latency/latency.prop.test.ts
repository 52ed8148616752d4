/** Times of requests, answers and frames compared with a list of what was drawn, however time is moved. */
import { LATENCY_MS_MAX } from '@bellwether/contract';
import { forAllAsync } from '@bellwether/engine/testing';
import { ManualRuntime } from '@bellwether/venue/runtime/manual.testing.ts';
import { VirtualTime } from '@bellwether/venue/runtime/virtual-time.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawsOf } from './draws.ts';
import { Latency } from './latency.ts';

const START_MS = 1_000_000;
const END_MS = START_MS + 10_000;
const FEEDS = ['market', 'user'] as const;
const ms = fc.nat(60);

const sent = fc.oneof(
  fc.record({ kind: fc.constant('request' as const), at: fc.nat(200), in: ms, ack: ms, turns: fc.nat(3) }),
  fc.record({ kind: fc.constant('frame' as const), at: fc.nat(200), out: ms, connection: fc.nat(1) }),
);
type Sent = typeof sent extends fc.Arbitrary<infer T> ? T : never;

const moved = fc.oneof(
  fc.record({ kind: fc.constant('advance' as const), ms }),
  fc.record({ kind: fc.constant('run' as const), speed: fc.integer({ min: 1, max: 50 }), ms: fc.nat(30) }),
  fc.record({ kind: fc.constant('interrupt' as const), ms }),
);
type Moved = typeof moved extends fc.Arbitrary<infer T> ? T : never;

/** Events by their moments, sorted. */
type Told = readonly string[];
const line = (atMs: number, what: string): string => `${String(atMs - START_MS).padStart(6, '0')} ${what}`;

/** The moments as the semantics give them, from the draws alone. */
function expected(all: readonly Sent[]): Told {
  const told: string[] = [];
  const last = [0, 0];
  for (const [index, one] of all.entries()) {
    const atMs = START_MS + one.at;
    if (one.kind === 'request') {
      told.push(line(atMs, `${index} is sent`));
      told.push(line(atMs + one.in, `${index} arrives`), line(atMs + one.in + one.ack, `${index} is answered`));
      continue;
    }
    last[one.connection] = Math.max(last[one.connection] ?? 0, atMs + one.out);
    told.push(line(last[one.connection] ?? 0, `${index} leaves`));
  }
  return told.sort();
}

/** Sends everything at its moment. Frames of one feed are drawn in their order. */
function begin(time: VirtualTime, machine: ManualRuntime, all: readonly Sent[], told: string[]) {
  const recorded = (feed: number): number[] =>
    all.flatMap((one) => (one.kind === 'frame' && one.connection === feed ? [one.out] : []));
  const points = FEEDS.flatMap((feed, index) => {
    const series = recorded(index);
    return series.length === 0 ? [] : [[`${feed}.out`, { recorded: series }] as const];
  });
  const model = { points: Object.fromEntries(points) };
  const latency = new Latency(time, { seed: 1, entryMs: () => 0 }, { model: null }, model);
  const passes = FEEDS.map((feed) => latency.frames(feed));
  const say = (what: string): void => void told.push(line(time.nowMs, what));
  for (const [index, one] of all.entries()) {
    time.timers.after(one.at, () => {
      if (one.kind === 'frame') {
        const write = (frame: Buffer | string): void => say(`${frame} leaves`);
        passes[one.connection]?.(String(index), write, () => undefined, false);
        return;
      }
      const arrive = async (): Promise<void> => {
        say(`${index} arrives`);
        for (let turns = one.turns; turns > 0; turns--) await new Promise<void>((done) => machine.timers.soon(done));
        const answered = (): void => say(`${index} is answered`);
        latency.flight.wait(latency.after(one.ack), answered, () => say(`${index} is sent at once`));
      };
      told.push(line(time.nowMs, `${index} is sent`));
      latency.flight.wait(latency.after(one.in), arrive, () => say(`${index} is dropped`));
    });
  }
  return latency;
}

async function move(time: VirtualTime, machine: ManualRuntime, how: Moved): Promise<void> {
  if (how.kind === 'run') {
    time.setSpeed(how.speed);
    await machine.advance(how.ms);
    time.setSpeed(0);
  } else {
    const done = time.advanceBy(how.ms);
    if (how.kind === 'interrupt') time.interrupt();
    await machine.runPending();
    await done;
  }
  await machine.runPending();
}

const sentInOrder = fc.array(sent, { maxLength: 14 }).map((all) => all.sort((one, other) => one.at - other.at));

test('latency: requests, answers and frames are at the moments that were drawn, however time is moved', async () => {
  await forAllAsync(120, [sentInOrder, fc.array(moved, { maxLength: 12 })], async (all, moves) => {
    const machine = new ManualRuntime();
    const time = new VirtualTime(machine, START_MS);
    const told: string[] = [];
    begin(time, machine, all, told);
    for (const how of moves) {
      await move(time, machine, how);
      // On a clock that stands, nothing waits.
      const count = (end: string): number => told.filter((text) => text.endsWith(end)).length;
      expect(count('is answered')).toBe(count('is sent'));
    }
    await move(time, machine, { kind: 'advance', ms: END_MS - time.nowMs });
    // Nothing is told before it is so.
    expect(told.map((text) => text.slice(0, 6))).toEqual(told.map((text) => text.slice(0, 6)).sort());
    expect([...told].sort()).toEqual(expected(all));
    await time.close();
  });
});

test('latency: when a branch is left, each request was done or is refused, and nothing follows', async () => {
  await forAllAsync(120, [sentInOrder, ms], async (all, until) => {
    const machine = new ManualRuntime();
    const time = new VirtualTime(machine, START_MS);
    const told: string[] = [];
    const latency = begin(time, machine, all, told);
    // Requests would move a clock that stands.
    time.setSpeed(1e-9);
    await move(time, machine, { kind: 'advance', ms: until });
    latency.flight.end();
    const before = told.length;
    const nowMs = time.nowMs;
    await machine.runPending();
    expect([told.length, time.nowMs]).toEqual([before, nowMs]);
    for (const [index, one] of all.entries()) {
      if (one.kind === 'frame' || one.at > until) continue;
      const own = told.filter((text) => text.split(' ')[1] === String(index)).map((text) => text.slice(7));
      const isAnswered = one.at + one.in + one.ack <= until;
      const end = isAnswered ? `${index} is answered` : `${index} is sent at once`;
      const sent = `${index} is sent`;
      expect(own).toEqual(one.at + one.in <= until ? [sent, `${index} arrives`, end] : [sent, `${index} is dropped`]);
    }
    await time.close();
  });
});

const drawn = (draw: Parameters<typeof drawsOf>[0], count: number, seed = 1, point = 'order.in'): number[] => {
  const next = drawsOf(draw, seed, point);
  return Array.from({ length: count }, next);
};

test('latency: the same seed draws the same, each point by itself', () => {
  const draw = { lognormal: { median: 40, sigma: 0.5 } };
  // Written down, so that no machine and no version draws otherwise.
  expect(drawn(draw, 8)).toEqual([130, 20, 44, 38, 27, 52, 46, 24]);
  expect(drawn(draw, 8)).not.toEqual(drawn(draw, 8, 2));
  expect(drawn(draw, 8)).not.toEqual(drawn(draw, 8, 1, 'order.ack'));
  expect(drawn({ uniform: [3, 9] }, 8)).toEqual([5, 4, 9, 8, 6, 6, 3, 3]);
  expect(drawn({ recorded: [5, 7] }, 5)).toEqual([5, 7, 5, 7, 5]);
});

test('latency: draws have the shares of their distribution', () => {
  const among = (values: readonly number[], isIn: (value: number) => boolean): number =>
    values.filter(isIn).length / values.length;
  const uniform = drawn({ uniform: [3, 6] }, 8_000);
  for (const value of [3, 4, 5, 6]) expect(among(uniform, (one) => one === value)).toBeCloseTo(0.25, 1);
  expect([Math.min(...uniform), Math.max(...uniform)]).toEqual([3, 6]);
  // Shares of a normal distribution below -2, -1, 0, 1 and 2 deviations.
  const logs = drawn({ lognormal: { median: 10_000, sigma: 0.5 } }, 20_000).map(
    (value) => Math.log(value / 10_000) / 0.5,
  );
  for (const [deviations, share] of [
    [-2, 0.0228],
    [-1, 0.1587],
    [0, 0.5],
    [1, 0.8413],
    [2, 0.9772],
  ] as const)
    expect(Math.abs(among(logs, (log) => log < deviations) - share)).toBeLessThan(0.01);
  const capped = drawn({ lognormal: { median: 50_000, sigma: 2, max: 55_000 } }, 1_000);
  expect(Math.max(...capped)).toBe(55_000);
  expect(Math.max(...drawn({ lognormal: { median: 50_000, sigma: 2 } }, 1_000))).toBe(LATENCY_MS_MAX);
});
