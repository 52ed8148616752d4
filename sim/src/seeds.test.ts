/** Plays the seeds of every test run. For many more: `npm run sim -- --seeds 1000`. */
import { expect, test } from 'vitest';
import { replayCommand } from './arguments.ts';
import type { RunResult } from './limits.ts';
import { missing } from './many.ts';
import { QUICK_COMMANDS, QUICK_SEEDS } from './quick-seeds.ts';
import { runSeed } from './run-seed.ts';

/** Faults and states that these few seeds may miss: any code change sends the seeds down other paths. */
const MISSED_MAX = 12;
const [FIRST = 0] = QUICK_SEEDS;

const options = { commands: QUICK_COMMANDS };
const results = new Map<number, Promise<RunResult>>();

/** Plays each seed once, whichever test asks first. */
function resultOf(seed: number): Promise<RunResult> {
  const result = results.get(seed) ?? runSeed(seed, options);
  results.set(seed, result);
  return result;
}

/** The violation of a seed and the command that replays the seed; null if the seed holds. */
function storyOf(result: RunResult): string | null {
  if (result.kind === 'ok') return null;
  const replay = `${replayCommand(result.seed)} --commands ${QUICK_COMMANDS}`;
  return `seed ${result.seed}, step ${result.step}: ${result.rule}\n${result.message}\n${replay}`;
}

const faultsOf = ({ counts }: RunResult): readonly string[] =>
  Object.keys(counts).filter((name) => name.startsWith('fault '));

test.each(QUICK_SEEDS)('seed %d: everything holds, for as many commands as were asked for', async (seed) => {
  const result = await resultOf(seed);
  expect(storyOf(result)).toBeNull();
  expect(result.counts['reached the exchange']).toBeGreaterThanOrEqual(QUICK_COMMANDS);
});

test('seeds: they miss hardly anything that a long run must meet', async () => {
  const all = await Promise.all(QUICK_SEEDS.map(resultOf));
  const missed = missing(new Map(all.flatMap(({ counts }) => Object.entries(counts))));
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(MISSED_MAX);
});

test('seeds: each has a trace of its own, and the same trace again', async () => {
  const all = await Promise.all(QUICK_SEEDS.map(resultOf));
  expect(new Set(all.map(({ traceHash }) => traceHash)).size).toBe(QUICK_SEEDS.length);
  expect((await runSeed(FIRST, options)).traceHash).toBe((await resultOf(FIRST)).traceHash);
});

test('seeds: a run without faults has none', async () => {
  expect(faultsOf(await resultOf(FIRST)).length).toBeGreaterThan(2);
  expect(faultsOf(await runSeed(FIRST, { ...options, faults: [] }))).toEqual([]);
});
