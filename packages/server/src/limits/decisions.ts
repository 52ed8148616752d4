/** How a limiter decides: while it does, all other gateways of the venue hold still, and time never runs backwards. */
import type { Replicas } from '../ports/replicas.ts';

export class Decisions {
  readonly #replicas: Replicas;
  readonly #clock: () => number;
  /** Nothing was counted later than this. */
  #latest = 0;

  /** `clock` is in monotonic milliseconds. */
  constructor(replicas: Replicas, clock: () => number) {
    this.#replicas = replicas;
    this.#clock = clock;
  }

  /** Never before what others have counted: their clocks are read in another thread. */
  now(): number {
    return Math.max(this.#clock(), this.#latest);
  }

  /** The moment at which something counts here that was counted at `at`: never before what was counted already. */
  heard(at: number): number {
    this.#latest = Math.max(this.#latest, at);
    return this.#latest;
  }

  /** Decides when all that others have told is taken. Decisions may be nested. */
  decide<T>(decide: (now: number) => T): T {
    this.#replicas.enter();
    try {
      return decide(this.now());
    } finally {
      this.#replicas.leave();
    }
  }

  /** Runs it when the others may go on. */
  afterwards(work: () => void): void {
    this.#replicas.afterwards(work);
  }
}
