/** Before the first browser test: the page is built once, or it is said why none of them runs. */
import { findChromium, WITHOUT_CHROMIUM } from './chromium.ts';
import { ensurePage } from './page-build.ts';

export function setup(): void {
  if (findChromium() === null) process.stderr.write(`browser tests ${WITHOUT_CHROMIUM}\n`);
  else ensurePage();
}
