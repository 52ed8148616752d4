/** Pictures from SVG. The fonts ship with the venue, so that a picture looks the same on every machine. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

const SCRIPTS = ['latin', 'latin-ext', 'cyrillic', 'greek'];
const WEIGHTS = [500, 700];

/** Draws an SVG as PNG into its own memory; null when it cannot be drawn. */
export type Painter = (svg: string) => Uint8Array<ArrayBuffer> | null;

/** Loads the painter; once per thread. */
export async function createPainter(): Promise<Painter> {
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
