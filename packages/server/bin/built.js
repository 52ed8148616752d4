/**
 * The program as `npm start` has bundled it: a hundred large files in place of thousands of modules, which take longer to
 * find and compile than to run. It counts for the very sources that it was made of; otherwise the sources themselves run.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
export const BUILDS = join(PROJECT, 'packages/server/dist');
/** Two lines: the build that counts, and the `sourcesNow` that it was made of. */
export const CURRENT = join(BUILDS, 'current');
/** Files and folders. */
export const SOURCES = [
  'packages/server/bin',
  'packages/server/src',
  'packages/engine/src',
  'packages/contract/src',
  'packages/sdk/src',
  'demo/src',
  'scripts/bundle',
  'package-lock.json',
];

/** Path of the bundled program; null where there is none of these sources. */
export function builtProgram() {
  if (!existsSync(CURRENT)) return null;
  const [build = '', sources] = readFileSync(CURRENT, 'utf8').split('\n');
  const program = join(BUILDS, build, 'main.js');
  return existsSync(program) && sources === sourcesNow() ? program : null;
}

/**
 * Digest of names, sizes and times of all sources. Equal times, not earlier ones: a file that is put back, or a clock that
 * is set back, must not have another version run.
 */
export function sourcesNow() {
  const digest = createHash('sha256');
  for (const path of SOURCES) add(digest, path);
  return digest.digest('hex');
}

function add(digest, path) {
  const stats = statSync(join(PROJECT, path), { throwIfNoEntry: false });
  if (stats === undefined || path.endsWith('.test.ts')) return;
  if (stats.isDirectory()) for (const name of readdirSync(join(PROJECT, path)).sort()) add(digest, `${path}/${name}`);
  else digest.update(`${path} ${stats.size} ${stats.mtimeMs}\n`);
}
