/** One load of a page with empty caches: what it fetched, when it could be used. */
import { get } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { Browser } from '../../../packages/web/browser/chromium.ts';
import { countersFor, readCounters } from './page-counters.ts';

export interface ColdLoad {
  /** Of all scripts that the browser asked for, gzipped. */
  readonly javaScriptBytes: number;
  /** From the start of the navigation until what was asked for stood on the page, in milliseconds. */
  readonly shownMs: number;
  /** The same until the main thread was free as well. */
  readonly interactiveMs: number;
}

/** The main thread has to be free of long tasks for this long. */
const QUIET_MS = 1_000;

/** `mark` selects what has to stand on the page. */
export async function loadCold(browser: Browser, url: string, mark: string): Promise<ColdLoad> {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 900 } });
  try {
    const page = await context.newPage();
    await page.addInitScript({ content: countersFor(mark) });
    await page.goto(url, { waitUntil: 'commit' });
    await page.locator(mark).first().waitFor();
    await page.waitForTimeout(QUIET_MS);
    const { longTasks, shownMs } = await readCounters(page);
    if (shownMs === null) throw new Error(`nothing like ${mark} on ${url}`);
    const lastEndMs = Math.max(0, ...longTasks.map(({ startMs, durationMs }) => startMs + durationMs));
    const scripts = await page.evaluate<string[]>(
      "performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.endsWith('.js'))",
    );
    const sizes = await Promise.all([...new Set(scripts)].map(gzippedBytes));
    return {
      javaScriptBytes: sizes.reduce((sum, size) => sum + size, 0),
      shownMs,
      interactiveMs: Math.max(shownMs, lastEndMs),
    };
  } finally {
    await context.close();
  }
}

/** What the venue sends to a client that takes gzip. */
function gzippedBytes(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const body = Buffer.concat(chunks);
        // Says so if it were not packed after all.
        if (response.headers['content-encoding'] === 'gzip') gunzipSync(body);
        resolve(body.byteLength);
      });
    }).once('error', reject);
  });
}
