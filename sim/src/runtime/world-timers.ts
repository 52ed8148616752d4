/** Timers of the world outside the venue, where clients live. Nothing ever ends or pauses them. */
import type { Timers } from '@bellwether/server/ports/runtime.ts';
import type { Scheduler } from './scheduler.ts';

export function worldTimers(scheduler: Scheduler): Timers {
  return {
    after: (delayMs, callback) => scheduler.at(scheduler.nowMs + Math.max(0, delayMs), callback),
    every: (intervalMs, callback) => {
      let isOver = false;
      const again = (): void => {
        scheduler.at(scheduler.nowMs + Math.max(1, intervalMs), () => {
          if (isOver) return;
          again();
          callback();
        });
      };
      again();
      return () => {
        isOver = true;
      };
    },
    soon: (callback) => void scheduler.at(scheduler.nowMs, callback),
  };
}
