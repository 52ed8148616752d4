/**
 * How a running venue hears that it must end: one signal asks it to stop, which goes on for as long as it makes progress; a
 * second signal ends it at once. It closes nothing itself: it tells when to, and ends the process when that hangs.
 */

import type { EventEmitter } from 'node:events';
import type { Runtime } from '../ports/runtime.ts';

/** How long an orderly stop may be without progress: on a busy machine the steps of a stop that works take seconds. */
export const STOP_LIMIT_MS = 20_000;
/** The terminal and npm both hand on one press of Ctrl-C: a signal this soon after the first is the same one. */
export const SAME_SIGNAL_MS = 200;

/** How often it is asked whether the parent process has ended, and how far a stop is. */
const CHECK_MS = 500;

export interface StopOptions {
  /** The parts that are not closed yet and how far they are, in the order of closing: progress is that this changes. */
  readonly stillOpen: () => readonly string[];
  /** Ends the process with one line that says why. */
  readonly end: (message: string) => void;
  /** Where the signals come from; the process by default. */
  readonly signals?: EventEmitter;
  readonly runtime: Pick<Runtime, 'clock' | 'timers'>;
  /** Asked again and again whether the parent process has ended, which asks for a stop as a signal does. */
  readonly starterHasEnded?: () => boolean;
}

/** Resolves with the first SIGINT, SIGTERM or SIGHUP. Listens to the end of the process. */
export function awaitStop(options: StopOptions): Promise<void> {
  const {
    stillOpen,
    end,
    signals = process,
    runtime: { clock, timers },
    starterHasEnded,
  } = options;
  const asked = Promise.withResolvers<void>();
  let askedAtMs: number | null = null;

  function take(): void {
    if (askedAtMs === null) {
      askedAtMs = clock.monotonicMs();
      endWithoutProgress();
      asked.resolve();
    } else if (clock.monotonicMs() - askedAtMs > SAME_SIGNAL_MS) {
      end('ended at once by a second signal; everything acknowledged is in the journal');
    }
  }

  /** It holds nothing up: where all is closed, the process ends before; whatever keeps it from that is named. */
  function endWithoutProgress(): void {
    let [last, sinceMs] = ['', clock.monotonicMs()];
    const cancel = timers.every(CHECK_MS, () => {
      const open = describeOpen(stillOpen());
      if (open !== last) [last, sinceMs] = [open, clock.monotonicMs()];
      if (clock.monotonicMs() - sinceMs < STOP_LIMIT_MS) return;
      cancel();
      end(`not stopped: no progress for ${STOP_LIMIT_MS / 1000} s, still open: ${open}`);
    });
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) signals.on(signal, take);
  if (starterHasEnded !== undefined) {
    const cancel = timers.every(CHECK_MS, () => {
      if (askedAtMs === null && starterHasEnded()) take();
      if (askedAtMs !== null) cancel();
    });
  }
  return asked.promise;
}

function describeOpen(parts: readonly string[]): string {
  return (parts.length > 0 ? parts : process.getActiveResourcesInfo()).join(', ');
}
