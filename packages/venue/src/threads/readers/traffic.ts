/**
 * When the last entry was acknowledged, for threads that make way for orders. The main thread writes it into memory that
 * it shares with the readers.
 */
import type { Clock } from '@bellwether/ports/runtime.ts';
import { READS_PACE } from '../limits.ts';

export class Traffic {
  /** Monotonic milliseconds modulo 2^32, the same in each thread. */
  readonly cell: Int32Array<SharedArrayBuffer>;
  readonly #clock: Clock;

  constructor(clock: Clock, cell = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))) {
    this.#clock = clock;
    this.cell = cell;
  }

  /** Called when an entry was acknowledged. */
  came(): void {
    Atomics.store(this.cell, 0, this.#clock.monotonicMs() | 0);
  }

  isQuiet(): boolean {
    const sinceMs = (this.#clock.monotonicMs() - Atomics.load(this.cell, 0)) | 0;
    return sinceMs < 0 || sinceMs >= READS_PACE.quietMs;
  }
}
