/** The fixtures, in a project with one test that passes and one that fails, run by the runners themselves. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createDataDir, PROGRAM } from '@bellwether/venue-process';
import { Program } from '@bellwether/venue-process/program';
import { expect, test } from 'vitest';
import { openKept } from './testing/open-kept.ts';

const ROOT = join(import.meta.dirname, '../../..');
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
const PYTEST_INI = `[pytest]\npythonpath = ${join(import.meta.dirname, '../pytest')}\n`;

const RUNNERS = {
  vitest: {
    words: [process.execPath, join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--testTimeout', '1800000'],
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
    files: {
      'test_bot.py': OF_PYTEST,
      'conftest.py': 'pytest_plugins = ["bellwether_pytest"]\n',
      'pytest.ini': PYTEST_INI,
    },
    told: ['1 passed', '1 failed'],
  },
} as const;

test.for(Object.entries(RUNNERS))(
  'fixtures: with $0 a venue closes by itself, and the folder of a failed test is opened as its message says',
  async ([runner, { words, files, told }], { skip }) => {
    if (runner === 'pytest' && PYTHON === undefined) return skip('there is no pytest: install python3-pytest');
    const [project, temporary] = [createDataDir(), createDataDir()];
    mkdirSync(join(project, 'node_modules'));
    for (const name of ['@bellwether', 'vitest'])
      symlinkSync(join(ROOT, 'node_modules', name), join(project, 'node_modules', name));
    writeFileSync(join(project, 'package.json'), '{ "type": "module" }\n');
    for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text);
    const python = { BELLWETHER: PROGRAM.join(' '), PYTHONDONTWRITEBYTECODE: '1' };
    const env: NodeJS.ProcessEnv = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH']}` };
    for (const name of ['VITEST', 'NODE_TEST_CONTEXT', 'NODE_OPTIONS']) delete env[name];
    const run = new Program(words, { cwd: project, env: { ...env, ...python, NO_COLOR: '1', TMPDIR: temporary } });
    const { code, stdout, stderr } = await run.result();
    expect([code, stdout + stderr]).toEqual([1, expect.stringContaining(told[0])]);
    expect(stdout).toContain(told[1]);
    // Of the process that served the tests nothing is left.
    expect(readdirSync(temporary).filter((name) => name.startsWith('bellwether-'))).toEqual([
      expect.stringContaining('bellwether-kept-'),
    ]);
    await openKept(stdout + stderr);
  },
);
