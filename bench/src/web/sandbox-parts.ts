/** What only the pages of a sandbox load, by what the build wrote down of itself. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PAGE_FOLDER } from '../../../packages/web/browser/page-build.ts';

export interface SandboxParts {
  /** Bytes of JavaScript, gzipped: of the bar on each page, and of the section in Operate when it is opened. */
  readonly bar: number;
  readonly section: number;
}

/** Throws when they are no files of their own. */
export function sandboxParts(): SandboxParts {
  const manifest = JSON.parse(readFileSync(join(PAGE_FOLDER, '.vite/manifest.json'), 'utf8')) as Manifest;
  const bytesOf = (module: string): number => {
    const chunk = manifest[module];
    if (chunk?.isDynamicEntry !== true) throw new Error(`${module} is no part that is loaded by itself`);
    return gzipSync(readFileSync(join(PAGE_FOLDER, chunk.file)), { level: 9 }).byteLength;
  };
  return { bar: bytesOf('src/sandbox/sandbox-bar.tsx'), section: bytesOf('src/sandbox/sandbox-panel.tsx') };
}

type Manifest = Readonly<Record<string, { readonly file: string; readonly isDynamicEntry?: boolean } | undefined>>;
