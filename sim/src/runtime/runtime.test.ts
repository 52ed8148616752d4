/**
 * The simulated runtime and its channels keep the contracts of the real ones. Extra tests cover pauses, ends and
 * clocks.
 */
import { turn } from '@bellwether/ports/runtime.ts';
import { describeChannel, describeRuntime } from '@bellwether/ports/testing/runtime-suite.ts';
import { expect, test } from 'vitest';
import { createDice } from '../dice/dice.ts';
import { Scheduler } from './scheduler.ts';
import { simChannel } from './sim-channel.ts';
import { SimProcess, START_MS } from './sim-process.ts';

function start(seed = 1): { readonly scheduler: Scheduler; readonly process: SimProcess } {
  const scheduler = new Scheduler();
  return { scheduler, process: new SimProcess('a', scheduler, createDice(seed)) };
}

describeRuntime('a simulated process', () => {
  const { scheduler, process } = start();
  return { runtime: process, pass: (ms) => scheduler.advance(ms) };
});

const ofChannels = start();
const dice = createDice(2);
describeChannel(
  'a simulated channel',
  () =>
    simChannel(ofChannels.scheduler, ofChannels.process, ofChannels.process, { delayMs: () => dice.fraction() * 5 }),
  () => ofChannels.scheduler.advance(10),
);

test('simulated time: what awaits goes on to its end before the next thing happens', async () => {
  const { scheduler, process } = start();
  const order: string[] = [];
  process.timers.soon(() => {
    void (async () => {
      for (let hop = 0; hop < 50; hop++) await null;
      order.push('awaited');
    })();
    process.timers.soon(() => order.push('next'));
  });
  await scheduler.advance(1);
  expect(order).toEqual(['awaited', 'next']);
  let turns = 0;
  void turn(process.timers).then(() => turns++);
  await scheduler.advance(0);
  expect(turns).toBe(1);
});

test('simulated time: what is paused gets everything later and in order, what has ended nothing', async () => {
  const { scheduler, process } = start();
  const other = new SimProcess('b', scheduler, createDice(2));
  const fired: string[] = [];
  for (const [name, ms] of Object.entries({ one: 10, two: 20, three: 40 })) {
    process.timers.after(ms, () => fired.push(`${name} at ${scheduler.nowMs}`));
    other.timers.after(ms, () => fired.push(`other ${name}`));
  }
  process.pause(30);
  await scheduler.advance(35);
  expect(fired).toEqual(['other one', 'other two', 'one at 30', 'two at 30']);
  process.end();
  await scheduler.advance(100);
  expect(fired.slice(4)).toEqual(['other three']);
});

test('simulated time: a wall clock that is set moves nothing else, and one that drifts takes its timers along', async () => {
  const { scheduler, process } = start();
  const { clock, timers } = process;
  const monotonic = clock.monotonicMs();
  process.jump(-5_000);
  expect([clock.wallMs(), clock.monotonicMs()]).toEqual([START_MS - 5_000, monotonic]);
  process.drift(2);
  let firedMs = 0;
  timers.after(100, () => {
    firedMs = scheduler.nowMs;
  });
  await scheduler.advance(100);
  expect([firedMs, clock.wallMs(), clock.monotonicMs()]).toEqual([50, START_MS - 4_800, monotonic + 200]);
});

test('simulated time: an error of one who is asked ends the run', async () => {
  const { scheduler, process } = start();
  process.timers.after(5, () => {
    throw new Error('broken');
  });
  await expect(scheduler.advance(10)).rejects.toThrow('broken');
});

test('simulated channel: what is drained early is handed over once, and what comes later takes its time', async () => {
  const { scheduler, process } = start();
  const [left, right] = simChannel<number, never>(scheduler, process, process, { delayMs: () => 10 });
  const heard: string[] = [];
  right.receive((message) => heard.push(`${message} at ${scheduler.nowMs}`));
  left.send(1);
  left.send(2);
  right.drain();
  await scheduler.advance(5);
  left.send(3);
  await scheduler.advance(20);
  expect(heard).toEqual(['1 at 0', '2 at 0', '3 at 15']);
});
