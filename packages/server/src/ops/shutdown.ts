/**
 * How a running venue hears that it must end: one signal asks it to stop, and from then on it has a bounded time; a
 * second signal ends it at once. It closes nothing itself: it tells when to, and ends the process when that fails.
 */

import type { EventEmitter } from 'node:events';
import { MACHINE } from '../runtime/machine.ts';

/** How long an orderly stop may take. */
export const STOP_LIMIT_MS = 10_000;
/** The terminal and npm both hand on one press of Ctrl-C: a signal this soon after the first is the same one. */
export const SAME_SIGNAL_MS = 200;

/** How often it is asked whether whoever started the process has ended. */
const STARTER_CHECK_MS = 500;

export interface StopOptions {
  /** Names of the parts that are not closed yet, in the order of closing. */
  readonly stillOpen: () => readonly string[];
  /** Ends the process with one line that says why. */
  readonly end: (message: string) => void;
  /** Where the signals come from; the process by default. */
  readonly signals?: EventEmitter;
  /** Milliseconds on a monotonic clock; the real one by default. */
  readonly clock?: () => number;
  /** Asked again and again whether whoever started the process has ended, which asks it to stop as a signal does. */
  readonly starterHasEnded?: () => boolean;
  /** STOP_LIMIT_MS by default. */
  readonly limitMs?: number;
}

/** Resolves with the first SIGINT, SIGTERM or SIGHUP. Listens to the end of the process. */
export function awaitStop(options: StopOptions): Promise<void> {
  const {
    stillOpen,
    end,
    signals = process,
    clock = () => MACHINE.clock.monotonicMs(),
    limitMs = STOP_LIMIT_MS,
    starterHasEnded,
  } = options;
  const asked = Promise.withResolvers<void>();
  let askedAtMs: number | null = null;

  function take(): void {
    if (askedAtMs === null) {
      askedAtMs = clock();
      // It holds nothing up: where all is closed, the process ends before; whatever keeps it from that is named.
      MACHINE.timers.after(limitMs, () => end(describeOpen(stillOpen(), limitMs)));
      asked.resolve();
    } else if (clock() - askedAtMs > SAME_SIGNAL_MS) {
      end('ended at once by a second signal; everything acknowledged is in the journal');
    }
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) signals.on(signal, take);
  if (starterHasEnded !== undefined) {
    const cancel = MACHINE.timers.every(STARTER_CHECK_MS, () => {
      if (askedAtMs === null && starterHasEnded()) take();
      if (askedAtMs !== null) cancel();
    });
  }
  return asked.promise;
}

function describeOpen(parts: readonly string[], limitMs: number): string {
  const open = parts.length > 0 ? parts : process.getActiveResourcesInfo();
  return `not stopped after ${limitMs / 1000} s, still open: ${open.join(', ')}`;
}
