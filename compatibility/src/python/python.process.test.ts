/** The bot's test of `examples/python` passes under pytest, as a Python author runs it. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { PROGRAM } from '@bellwether/venue-process';
import { Program } from '@bellwether/venue-process/program';
import { expect, test } from 'vitest';

const EXAMPLES = join(import.meta.dirname, '../../../examples/python');
const succeeds = (python: string, ...words: string[]): boolean => spawnSync(python, words).status === 0;
/** The first interpreter that has pytest: Debian's package is for Debian's own. */
const PYTHON = ['python3', '/usr/bin/python3'].find((python) => succeeds(python, '-m', 'pytest', '--version'));

test('python: the bot on py-clob-client-v2, or on a stand-in where that is not installed, passes its own test under pytest', async ({
  skip,
  annotate,
}) => {
  if (PYTHON === undefined) return skip('there is no pytest: install python3-pytest');
  const isInstalled = succeeds(PYTHON, '-c', 'import py_clob_client_v2');
  await annotate(isInstalled ? 'py-clob-client-v2 is installed' : 'a stand-in replaces py-clob-client-v2');
  const env = {
    ...process.env,
    ...{ BELLWETHER: PROGRAM.join(' '), NODE: process.execPath, PYTHONDONTWRITEBYTECODE: '1' },
    ...(isInstalled ? {} : { PYTHONPATH: import.meta.dirname }),
  };
  const pytest = new Program([PYTHON, '-m', 'pytest', '-p', 'no:cacheprovider'], { cwd: EXAMPLES, env });
  expect(await pytest.result()).toMatchObject({ code: 0, stdout: expect.stringContaining('1 passed') });
});
