/** A market's page that is open while its book is under load: what its main thread and its memory do. */
import type { Browser, CDPSession } from '../../../packages/web/browser/chromium.ts';
import type { FlowResult } from '../feeds/order-flow.ts';
import { countersFor, readCounters } from './page-counters.ts';
import { startTaskLog, type Task } from './task-log.ts';

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
  /** All of its main thread. */
  readonly tasks: readonly Task[];
  /** After a collection, before and after the load; collections are no tasks of the page, and are not counted. */
  readonly heapBytes: { readonly before: number; readonly after: number };
}

export interface BookLoad {
  /** Before anything is counted: what is made once has been made then. */
  readonly warmUp: () => Promise<FlowResult>;
  readonly load: () => Promise<FlowResult>;
}

/** What the browser calls a long task. */
export const LONG_TASK_MS = 50;
const ROW = '.ladder__row';

export async function watchBook(browser: Browser, url: string, { warmUp, load }: BookLoad): Promise<WatchedBook> {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 900 } });
  try {
    const page = await context.newPage();
    await page.addInitScript({ content: countersFor(ROW) });
    await page.goto(url);
    await page.locator(ROW).first().waitFor();
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    await warmUp();
    const heapBefore = await collectedHeap(session);
    const endTaskLog = await startTaskLog(session);
    const before = await readCounters(page);
    const result = await load();
    const after = await readCounters(page);
    const tasks = await endTaskLog();
    const heapAfter = await collectedHeap(session);
    const longTasksMs = after.longTasks.slice(before.longTasks.length).map(({ durationMs }) => durationMs);
    return {
      orders: result.orders,
      seconds: result.seconds,
      messages: after.messages - before.messages,
      frames: after.frames - before.frames,
      longTasksMs,
      longestTaskMs: Math.max(LONG_TASK_MS, ...longTasksMs),
      tasks,
      heapBytes: { before: heapBefore, after: heapAfter },
    };
  } finally {
    await context.close();
  }
}

async function collectedHeap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN;
}
