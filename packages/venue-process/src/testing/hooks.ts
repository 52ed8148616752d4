/** Setup of test files that start programs: a failed test prints the state of these, and none outlives its file. */
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
