import { expect, test } from 'vitest';
import { describeChannel, describeRuntime } from '../ports/testing/runtime-suite.ts';
import { ManualRuntime } from './manual.ts';

describeRuntime('a runtime moved by hand', () => {
  const runtime = new ManualRuntime();
  return { runtime, pass: (ms) => runtime.advance(ms) };
});

const ofChannels = new ManualRuntime();
describeChannel(
  'a channel moved by hand',
  () => ofChannels.channel<unknown, unknown>(),
  () => ofChannels.settle(),
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
  await runtime.settle();
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
  await runtime.settle();
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
  await runtime.settle();
  expect(order).toEqual(['awaited', 'next turn']);
});
