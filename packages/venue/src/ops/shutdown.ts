/**
 * Shutdown of a running venue: one signal asks it to stop, which may take as long as it makes progress; a second signal
 * ends it at once. Nothing is closed here: this module reports when to stop, and ends the process if the stop hangs.
 */

import type { EventEmitter } from 'node:events';
import type { Runtime } from '@bellwether/ports/runtime.ts';

/** Maximum time without progress during a graceful stop: on a busy machine single steps take seconds. */
export const STOP_LIMIT_MS = 20_000;
/**
 * The terminal and npm both forward one press of Ctrl-C, so a second signal this soon after the first is the same one.
 */
export const SAME_SIGNAL_MS = 200;

/** Interval for checking the parent process and the progress of a stop. */
const CHECK_MS = 500;

interface StopOptions {
  /** Names and progress of the parts that are still open, in closing order. A change counts as progress. */
  readonly stillOpen: () => readonly string[];
  /** Ends the process with one line that gives the reason. */
  readonly end: (message: string) => void;
  /** Source of the signals; the process by default. */
  readonly signals?: EventEmitter;
  readonly runtime: Pick<Runtime, 'clock' | 'timers'>;
  /** True if the parent process has ended, which counts as a signal to stop. Polled repeatedly. */
  readonly starterHasEnded?: () => boolean;
}

/** Resolves with the first SIGINT, SIGTERM or SIGHUP. Keeps listening until the process ends. */
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

  /** Ends a stop that hangs, naming the parts still open. The timer does not keep the process alive. */
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
