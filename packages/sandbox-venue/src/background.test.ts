import { turn } from '@bellwether/ports/runtime.ts';
import { ManualRuntime } from '@bellwether/venue/runtime/manual.testing.ts';
import { expect, test } from 'vitest';
import { Background, type BackgroundTimers } from './background.ts';

/** Works for some steps, one for each turn, and notes every step. */
async function work(name: string, { timers }: BackgroundTimers, steps: number, noted: string[]): Promise<void> {
  for (let step = 1; step <= steps; step++) {
    await turn(timers);
    noted.push(`${name}${step}`);
  }
}

/** Runs the event loop until nothing happens any more; returns the steps noted in each round. */
async function rounds(runtime: ManualRuntime, noted: string[]): Promise<string[]> {
  const all: string[] = [];
  const look = (left: number): void => {
    all.push(noted.splice(0).join(' '));
    if (left > 0) runtime.timers.soon(() => look(left - 1));
  };
  look(10);
  await runtime.runPending();
  return all;
}

test('background: one part has one turn in a round, however many there are', async () => {
  const runtime = new ManualRuntime();
  const background = new Background(runtime.timers);
  const noted: string[] = [];
  for (const name of ['a', 'b', 'c']) void work(name, background.share(), 2, noted);
  const seen = await rounds(runtime, noted);
  expect(seen.filter((round) => round !== '')).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2']);
});

test('background: it rests while someone waits, and goes on after it', async () => {
  const runtime = new ManualRuntime();
  const background = new Background(runtime.timers);
  const noted: string[] = [];
  void work('a', background.share(), 2, noted);
  const waited = Promise.withResolvers<void>();
  const resting = background.restFor(() => background.restFor(() => waited.promise));
  await runtime.runPending();
  expect(noted).toEqual([]);
  waited.resolve();
  await resting;
  await runtime.runPending();
  expect(noted).toEqual(['a1', 'a2']);
});

test('background: one that is hurried waits for no one', async () => {
  const runtime = new ManualRuntime();
  const background = new Background(runtime.timers);
  const noted: string[] = [];
  const [hurried, other] = [background.share(), background.share()];
  void work('a', hurried, 2, noted);
  void work('b', other, 1, noted);
  const waited = Promise.withResolvers<void>();
  const resting = background.restFor(() => waited.promise);
  hurried.hurry();
  await runtime.runPending();
  expect(noted).toEqual(['a1', 'a2']);
  waited.resolve();
  await resting;
  await runtime.runPending();
  expect(noted).toEqual(['a1', 'a2', 'b1']);
});

test('background: it goes on after work that failed', async () => {
  const runtime = new ManualRuntime();
  const background = new Background(runtime.timers);
  const noted: string[] = [];
  void work('a', background.share(), 1, noted);
  await expect(background.restFor(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  await runtime.runPending();
  expect(noted).toEqual(['a1']);
});
