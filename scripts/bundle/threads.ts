/** The programs of threads: each is an entry of its own in the bundle, named after its place. */
import { dirname, join, relative } from 'node:path';

export const SERVER = join(import.meta.dirname, '../../packages/server/src');
const PROGRAM = /new URL\('(\.\/[\w./-]*worker\.ts)', import\.meta\.url\)/g;

/** Name of a file of the bundle without its ending; `path` is relative to `SERVER`. */
export function entryName(path: string): string {
  return path.replaceAll('/', '-').replace(/\.ts$/, '');
}

/** The source `id` with other programs for the venue's threads that it starts: `urlOf` gives JavaScript that makes the URL. */
export function withThreads(code: string, id: string, urlOf: (entry: string) => string): string {
  if (!id.startsWith(SERVER)) return code;
  return code.replace(PROGRAM, (_, path: string) => urlOf(entryName(relative(SERVER, join(dirname(id), path)))));
}
