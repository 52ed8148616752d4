/** A seed decides everything: the same one has the same trace in any process, and what breaks can be seen again. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { runSeed } from './run-seed.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const COMMANDS = 120;

/** The trace of a seed in a process of its own. */
async function traceElsewhere(seed: number, ...flags: string[]): Promise<string> {
  const words = [...flags, MAIN, '--seed', String(seed), '--commands', String(COMMANDS)];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  return / trace ([0-9a-f]{64})/.exec(stdout)?.[1] ?? stdout;
}

describe('a seed', () => {
  test('seed: it has the same trace again, in another process, with another heap and without an optimiser', async () => {
    for (const seed of [11, 12]) {
      const here = await runSeed(seed, { commands: COMMANDS });
      expect(here).toMatchObject({ kind: 'ok' });
      expect((await runSeed(seed, { commands: COMMANDS })).traceHash).toBe(here.traceHash);
      const elsewhere = await Promise.all([
        traceElsewhere(seed, '--max-semi-space-size=1'),
        traceElsewhere(seed, '--no-opt', '--gc-interval=5000'),
      ]);
      expect(elsewhere).toEqual([here.traceHash, here.traceHash]);
    }
  });

  test('seed: a life has as many commands as were asked for, however few its plan has led to', async () => {
    for (const seed of [15, 16, 17]) {
      const { counts } = await runSeed(seed, { commands: 300 });
      expect(counts['reached the exchange']).toBeGreaterThanOrEqual(300);
    }
  });

  test('seed: another one has another trace, and what is left out of it leaves no fault behind', async () => {
    const [one, other] = [await runSeed(13, { commands: COMMANDS }), await runSeed(14, { commands: COMMANDS })];
    expect(one.traceHash).not.toBe(other.traceHash);
    const calm = await runSeed(13, { commands: COMMANDS, faults: [] });
    expect(Object.keys(calm.counts).filter((name) => name.startsWith('fault '))).toEqual([]);
    expect(Object.keys(one.counts).filter((name) => name.startsWith('fault ')).length).toBeGreaterThan(2);
  });
});
