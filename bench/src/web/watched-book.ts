/** A market's page that is open while its book is under load: what its main thread and its memory do. */
import type { Browser, CDPSession } from '../../../packages/web/browser/chromium.ts';
import type { FlowResult } from '../feeds/order-flow.ts';
import { countersFor, readCounters } from './page-counters.ts';

export interface WatchedBook {
  readonly orders: number;
  readonly seconds: number;
  /** Received by the page over its feeds. */
  readonly messages: number;
  readonly frames: number;
  /** Durations of tasks over 50 ms. */
  readonly longTasksMs: readonly number[];
  /** 50 when there was none: shorter ones are not told of. */
  readonly longestTaskMs: number;
  /** After a collection, at each time that was asked for. */
  readonly heapBytes: readonly number[];
}

export interface BookLoad {
  readonly load: () => Promise<FlowResult>;
  /** Seconds after its beginning. */
  readonly lookAfterSeconds: readonly number[];
}

const LONG_TASK_MS = 50;
const ROW = '.ladder__row';

export async function watchBook(
  browser: Browser,
  url: string,
  { load, lookAfterSeconds }: BookLoad,
): Promise<WatchedBook> {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 900 } });
  try {
    const page = await context.newPage();
    await page.addInitScript({ content: countersFor(ROW) });
    await page.goto(url);
    await page.locator(ROW).first().waitFor();
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    const before = await readCounters(page);
    const [result, heapBytes] = await Promise.all([
      load(),
      Promise.all(lookAfterSeconds.map((seconds) => heapAfter(session, seconds))),
    ]);
    const after = await readCounters(page);
    const longTasksMs = after.longTasks.slice(before.longTasks.length).map(({ durationMs }) => durationMs);
    return {
      orders: result.orders,
      seconds: result.seconds,
      messages: after.messages - before.messages,
      frames: after.frames - before.frames,
      longTasksMs,
      longestTaskMs: Math.max(LONG_TASK_MS, ...longTasksMs),
      heapBytes,
    };
  } finally {
    await context.close();
  }
}

async function heapAfter(session: CDPSession, seconds: number): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN;
}
