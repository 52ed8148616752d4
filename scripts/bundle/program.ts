/**
 * Bundles the program and its threads. Files of the project and packages that are read at run time stay in place: the
 * bundle finds them from its own place.
 */
import { join, relative } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { BUILDS } from '../../packages/server/bin/built.js';
import { entries, withThreads } from './threads.ts';

export const PROJECT = join(import.meta.dirname, '../..');
/** Native code, and packages that look for their own files. */
export const LEFT_OUT = ['@resvg/resvg-wasm', 'pg', 'pino', 'secp256k1', 'swagger-ui-dist'];
/** Placeholder for the location of the bundle until all source locations are inserted. */
const HERE = '__HERE__';

/**
 * Writes the build `name` into `folder`, and returns the paths of all modules in it. Wherever `folder` is, the bundle
 * runs at its place among the files of a project: in `packages/server/dist/<name>`.
 */
export async function bundleProgram(folder: string, name: string): Promise<readonly string[]> {
  const bundle = await rolldown({
    input: entries(),
    platform: 'node',
    external: (id) => LEFT_OUT.some((left) => id === left || id.startsWith(`${left}/`)),
    plugins: [placesOfSources(join(BUILDS, name))],
    logLevel: 'warn',
  });
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  return output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
}

/** Keeps the location of each source in the bundle, and points threads at their bundled programs. */
function placesOfSources(place: string): Plugin {
  return {
    name: 'places-of-sources',
    transform(code, id) {
      if (!id.startsWith(PROJECT) || id.includes('node_modules') || !code.includes('import.meta.')) return null;
      const own = `new URL(${JSON.stringify(relative(place, id))}, ${HERE})`;
      return withThreads(code, id, (entry) => `new URL('./${entry}.js', ${HERE})`)
        .replaceAll('import.meta.url', `${own}.href`)
        .replaceAll('import.meta.dirname', `process.getBuiltinModule('node:url').fileURLToPath(new URL('.', ${own}))`)
        .replaceAll(HERE, 'import.meta.url');
    },
  };
}
