/** The fixtures, run by the runners themselves. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDataDir, PROGRAM } from '@bellwether/venue-process';
import { test } from 'vitest';
import { expectFixtures, missing, RUNNERS, type Runner } from './testing/runners.ts';

const ROOT = join(import.meta.dirname, '../../..');

test.for(Object.keys(RUNNERS) as Runner[])(
  'fixtures: with %s a venue closes by itself, and the folder of a failed test is opened as its message says',
  async (runner, { skip }) => {
    const why = missing(runner);
    if (why !== null) return skip(why);
    const project = createDataDir();
    mkdirSync(join(project, 'node_modules'));
    for (const name of ['@bellwether', 'vitest', '.bin'])
      symlinkSync(join(ROOT, 'node_modules', name), join(project, 'node_modules', name));
    writeFileSync(join(project, 'package.json'), '{ "type": "module" }\n');
    await expectFixtures(runner, project, join(ROOT, 'packages/sandbox/pytest'), { BELLWETHER: PROGRAM.join(' ') });
  },
);
