import { setImmediate } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { forAll } from '@bellwether/engine/testing';
import { describeChannel, describeRuntime } from '@bellwether/ports/testing/runtime-suite.ts';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { DirectChannel, PortChannel } from './channels.ts';
import { MACHINE } from './machine.ts';
import { ManualRuntime } from './manual.testing.ts';
import { TimerHeap } from './timer-heap.ts';
import { VirtualTime } from './virtual-time.ts';

describeChannel(
  'a channel within a thread',
  () => DirectChannel.pair<unknown, unknown>(MACHINE.timers),
  () => setImmediate(),
);

const pass = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describeRuntime('the machine', () => ({ runtime: MACHINE, pass }));

describeChannel(
  'a message port',
  () => {
    const { port1, port2 } = new MessageChannel();
    return [new PortChannel(port1), new PortChannel(port2)];
  },
  () => pass(0),
);

describeRuntime('a runtime moved by hand', () => {
  const runtime = new ManualRuntime();
  return { runtime, pass: (ms) => runtime.advance(ms) };
});

const ofChannels = new ManualRuntime();
describeChannel(
  'a channel moved by hand',
  () => ofChannels.channel<unknown, unknown>(),
  () => ofChannels.runPending(),
);

/** Log of a run with some timers and draws, with times. */
async function run(seed: number): Promise<readonly string[]> {
  const runtime = new ManualRuntime({ seed });
  const { clock, timers, random } = runtime;
  const heard: string[] = [];
  timers.every(7, () => heard.push(`${clock.monotonicMs()} every`));
  for (let timer = 0; timer < 20; timer++)
    timers.after(random.below(100), () => {
      heard.push(`${clock.monotonicMs()} ${random.uuid()}`);
      timers.soon(() => heard.push(`${clock.monotonicMs()} soon`));
    });
  await runtime.advance(100);
  return heard;
}

test('manual runtime: the same seed and moves give the same run, another seed another one [H8]', async () => {
  const first = await run(1);
  expect(first.length).toBeGreaterThan(40);
  expect(await run(1)).toEqual(first);
  expect(await run(2)).not.toEqual(first);
});

test('manual runtime: time stands still until it is moved, and each timer sees its own moment', async () => {
  const runtime = new ManualRuntime({ wallMs: 1_000_000 });
  const { clock, timers } = runtime;
  const seen: number[] = [];
  for (const delayMs of [10, 25, 40]) timers.after(delayMs, () => seen.push(clock.monotonicMs(), clock.wallMs()));
  // A timer set by a timer fires within the same move.
  timers.after(10, () => timers.after(5, () => seen.push(clock.monotonicMs())));
  await runtime.runPending();
  expect([seen, clock.monotonicMs(), clock.wallMs()]).toEqual([[], 0, 1_000_000]);
  await runtime.advance(30);
  expect(seen).toEqual([10, 1_000_010, 15, 25, 1_000_025]);
  expect([clock.monotonicMs(), clock.wallMs(), clock.sinceBootMs()]).toEqual([30, 1_000_030, 30]);
});

test('manual runtime: a wall clock that is set moves nothing else, and a sleep only what counts it', async () => {
  const runtime = new ManualRuntime({ wallMs: 1_000_000 });
  const { clock, timers } = runtime;
  const fired: true[] = [];
  timers.after(10, () => fired.push(true));
  runtime.setWall(-500_000);
  expect([clock.wallMs(), clock.monotonicMs(), clock.sinceBootMs()]).toEqual([500_000, 0, 0]);
  runtime.sleep(60_000);
  await runtime.runPending();
  expect([clock.wallMs(), clock.monotonicMs(), clock.sinceBootMs(), fired]).toEqual([560_000, 0, 60_000, []]);
  await runtime.advance(10);
  expect(fired).toEqual([true]);
});

test('manual runtime: what awaits goes on before the next turn', async () => {
  const runtime = new ManualRuntime();
  const order: string[] = [];
  runtime.timers.soon(() => {
    void Promise.resolve().then(async () => order.push(await Promise.resolve('awaited')));
    runtime.timers.soon(() => order.push('next turn'));
  });
  await runtime.runPending();
  expect(order).toEqual(['awaited', 'next turn']);
});

const step = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), atMs: fc.integer({ min: 0, max: 20 }) }),
  fc.record({ kind: fc.constant('cancel' as const), which: fc.nat(50) }),
  fc.record({ kind: fc.constant('take' as const), untilMs: fc.integer({ min: 0, max: 20 }) }),
);

test('timer heap: the first of what was neither taken nor cancelled, in the order of time and then of setting', () =>
  forAll(100, [fc.array(step, { maxLength: 120 })], (steps) => {
    const heap = new TimerHeap();
    const all: { readonly atMs: number; readonly name: number; readonly cancel: () => void }[] = [];
    const over = new Set<number>();
    let taken = -1;
    for (const each of steps) {
      const left = all.filter(({ name }) => !over.has(name)).sort((a, b) => a.atMs - b.atMs || a.name - b.name);
      const first = left[0];
      expect(heap.nextMs()).toBe(first?.atMs ?? null);
      if (each.kind === 'add') {
        const name = all.length;
        const cancel = heap.add(each.atMs, () => {
          taken = name;
        });
        all.push({ atMs: each.atMs, name, cancel });
      } else if (each.kind === 'cancel') {
        const chosen = all[each.which];
        chosen?.cancel();
        if (chosen !== undefined) over.add(chosen.name);
      } else {
        const callback = heap.take(each.untilMs);
        const isDue = first !== undefined && first.atMs <= each.untilMs;
        expect(callback !== null).toBe(isDue);
        callback?.();
        if (!isDue) continue;
        expect(taken).toBe(first.name);
        over.add(first.name);
      }
    }
  }));

const START_MS = 1_000_000;

let machine: ManualRuntime;
let time: VirtualTime;
beforeEach(() => {
  machine = new ManualRuntime();
  time = new VirtualTime(machine, START_MS);
});

async function passed(moved: Promise<void>): Promise<void> {
  await machine.runPending();
  await machine.runPending();
  await moved;
}

test('virtual time: a move runs what is due on the way, each at its own moment, what that sets included', async () => {
  const seen: string[] = [];
  const see = (what: string) => () =>
    void seen.push(`${what} ${time.clock.wallMs() - START_MS} ${time.clock.monotonicMs()}`);
  time.timers.after(30, see('late'));
  time.timers.after(10, () => {
    see('early')();
    time.timers.after(5, see('set on the way'));
  });
  const stop = time.timers.every(20, see('again'));
  await passed(time.advanceTo(START_MS + 45));
  expect(seen).toEqual(['early 10 10', 'set on the way 15 15', 'again 20 20', 'late 30 30', 'again 40 40']);
  expect(time.nowMs).toBe(START_MS + 45);
  stop();
  await passed(time.advanceTo(START_MS + 100));
  expect(seen).toHaveLength(5);
});

test('virtual time: it waits for work that holds it, behind everything else of that moment, until it is interrupted', async () => {
  const seen: string[] = [];
  const work = Promise.withResolvers<void>();
  const endless = new Promise<void>(() => undefined);
  const hold = (what: string, until: Promise<void>) => () => {
    seen.push(`${what} ${time.nowMs - START_MS}`);
    return until;
  };
  time.holdAt(START_MS + 10, hold('first', work.promise));
  time.timers.after(10, () => void seen.push('timer'));
  const leave = time.follow({
    nextMs: () => (seen.length === 0 ? START_MS + 10 : null),
    run: async () => void seen.push('part'),
  });
  const moved = time.advanceTo(START_MS + 20);
  await machine.runPending();
  expect([seen, time.nowMs]).toEqual([['part', 'first 10'], START_MS + 10]);
  work.resolve();
  await passed(moved);
  expect([seen.at(-1), time.nowMs]).toEqual(['timer', START_MS + 20]);
  time.holdAt(START_MS + 30, hold('second', endless));
  const stopped = time.advanceTo(START_MS + 40);
  await machine.runPending();
  time.interrupt();
  await passed(stopped);
  expect([seen.at(-1), time.nowMs]).toEqual(['second 30', START_MS + 30]);
  leave();
});

test('virtual time: a part is run at each moment at which it says that something is due', async () => {
  const due = [START_MS + 7, START_MS + 7, START_MS + 3_600_000];
  const ran: number[] = [];
  const leave = time.follow({
    nextMs: () => due[0] ?? null,
    run: async () => {
      ran.push(time.nowMs - START_MS);
      due.shift();
    },
  });
  await passed(time.advanceTo(START_MS + 3_599_999));
  expect(ran).toEqual([7, 7]);
  leave();
  await passed(time.advanceTo(START_MS + 4_000_000));
  expect(ran).toEqual([7, 7]);
});

test('virtual time: it runs at a multiple of the machine, stands still again, and never goes back', async () => {
  await machine.advance(1_000);
  expect(time.nowMs).toBe(START_MS);
  time.setSpeed(60);
  await machine.advance(1_000);
  expect(time.nowMs).toBe(START_MS + 60_000);
  await passed(time.advanceTo(START_MS));
  expect(time.nowMs).toBe(START_MS + 60_000);
  await passed(time.advanceTo(START_MS + 100_000));
  await machine.advance(1_000);
  expect(time.nowMs).toBe(START_MS + 160_000);
  time.setSpeed(0);
  await machine.advance(1_000);
  expect(time.nowMs).toBe(START_MS + 160_000);
  await time.close();
});

test('virtual time: a move is cut off when it is closed, and not told to be done', async () => {
  let times = 0;
  time.timers.every(1, () => {
    if (++times === 100) void time.close();
  });
  const moved = expect(time.advanceTo(START_MS + 1_000_000)).rejects.toThrow('closed on its way');
  for (let turns = 0; turns < 400; turns++) await machine.runPending();
  await moved;
  expect([times, time.nowMs]).toEqual([100, START_MS + 100]);
});

test('virtual time: where a part fails a time that runs stands still, and whoever moves it on is told why', async () => {
  time.follow({ nextMs: () => START_MS + 100, run: () => Promise.reject(new Error('the disk is full')) });
  time.setSpeed(1);
  await machine.advance(200);
  expect([time.nowMs, time.speed]).toEqual([START_MS + 100, 0]);
  const moved = expect(time.advanceBy(1_000)).rejects.toThrow('the disk is full');
  await machine.runPending();
  await moved;
});

test('virtual time: it stands when what was being done is done, and goes no further, at a speed or within a move', async () => {
  const running = Promise.withResolvers<void>();
  let runs = 0;
  time.follow({
    nextMs: () => START_MS + 5 + runs,
    run: () => {
      runs += 1;
      return running.promise;
    },
  });
  time.setSpeed(1_000);
  const moved = expect(time.advanceBy(60_000)).rejects.toThrow('closed on its way');
  await machine.runPending();
  expect(runs).toBe(1);
  let stands = false;
  const closed = time.close().then(() => {
    stands = true;
  });
  await machine.runPending();
  expect(stands).toBe(false);
  running.resolve();
  await passed(closed);
  await moved;
  expect({ runs, speed: time.speed, nowMs: time.nowMs }).toEqual({ runs: 1, speed: 0, nowMs: START_MS + 5 });
});
