/** A seed has the same trace in any process. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { runSeed } from './run-seed.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const COMMANDS = 120;

/** The trace of a seed, computed in a separate process. */
async function traceElsewhere(seed: number, ...flags: string[]): Promise<string> {
  const words = [...flags, MAIN, '--seed', String(seed), '--commands', String(COMMANDS)];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  return / trace ([0-9a-f]{64})/.exec(stdout)?.[1] ?? stdout;
}

test.each([11, 12])('seed %d: it has the same trace with another heap and without an optimiser', async (seed) => {
  const { traceHash } = await runSeed(seed, { commands: COMMANDS });
  const elsewhere = await Promise.all([
    traceElsewhere(seed, '--max-semi-space-size=1'),
    traceElsewhere(seed, '--no-opt', '--gc-interval=5000'),
  ]);
  expect(elsewhere).toEqual([traceHash, traceHash]);
});
