/**
 * Entry of the thread that draws pictures: SVG in, PNG out, one after the other. It stands back for everything else. Its
 * letters come with the venue, so that a picture looks the same on every machine.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { PICTURES_NICE } from './limits.ts';
import type { PictureReply, PictureRequest } from './picture-messages.ts';
import { lowerThreadPriority } from './thread-priority.ts';

if (parentPort === null) throw new Error('picture-worker.ts runs as a worker thread');
const port = parentPort;
const { resolve } = createRequire(import.meta.url);
const SCRIPTS = ['latin', 'latin-ext', 'cyrillic', 'greek'];
const WEIGHTS = [500, 700];

lowerThreadPriority(PICTURES_NICE);
await initWasm(readFileSync(resolve('@resvg/resvg-wasm/index_bg.wasm')));
const fontBuffers = SCRIPTS.flatMap((script) =>
  WEIGHTS.map((weight) => readFileSync(resolve(`@fontsource/inter/files/inter-${script}-${weight}-normal.woff2`))),
);

port.on('message', ({ id, svg }: PictureRequest) => {
  let png: Uint8Array<ArrayBuffer> | null = null;
  try {
    const font = { fontBuffers, defaultFontFamily: 'Inter', loadSystemFonts: false };
    png = new Uint8Array(new Resvg(svg, { font }).render().asPng());
  } catch {
    // Told as what could not be drawn.
  }
  const reply: PictureReply = { id, png };
  port.postMessage(reply, png === null ? [] : [png.buffer]);
});
