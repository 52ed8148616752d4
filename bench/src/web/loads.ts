/** A page in a browser, loaded with empty caches and while its book is under load. */
import { get } from 'node:http';
import type { Browser, CDPSession, Page } from '../../../packages/web/browser/chromium.ts';
import type { OrderFlow } from '../feeds/order-flow.ts';

/** Shortest duration of a task that the browser reports as long. */
const LONG_TASK_MS = 50;
/** The main thread must be free of long tasks for this long. */
const QUIET_MS = 1_000;
const ROW = '.ladder__row';

interface Counters {
  readonly longTasks: readonly { readonly startMs: number; readonly durationMs: number }[];
  readonly messages: number;
  readonly frames: number;
  /** Time of the first frame with the mark, on the page's own clock; null before. */
  readonly shownMs: number | null;
}

/**
 * Script that counts figures of the page; runs before the page's scripts. `mark` selects the element that must appear.
 */
const countersFor = (mark: string): string => `
  globalThis.benchCounters = { longTasks: [], messages: 0, frames: 0, shownMs: null };
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      benchCounters.longTasks.push({ startMs: startTime, durationMs: duration });
  }).observe({ type: 'longtask', buffered: true });
  globalThis.WebSocket = class extends WebSocket {
    constructor(...words) {
      super(...words);
      this.addEventListener('message', () => { benchCounters.messages += 1; });
    }
  };
  const frame = () => {
    benchCounters.frames += 1;
    if (benchCounters.shownMs === null && document.querySelector(${JSON.stringify(mark)}) !== null)
      benchCounters.shownMs = performance.now();
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
`;

const readCounters = (page: Page): Promise<Counters> => page.evaluate<Counters>('benchCounters');

async function withPage<Result>(
  browser: Browser,
  mark: string,
  look: (page: Page, session: () => Promise<CDPSession>) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 900 } });
  try {
    const page = await context.newPage();
    await page.addInitScript({ content: countersFor(mark) });
    return await look(page, () => context.newCDPSession(page));
  } finally {
    await context.close();
  }
}

/**
 * One load with empty caches: kilobytes of all requested scripts, gzipped, and milliseconds from the start of the
 * navigation until `mark` is on the page, and until the main thread is free as well.
 */
export const loadCold = (browser: Browser, url: string, mark: string) =>
  withPage(browser, mark, async (page) => {
    await page.goto(url, { waitUntil: 'commit' });
    await page.locator(mark).first().waitFor();
    await page.waitForTimeout(QUIET_MS);
    const { longTasks, shownMs } = await readCounters(page);
    if (shownMs === null) throw new Error(`nothing like ${mark} on ${url}`);
    const scripts = await page.evaluate<string[]>(
      "performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.endsWith('.js'))",
    );
    const sizes = await Promise.all([...new Set(scripts)].map(gzippedBytes));
    return {
      'JavaScript kB': sizes.reduce((sum, size) => sum + size, 0) / 1_000,
      'book and ticket ms': shownMs,
      'interactive ms': Math.max(shownMs, ...longTasks.map(({ startMs, durationMs }) => startMs + durationMs)),
    };
  });

/** Bytes that the venue sends to a client that accepts gzip. */
function gzippedBytes(url: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  get(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    response.once('error', reject).once('end', () => resolve(bytes));
  }).once('error', reject);
  return promise;
}

const MEBIBYTE = 2 ** 20;

/** A market's page that is open while its book is under load; heap sizes are measured after a garbage collection. */
export const watchBook = (browser: Browser, url: string, flow: OrderFlow, rate: number, seconds: number) =>
  withPage(browser, ROW, async (page, openSession) => {
    await page.goto(url);
    await page.locator(ROW).first().waitFor();
    const session = await openSession();
    await session.send('Performance.enable');
    await flow.run(rate, seconds / 6);
    const heapBefore = await collectedHeap(session);
    const before = await readCounters(page);
    const took = await flow.run(rate, seconds);
    const after = await readCounters(page);
    const longTasks = after.longTasks.slice(before.longTasks.length).map(({ durationMs }) => durationMs);
    return {
      orders: took.orders,
      'messages/s': (after.messages - before.messages) / took.seconds,
      'frames/s': (after.frames - before.frames) / took.seconds,
      'long tasks': longTasks.length,
      'longest ms': Math.max(LONG_TASK_MS, ...longTasks),
      'heap MiB before': heapBefore / MEBIBYTE,
      after: (await collectedHeap(session)) / MEBIBYTE,
    };
  });

async function collectedHeap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN;
}
