/** One load of a page over a slow line, as browsers call it: 400 kbit/s, and 400 ms there and back for each request. */
import type { Browser } from '../../../packages/web/browser/chromium.ts';

export interface SlowLoad {
  /** From the start of the navigation until the content stood on the page, in milliseconds. */
  readonly contentMs: number;
  /** The same until the page's own components had taken its place. */
  readonly aliveMs: number;
}

const LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const PATIENCE_MS = 60_000;

/** `content` selects what a reader came for, `alive` what only a running page has. */
export async function loadSlowly(browser: Browser, url: string, content: string, alive: string): Promise<SlowLoad> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', LINE);
    const started = performance.now();
    const since = async (mark: string): Promise<number> => {
      await page.locator(mark).first().waitFor({ timeout: PATIENCE_MS });
      return performance.now() - started;
    };
    await page.goto(url, { waitUntil: 'commit', timeout: PATIENCE_MS });
    const contentMs = await since(content);
    return { contentMs, aliveMs: await since(alive) };
  } finally {
    await context.close();
  }
}
