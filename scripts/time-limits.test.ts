/** A limit of time in a test is against what hangs. A shorter one of its own would fail where a machine is busy and nothing is wrong. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import config from '../vitest.config.ts';

const ROOT = join(import.meta.dirname, '..');
const TESTS = globSync(['{packages,compatibility,conformance,demo,bench,cluster,sim,scripts}/**/*.test.{ts,tsx}'], {
  cwd: ROOT,
  exclude: (path) => path.includes('node_modules'),
});
/** Of a test or a hook, after its function, and of whatever takes `timeout`. */
const LIMITS = /^ *\}, ([0-9_]+)\);$|\btimeout: ([0-9_]+)/gm;

const limitsIn = (text: string): number[] =>
  [...text.matchAll(LIMITS)].map(([, ofTest, named]) => Number((ofTest ?? named ?? '').replaceAll('_', '')));

test('time limits: what is looked for is found', () => {
  expect(limitsIn('}, 5_000);\n    }, 20);\n  { timeout: 1_000, interval: 5 }, 7);')).toEqual([5_000, 20, 1_000]);
});

test('time limits: no test has one shorter than a poll of the configuration', () => {
  const { poll } = (config as { test: { expect: { poll: { timeout: number } } } }).test.expect;
  const shortest = poll.timeout;
  expect(shortest).toBeGreaterThanOrEqual(60_000);
  const short = TESTS.filter((path) => limitsIn(readFileSync(join(ROOT, path), 'utf8')).some((ms) => ms < shortest));
  expect(short.filter((path) => path !== 'scripts/time-limits.test.ts')).toEqual([]);
});
