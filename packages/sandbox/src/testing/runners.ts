/** The fixtures as their users meet them: for each runner, tests of which one passes and one fails. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createDataDir } from '@bellwether/venue-process';
import { Program } from '@bellwether/venue-process/program';
import { expect } from 'vitest';
import { openKept } from './open-kept.ts';

const VITEST = join(import.meta.dirname, '../../../../node_modules/vitest/vitest.mjs');
/** The first interpreter that has pytest: Debian's package is for Debian's own. */
const PYTHON = ['python3', '/usr/bin/python3'].find(
  (python) => spawnSync(python, ['-m', 'pytest', '--version']).status === 0,
);

const OF_VITEST = `
import { expect } from 'vitest';
import { test as base } from '@bellwether/sandbox/vitest';

const test = base.extend({ venueOptions: { scenario: 'whale' } });
const nameIn = async (venue) => (await venue.client().sandbox.scenario()).running?.name;
test('passes', async ({ venue }) => expect(await nameIn(venue)).toBe('whale'));
test('fails', async ({ venue }) => expect(await nameIn(venue)).toBe('minnow'));
`;
const OF_NODE = `
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { venue } from '@bellwether/sandbox/node-test';

const nameIn = async (t) => (await (await venue(t, { scenario: 'whale' })).client().sandbox.scenario()).running?.name;
test('passes', async (t) => assert.equal(await nameIn(t), 'whale'));
test('fails', async (t) => assert.equal(await nameIn(t), 'minnow'));
`;
const OF_PYTEST = `
import pytest
from bellwether_sandbox import Refused

def name_in(venue):
    return venue.request("/sandbox/scenario", operator=True)["running"]["name"]

@pytest.mark.venue(scenario="whale")
def test_passes(venue, venues):
    assert name_in(venue) == "whale"
    with pytest.raises(Refused, match="seed must be from 0 to 999999999"):
        venues.open(seed=-1)

@pytest.mark.venue(scenario="whale", seed=7)
def test_fails(venue):
    assert name_in(venue) == "minnow"
`;

export const RUNNERS = {
  vitest: {
    words: [process.execPath, VITEST, 'run', '--testTimeout', '1800000'],
    files: { 'bot.test.js': OF_VITEST },
    told: ['1 passed', '1 failed'],
  },
  'node --test': {
    words: [process.execPath, '--test', '--test-reporter', 'spec'],
    files: { 'bot.test.js': OF_NODE },
    told: ['pass 1', 'fail 1'],
  },
  pytest: {
    words: [PYTHON ?? '', '-m', 'pytest', '-p', 'no:cacheprovider'],
    files: { 'test_bot.py': OF_PYTEST, 'conftest.py': 'pytest_plugins = ["bellwether_pytest"]\n' },
    told: ['1 passed', '1 failed'],
  },
} as const;
export type Runner = keyof typeof RUNNERS;

/** Reason why a runner cannot be run here; null if it can. */
export const missing = (runner: Runner): string | null =>
  runner === 'pytest' && PYTHON === undefined ? 'there is no pytest: install python3-pytest' : null;

/**
 * Runs the tests of a runner in a folder of the project, and opens what the failed one has kept. `pytestFolder`: where
 * the fixtures of pytest are.
 */
export async function expectFixtures(runner: Runner, project: string, pytestFolder: string, more: NodeJS.ProcessEnv) {
  const { words, files, told } = RUNNERS[runner];
  const [cwd, temporary] = [join(project, runner.replaceAll(/\W/g, '')), createDataDir()];
  mkdirSync(cwd);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  writeFileSync(join(cwd, 'pytest.ini'), `[pytest]\npythonpath = ${pytestFolder}\n`);
  const env: NodeJS.ProcessEnv = {
    ...{ ...process.env, PYTHONDONTWRITEBYTECODE: '1', NO_COLOR: '1', TMPDIR: temporary, ...more },
    PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
  };
  // This process runs under Vitest, the runner does not.
  for (const name of ['VITEST', 'NODE_OPTIONS']) delete env[name];
  const { code, stdout, stderr } = await new Program(words, { cwd, env }).result();
  expect([code, stdout + stderr]).toEqual([1, expect.stringContaining(told[0])]);
  expect(stdout).toContain(told[1]);
  // Nothing is left of the process that served the tests.
  const left = readdirSync(temporary).filter((name) => name.startsWith('bellwether-'));
  expect(left).toEqual([expect.stringContaining('bellwether-kept-')]);
  await openKept(stdout + stderr, cwd);
}
