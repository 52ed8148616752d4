/**
 * The built page's files, with their types and the compressed form that a browser accepts. Serves no file from another
 * folder, and does not compress files itself.
 */
import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Encoding } from '@bellwether/ports/reader.ts';
import type { PagePart } from './page-view.ts';

/** Folder where the build puts the page: `packages/web/dist`. */
export const PAGE_FOLDER = join(import.meta.dirname, '../../../../web/dist');

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
};
/** Names that carry a hash of the file's content, and the few fixed names. */
const HASHED = /^assets\/[A-Za-z0-9_.-]+$/;
const FIXED = /^[a-z0-9-]+\.(?:js|css|svg|png)$/;
/** Suffixes that the build gives to a file's compressed forms. */
const ENDINGS: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };
/** Path of the manifest within the build's folder. */
const MANIFEST = '.vite/manifest.json';

/** Parts with files of their own. The banner appears above every part. */
type LinkedPart = PagePart | 'banner';

const MODULES: Readonly<Record<PagePart, string>> = {
  home: 'src/pages/home-page.tsx',
  event: 'src/pages/event-page.tsx',
  market: 'src/pages/market-page.tsx',
};

type Chunk = { readonly file: string; readonly css?: readonly string[]; readonly imports?: readonly string[] };

/** Maximum number of files kept in memory; a build has far fewer. */
const KEPT_MAX = 400;

export interface PageFile {
  readonly bytes: Buffer;
  readonly type: string;
  /** Encoding of the bytes; null for plain bytes. */
  readonly encoding: string | null;
  /** True if the file never changes under its name. */
  readonly isImmutable: boolean;
}

interface PageIndex {
  readonly text: string;
  /** Tags for the head that let a browser fetch everything a part of the page needs in parallel. */
  readonly links: Readonly<Record<LinkedPart, string>>;
}

export interface PageFiles {
  /** `index.html` of the newest build; null when there is none. */
  index(): Promise<PageIndex | null>;
  /** A file by its path below the page's own; null when there is none. */
  file(path: string, encodings: readonly Encoding[]): Promise<PageFile | null>;
}

/** True for a path that names a file rather than a view of the page. */
export function isFilePath(path: string): boolean {
  return HASHED.test(path) || FIXED.test(path);
}

/** `banner`: the module of the page's banner. */
export function openPageFiles(folder: string, banner: string | null = null): PageFiles {
  const kept = new Map<string, Buffer | null>();
  let index: (PageIndex & { readonly mtimeMs: number }) | null = null;

  /** Reads a file. Hashed names are read only once, because a new build has new names. */
  const read = async (path: string): Promise<Buffer | null> => {
    const known = kept.get(path);
    if (known !== undefined) return known;
    const bytes = await readFile(join(folder, path)).catch(() => null);
    if (bytes !== null && HASHED.test(path) && kept.size < KEPT_MAX) kept.set(path, bytes);
    return bytes;
  };

  return {
    index: async () => {
      const path = join(folder, 'index.html');
      const found = await stat(path).catch(() => null);
      if (found === null) return null;
      // A new build shows at once, even while the venue runs.
      if (index?.mtimeMs !== found.mtimeMs) {
        const text = await readFile(path, 'utf8').catch(() => null);
        if (text === null) return null;
        const manifest = await readFile(join(folder, MANIFEST), 'utf8').catch(() => '{}');
        index = { mtimeMs: found.mtimeMs, text, links: partLinks(text, manifest, banner) };
      }
      return index;
    },
    file: async (path, encodings) => {
      const type = TYPES[extname(path)];
      if (type === undefined || !isFilePath(path)) return null;
      const isImmutable = HASHED.test(path);
      for (const encoding of encodings) {
        const bytes = await read(path + ENDINGS[encoding]);
        if (bytes !== null) return { bytes, type, encoding, isImmutable };
      }
      const bytes = await read(path);
      return bytes === null ? null : { bytes, type, encoding: null, isImmutable };
    },
  };
}

/**
 * Tags by part; empty for a build without a manifest. `index` is the page that has the tags common to all parts,
 * `banner` the module of the banner.
 */
function partLinks(index: string, manifest: string, banner: string | null): Readonly<Record<LinkedPart, string>> {
  // The cast is the parse boundary: only the build writes the file.
  const chunks = JSON.parse(manifest) as Readonly<Record<string, Chunk>>;
  const linksOf = (module: string): string => {
    const files = [...filesOf(chunks, module)].filter((file) => !index.includes(`/app/${file}"`));
    return files.map((file) => `\n    ${link(`/app/${file}`)}`).join('');
  };
  const { home, event, market } = MODULES;
  return {
    home: linksOf(home),
    event: linksOf(event),
    market: linksOf(market),
    banner: banner === null ? '' : linksOf(banner),
  };
}

function filesOf(chunks: Readonly<Record<string, Chunk>>, name: string, files = new Set<string>()): Set<string> {
  const chunk = chunks[name];
  if (chunk === undefined || files.has(chunk.file)) return files;
  files.add(chunk.file);
  for (const style of chunk.css ?? []) files.add(style);
  for (const imported of chunk.imports ?? []) filesOf(chunks, imported, files);
  return files;
}

function link(path: string): string {
  return path.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="${path}">`
    : `<link rel="modulepreload" crossorigin href="${path}">`;
}
