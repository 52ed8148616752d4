/** Bundles the program into `packages/server/dist`, where `bin/built.js` finds it. */
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BUILDS, CURRENT, SOURCES, sourcesNow } from '../../packages/server/bin/built.js';
import { bundleProgram, PROJECT } from './program.ts';

/** A running venue still loads parts of the build that it started from. Each build takes some 5 MB. */
const BUILDS_KEPT = 10;

const build = new Date().toISOString().replaceAll(':', '-');
// Read before any source, so that the bundle does not count as up to date with later changes.
const sources = sourcesNow();
const folder = join(BUILDS, build);

const unwatched = (await bundleProgram(folder, build)).filter(isUnwatched);
if (unwatched.length > 0) throw new Error(`these belong to SOURCES of built.js: ${unwatched.join(', ')}`);
nameCurrent();
for (const old of readdirSync(BUILDS).filter(isBuild).sort().slice(0, -BUILDS_KEPT)) {
  rmSync(join(BUILDS, old), { recursive: true, force: true });
}

/** Atomic: a program that starts meanwhile finds either this build or the one before. */
function nameCurrent(): void {
  const draft = join(folder, 'current');
  writeFileSync(draft, `${build}\n${sources}`);
  renameSync(draft, CURRENT);
}

/** True if changes of this source would go unnoticed. */
function isUnwatched(id: string): boolean {
  const path = relative(PROJECT, id);
  const isOurs = id.startsWith(PROJECT) && !path.includes('node_modules/');
  return isOurs && !SOURCES.some((source) => path.startsWith(`${source}/`));
}

function isBuild(name: string): boolean {
  return /^\d{4}-/.test(name);
}
