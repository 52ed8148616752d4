/** Where a read waits for the rows to show what was acknowledged before it came. */
import { ReaderUnavailable } from '../../ports/reader.ts';
import type { Timers } from '../../ports/runtime.ts';

interface BarrierWaiter {
  readonly sequence: number;
  readonly resolve: () => void;
}

/**
 * Holds reads back until the projections have reached what was acknowledged when each of them came. One that would have to
 * wait too long is refused: older rows would look like truth to a client that has been told of newer ones.
 */
export class ReadBarrier {
  readonly #timers: Timers;
  readonly #waitMs: number;
  readonly #onWaiting: (sequence: number) => void;
  #acknowledged = 0;
  #projected = 0;
  /** What the projections were last asked for. */
  #asked = 0;
  /** In order of arrival, and so of sequence. */
  #waiters: BarrierWaiter[] = [];

  constructor(timers: Timers, waitMs: number, onWaiting: (sequence: number) => void) {
    this.#timers = timers;
    this.#waitMs = waitMs;
    this.#onWaiting = onWaiting;
  }

  setAcknowledged(sequence: number): void {
    this.#acknowledged = Math.max(this.#acknowledged, sequence);
  }

  setProjected(sequence: number): void {
    this.#projected = Math.max(this.#projected, sequence);
    const reached = this.#waiters.findIndex((waiter) => waiter.sequence > this.#projected);
    const released = this.#waiters.splice(0, reached < 0 ? this.#waiters.length : reached);
    for (const { resolve } of released) resolve();
    this.#ask();
  }

  /** Once for all that wait: what the projections write then shows most of what came meanwhile, too. */
  #ask(): void {
    const last = this.#waiters.at(-1);
    if (last === undefined || this.#asked > this.#projected) return;
    this.#asked = last.sequence;
    this.#onWaiting(last.sequence);
  }

  /** Lets all go that wait: what they wait for will not come. */
  open(): void {
    for (const { resolve } of this.#waiters.splice(0)) resolve();
  }

  /** Throws `ReaderUnavailable` when it has waited for too long. */
  async wait(): Promise<void> {
    if (this.#projected >= this.#acknowledged) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter = { sequence: this.#acknowledged, resolve };
    this.#waiters.push(waiter);
    this.#ask();
    const cancel = this.#timers.after(this.#waitMs, () => {
      this.#waiters = this.#waiters.filter((other) => other !== waiter);
      reject(new ReaderUnavailable(`the rows do not show entry ${waiter.sequence} yet`));
    });
    await promise;
    cancel();
  }
}
