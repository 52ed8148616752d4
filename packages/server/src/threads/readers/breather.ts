/**
 * Makes a thread with a long job leave its core again and again. A low priority is not enough: a scheduler lets a running
 * thread finish its time slice, some milliseconds, while an order that is on its way through five threads waits. So a
 * large read rests after every millisecond or so of work, and no order waits longer than that for it.
 */
import type { Clock } from '../../ports/runtime.ts';

/** Calls `rest` between pieces of work of less than a millisecond each. */
export interface Breather {
  rest(): void;
}

const WORK_MS = 0.8;
const REST_MS = 1;

export function createBreather(clock: Clock): Breather {
  const never = new Int32Array(new SharedArrayBuffer(4));
  let restedAt = clock.monotonicMs();
  return {
    rest() {
      if (clock.monotonicMs() - restedAt < WORK_MS) return;
      // No one ever wakes it: this is a sleep of the thread itself.
      Atomics.wait(never, 0, 0, REST_MS);
      restedAt = clock.monotonicMs();
    },
  };
}

/** For threads whose jobs are short. */
export const NO_BREATHER: Breather = { rest: () => undefined };
