/** Entry points of threads: each is a separate entry in the bundle, named after its path. */
import { globSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

export const PACKAGES = join(import.meta.dirname, '../../packages');
const THREADS = globSync('*/src/**/{*-,}worker.ts', { cwd: PACKAGES });
const PROGRAM = /new URL\('(\.\/[\w./-]*worker\.ts)', import\.meta\.url\)/g;

/** Entry points by name. */
export const entries = (): Readonly<Record<string, string>> => ({
  main: join(PACKAGES, 'server/src/main.ts'),
  ...Object.fromEntries(THREADS.map((path) => [entryName(path), join(PACKAGES, path)])),
});

/** Name of a thread's bundled file without its extension; `path` is relative to `PACKAGES`. */
const entryName = (path: string): string => path.replace('/src/', '/').replaceAll('/', '-').replace(/\.ts$/, '');

/** Returns the source `id` with the venue's thread programs replaced: `urlOf` returns JavaScript that makes the URL. */
export function withThreads(code: string, id: string, urlOf: (entry: string) => string): string {
  if (!id.startsWith(PACKAGES)) return code;
  return code.replace(PROGRAM, (program, path: string) => {
    const thread = relative(PACKAGES, join(dirname(id), path));
    return THREADS.includes(thread) ? urlOf(entryName(thread)) : program;
  });
}
