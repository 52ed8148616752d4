/** Files that a part of the page needs besides the common ones, taken from the build's manifest. Pure. */
import type { PagePart } from './page-view.ts';

/** Path of the manifest within the build's folder. */
export const MANIFEST = '.vite/manifest.json';

/** Parts with files of their own. The banner appears above every part. */
export type LinkedPart = PagePart | 'banner';

const MODULES: Readonly<Record<PagePart, string>> = {
  home: 'src/pages/home-page.tsx',
  event: 'src/pages/event-page.tsx',
  market: 'src/pages/market-page.tsx',
};

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

/**
 * Tags by part; empty for a build without a manifest. `index` is the page that has the tags common to all parts,
 * `banner` the module of the banner.
 */
export function partLinks(
  index: string,
  manifest: string,
  banner: string | null = null,
): Readonly<Record<LinkedPart, string>> {
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
