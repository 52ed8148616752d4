/**
 * The single throttle of all house traders: their requests leave at least `gapMs` apart, retries included. It replaces
 * `fetch`, so that no request can bypass it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fetch } from '@bellwether/sdk';

export function pacedFetch(gapMs: number, signal: AbortSignal): Fetch {
  let nextAt = 0;
  return async (url, init) => {
    const now = performance.now();
    const waitMs = Math.max(0, nextAt - now);
    nextAt = now + waitMs + gapMs;
    await sleep(waitMs, undefined, { signal });
    return fetch(url, init);
  };
}
