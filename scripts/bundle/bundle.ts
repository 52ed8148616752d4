/**
 * Bundles the program and its threads into `packages/server/dist`, where `bin/built.js` finds it. Project files and
 * packages that are read at run time stay in place.
 */
import { globSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { BUILDS, CURRENT, SOURCES, sourcesNow } from '../../packages/server/bin/built.js';
import { entryName, SERVER, withThreads } from './threads.ts';

const PROJECT = join(import.meta.dirname, '../..');
/** Native code, and packages that look for their own files. */
const LEFT_OUT = ['@resvg/resvg-wasm', 'pg', 'pino', 'secp256k1', 'swagger-ui-dist'];
/** A running venue still loads parts of the build that it started from. Each build takes some 5 MB. */
const BUILDS_KEPT = 10;
/** Placeholder for the location of the bundle until all source locations are inserted. */
const HERE = '__HERE__';

const build = new Date().toISOString().replaceAll(':', '-');
// Read before any source, so that the bundle does not count as up to date with later changes.
const sources = sourcesNow();
const folder = join(BUILDS, build);

const threads = globSync('**/{*-,}worker.ts', { cwd: SERVER });
const bundle = await rolldown({
  input: Object.fromEntries(['main.ts', ...threads].map((path) => [entryName(path), join(SERVER, path)])),
  platform: 'node',
  external: (id) => LEFT_OUT.some((name) => id === name || id.startsWith(`${name}/`)),
  plugins: [placesOfSources()],
  logLevel: 'warn',
});
const { output } = await bundle.write({
  dir: folder,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
});
const unwatched = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds.filter(isUnwatched) : []));
if (unwatched.length > 0) throw new Error(`these belong to SOURCES of built.js: ${unwatched.join(', ')}`);
nameCurrent();
for (const old of readdirSync(BUILDS).filter(isBuild).sort().slice(0, -BUILDS_KEPT)) {
  rmSync(join(BUILDS, old), { recursive: true, force: true });
}

/** Keeps the location of each source in the bundle, and points threads at their bundled programs. */
function placesOfSources(): Plugin {
  return {
    name: 'places-of-sources',
    transform(code, id) {
      if (!id.startsWith(PROJECT) || id.includes('node_modules') || !code.includes('import.meta.')) return null;
      const own = `new URL(${JSON.stringify(relative(folder, id))}, ${HERE})`;
      return withThreads(code, id, (entry) => `new URL('./${entry}.js', ${HERE})`)
        .replaceAll('import.meta.url', `${own}.href`)
        .replaceAll('import.meta.dirname', `process.getBuiltinModule('node:url').fileURLToPath(new URL('.', ${own}))`)
        .replaceAll(HERE, 'import.meta.url');
    },
  };
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
  const isOurs = id.startsWith(PROJECT) && !path.startsWith('node_modules/');
  return isOurs && !SOURCES.some((source) => path.startsWith(`${source}/`));
}

function isBuild(name: string): boolean {
  return /^\d{4}-/.test(name);
}
