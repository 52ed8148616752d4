/** Files that a part of the page needs besides the common ones, taken from the build's manifest. Pure. */
import type { PagePart } from './page-view.ts';

/** Path of the manifest within the build's folder. */
export const MANIFEST = '.vite/manifest.json';

/** Parts with files of their own. The sandbox bar appears on every page of a sandbox, whichever part that shows. */
export type LinkedPart = PagePart | 'sandbox';

const MODULES: Readonly<Record<LinkedPart, string>> = {
  home: 'src/pages/home-page.tsx',
  event: 'src/pages/event-page.tsx',
  market: 'src/pages/market-page.tsx',
  sandbox: 'src/sandbox/sandbox-bar.tsx',
};

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

/** Tags by part; empty for a build without a manifest. `index` is the page that has the tags common to all parts. */
export function partLinks(index: string, manifest: string): Readonly<Record<LinkedPart, string>> {
  // The cast is the parse boundary: only the build writes the file.
  const chunks = JSON.parse(manifest) as Readonly<Record<string, Chunk>>;
  const linksOf = (part: LinkedPart): string => {
    const files = [...filesOf(chunks, MODULES[part])].filter((file) => !index.includes(`/app/${file}"`));
    return files.map((file) => `\n    ${link(`/app/${file}`)}`).join('');
  };
  return { home: linksOf('home'), event: linksOf('event'), market: linksOf('market'), sandbox: linksOf('sandbox') };
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
