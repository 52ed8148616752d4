/** All test files of the repository; a file's name determines its lanes. */
import { globSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

/** The one file of the quick lane that starts a program. */
export const VENUE_PROCESS = 'packages/server/src/venue.process.test.ts';

/** Paths of all test files from the root of the repository, sorted. */
export const TEST_FILES: readonly string[] = globSync(
  '{packages,compatibility,conformance,demo,bench,cluster,sim,scripts}/**/*.test.{ts,tsx}',
  { cwd: ROOT, exclude: (path) => path.includes('node_modules') },
).sort();

/** True if the quick lane runs this file. */
export const isQuick = (path: string): boolean =>
  path === VENUE_PROCESS || !/\.(?:process|browser|release)\.test\.ts$/.test(path);
