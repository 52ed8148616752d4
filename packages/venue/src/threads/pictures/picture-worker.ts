/** Entry of the thread that draws pictures: SVG in, PNG out, one after the other. It yields to everything else. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { workerEntry } from '../../runtime/channels.ts';
import { standBack } from '../thread-priority.ts';
import type { PictureReply, PictureRequest } from './picture-thread.ts';

const SCRIPTS = ['latin', 'latin-ext', 'cyrillic', 'greek'];
const WEIGHTS = [500, 700];

/** Draws an SVG as PNG into its own memory; null when it cannot be drawn. */
type Painter = (svg: string) => Uint8Array<ArrayBuffer> | null;

/** Loads the painter; once per thread. */
async function createPainter(): Promise<Painter> {
  const { resolve } = createRequire(import.meta.url);
  await initWasm(readFileSync(resolve('@resvg/resvg-wasm/index_bg.wasm')));
  const fontBuffers = SCRIPTS.flatMap((script) =>
    WEIGHTS.map((weight) => readFileSync(resolve(`@fontsource/inter/files/inter-${script}-${weight}-normal.woff2`))),
  );
  const font = { fontBuffers, defaultFontFamily: 'Inter', loadSystemFonts: false };
  return (svg) => {
    try {
      return new Uint8Array(new Resvg(svg, { font }).render().asPng());
    } catch {
      return null;
    }
  };
}

const { channel } = workerEntry<unknown, PictureReply, PictureRequest>();
standBack();
const paint = await createPainter();
channel.receive(({ id, svg }) => {
  const png = paint(svg);
  channel.send({ id, png }, png === null ? [] : [png.buffer]);
});
