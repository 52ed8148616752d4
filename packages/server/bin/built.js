/**
 * The program as bundled by `npm start`: about a hundred large files instead of thousands of modules, which take longer
 * to find and compile than to run. A bundle is used only if it was built from exactly the current sources; otherwise
 * the sources run directly.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
export const BUILDS = join(PROJECT, 'packages/server/dist');
/** A file of two lines: the name of the current build, and the `sourcesNow` value it was built from. */
export const CURRENT = join(BUILDS, 'current');
/** Files and folders that a bundle is built from. */
export const SOURCES = [
  'packages/server/bin',
  ...[
    'contract',
    'engine',
    'exam',
    'exchange',
    'feeds',
    'gateway',
    'ledger',
    'mcp',
    'news',
    'nodes',
    'people',
    'ports',
    'read-model',
  ].map(sourcesOf),
  ...['sandbox-venue', 'sdk', 'server', 'stores', 'venue', 'wire'].map(sourcesOf),
  'demo/src',
  'scripts/bundle',
  'package-lock.json',
];

/**
 * Path of the bundled program; null if there is no build of the current sources. The published package has nothing
 * to build with, and no sources that its build could fall behind.
 */
export function builtProgram() {
  if (!existsSync(CURRENT)) return null;
  const [build = '', sources] = readFileSync(CURRENT, 'utf8').split('\n');
  const program = join(BUILDS, build, 'main.js');
  if (!existsSync(program)) return null;
  return sources === sourcesNow() || !existsSync(join(PROJECT, 'scripts/bundle')) ? program : null;
}

/**
 * Digest of the names, sizes and modification times of all sources. Times must be equal, not merely older: a restored
 * file or a clock set back must not run another version.
 */
export function sourcesNow() {
  const digest = createHash('sha256');
  for (const path of SOURCES) add(digest, path);
  return digest.digest('hex');
}

function sourcesOf(name) {
  return `packages/${name}/src`;
}

function add(digest, path) {
  const stats = statSync(join(PROJECT, path), { throwIfNoEntry: false });
  if (stats === undefined || path.endsWith('.test.ts')) return;
  if (stats.isDirectory()) for (const name of readdirSync(join(PROJECT, path)).sort()) add(digest, `${path}/${name}`);
  else digest.update(`${path} ${stats.size} ${stats.mtimeMs}\n`);
}
