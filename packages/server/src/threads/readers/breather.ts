/**
 * Makes a thread with a long job leave its core again and again. A low priority is not enough: a scheduler lets a
 * running thread finish its time slice, some milliseconds, while an order on its way through five threads waits. So a
 * read rests after every piece of work, and no order waits longer than one piece.
 */
import type { Clock } from '../../ports/runtime.ts';

export class Breather {
  readonly #clock: Clock;
  readonly #workMs: number;
  readonly #restMs: number;
  readonly #never = new Int32Array(new SharedArrayBuffer(4));
  #restedAt = 0;

  /** Works for about `workMs` at a time, and then rests for `restMs`. */
  constructor(clock: Clock, { workMs, restMs }: { readonly workMs: number; readonly restMs: number }) {
    this.#clock = clock;
    this.#workMs = workMs;
    this.#restMs = restMs;
  }

  /** Starts a job: the thread was idle before. */
  begin(): void {
    this.#restedAt = this.#clock.monotonicMs();
  }

  /** Called between pieces of work of less than a millisecond each. */
  rest(): void {
    if (this.#clock.monotonicMs() - this.#restedAt < this.#workMs) return;
    // Never woken: this makes the thread sleep.
    Atomics.wait(this.#never, 0, 0, this.#restMs);
    this.#restedAt = this.#clock.monotonicMs();
  }
}
