import { beforeEach, expect, test } from 'vitest';
import { ManualRuntime } from './manual.ts';
import { VirtualTime } from './virtual-time.ts';

const START_MS = 1_000_000;

let machine: ManualRuntime;
let time: VirtualTime;
beforeEach(() => {
  machine = new ManualRuntime();
  time = new VirtualTime(machine, START_MS);
});

async function passed(moved: Promise<void>): Promise<void> {
  await machine.settle();
  await machine.settle();
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
  for (let turns = 0; turns < 400; turns++) await machine.settle();
  await moved;
  expect([times, time.nowMs]).toEqual([100, START_MS + 100]);
});

test('virtual time: where a part fails a time that runs stands still, and whoever moves it on is told why', async () => {
  time.follow({ nextMs: () => START_MS + 100, run: () => Promise.reject(new Error('the disk is full')) });
  time.setSpeed(1);
  await machine.advance(200);
  expect([time.nowMs, time.speed]).toEqual([START_MS + 100, 0]);
  const moved = expect(time.advanceBy(1_000)).rejects.toThrow('the disk is full');
  await machine.settle();
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
  await machine.settle();
  expect(runs).toBe(1);
  let stands = false;
  const closed = time.close().then(() => {
    stands = true;
  });
  await machine.settle();
  expect(stands).toBe(false);
  running.resolve();
  await passed(closed);
  await moved;
  expect({ runs, speed: time.speed, nowMs: time.nowMs }).toEqual({ runs: 1, speed: 0, nowMs: START_MS + 5 });
});
