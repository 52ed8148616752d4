/** The barrier at which a read waits for the rows to show everything acknowledged before it. */
import { ReaderUnavailable } from '@bellwether/ports/reader.ts';
import type { Timers } from '@bellwether/ports/runtime.ts';

interface BarrierWaiter {
  readonly sequence: number;
  readonly resolve: () => void;
  readonly reject: (error: ReaderUnavailable) => void;
}

/**
 * Holds each read back until the projections have reached the entries that were acknowledged when it came. A read that would
 * have to wait too long is refused: older rows would look like the truth to a client that has been told of newer ones.
 */
export class ReadBarrier {
  readonly #timers: Timers;
  readonly #waitMs: number;
  readonly #onWaiting: (sequence: number) => void;
  #acknowledged = 0;
  #projected = 0;
  /** Last entry requested from the projections. */
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

  /** Asks once for all waiting reads: the rows written then show most of what arrived meanwhile, too. */
  #ask(): void {
    const last = this.#waiters.at(-1);
    if (last === undefined || this.#asked > this.#projected) return;
    this.#asked = last.sequence;
    this.#onWaiting(last.sequence);
  }

  /** Refuses all waiting reads: the rows will not come. */
  close(): void {
    for (const { reject } of this.#waiters.splice(0)) reject(new ReaderUnavailable('reads have stopped'));
  }

  /** Throws `ReaderUnavailable` when the read has waited too long, or the barrier is closed meanwhile. */
  async wait(): Promise<void> {
    if (this.#projected >= this.#acknowledged) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter = { sequence: this.#acknowledged, resolve, reject };
    this.#waiters.push(waiter);
    this.#ask();
    const cancel = this.#timers.after(this.#waitMs, () => {
      this.#waiters = this.#waiters.filter((other) => other !== waiter);
      reject(new ReaderUnavailable(`the rows do not show entry ${waiter.sequence} yet`));
    });
    await promise.finally(cancel);
  }
}
