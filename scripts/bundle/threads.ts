/** Entry points of threads: each is a separate entry in the bundle, named after its path. */
import { dirname, join, relative } from 'node:path';

export const SERVER = join(import.meta.dirname, '../../packages/server/src');
const PROGRAM = /new URL\('(\.\/[\w./-]*worker\.ts)', import\.meta\.url\)/g;

/** Name of a bundled file without its extension; `path` is relative to `SERVER`. */
export function entryName(path: string): string {
  return path.replaceAll('/', '-').replace(/\.ts$/, '');
}

/** Returns the source `id` with the venue's thread programs replaced: `urlOf` returns JavaScript that makes the URL. */
export function withThreads(code: string, id: string, urlOf: (entry: string) => string): string {
  if (!id.startsWith(SERVER)) return code;
  return code.replace(PROGRAM, (_, path: string) => urlOf(entryName(relative(SERVER, join(dirname(id), path)))));
}
