/** Setup for test files that start programs: a failed test prints their state, and none outlives its test file. */
import { afterAll, afterEach } from 'vitest';
import { removeDataDirs } from '../index.ts';
import { killPrograms } from '../program.ts';
import { statesOf, watched } from '../progress.ts';

afterEach(({ task }) => {
  if (task.result?.state === 'fail' && watched.size > 0) console.error(statesOf(watched));
});

afterAll(async () => {
  await killPrograms();
  removeDataDirs();
});
