/** What a page counts of itself while it is measured: long tasks, messages of its feeds, frames. Runs before its scripts. */
import type { Page } from '../../../packages/web/browser/chromium.ts';

export interface Counters {
  readonly longTasks: readonly { readonly startMs: number; readonly durationMs: number }[];
  /** Received over WebSockets. */
  readonly messages: number;
  readonly frames: number;
  /** When the mark was first there in a frame, on the page's own clock; null before. */
  readonly shownMs: number | null;
}

/** Script for the page. `mark` selects what has to stand on it. */
export const countersFor = (mark: string): string => `
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

export function readCounters(page: Page): Promise<Counters> {
  return page.evaluate<Counters>('benchCounters');
}
