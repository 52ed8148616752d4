/**
 * Chooses the second in which something is signed. A venue accepts a signature once, so a deliberate repeat of the same
 * request is signed in the next second. The seconds may run slightly ahead of the clock; further repeats wait.
 */
import { pause } from './retry.ts';

/** Venues accept a timestamp up to 5 s ahead of theirs; the remainder allows for clock differences. */
const AHEAD_SECONDS_MAX = 2;
/**
 * A clock correction goes back by less. A clock that goes back by more has been set, for example by rewinding a
 * sandbox.
 */
const BACK_SECONDS_MAX = 2;

export class SigningTime {
  readonly #clock: () => number;
  /** The last second in which each request was signed. */
  readonly #last = new Map<string, number>();
  #prunedAt = 0;
  /** The clock's second at the last call. */
  #asked = 0;

  /** `clock` in Unix milliseconds. */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Forgets the used seconds: the clock was wrong, so they say nothing about the time to come. */
  forget(): void {
    this.#last.clear();
  }

  now(): number {
    return Math.floor(this.#clock() / 1000);
  }

  /** A Unix second in which `what` was not signed before. Rejects with `AbortedError`. */
  async next(what: string, signal: AbortSignal | undefined): Promise<number> {
    const now = this.now();
    // Otherwise the caller would wait for as long as the clock went back.
    if (now < this.#asked - BACK_SECONDS_MAX) this.forget();
    this.#asked = now;
    if (now !== this.#prunedAt) this.#prune(now);
    const second = Math.max(now, (this.#last.get(what) ?? 0) + 1);
    this.#last.set(what, second);
    const earlyMs = (second - AHEAD_SECONDS_MAX) * 1000 - this.#clock();
    if (earlyMs > 0) await pause(earlyMs, signal);
    return second;
  }

  #prune(now: number): void {
    this.#prunedAt = now;
    for (const [what, second] of this.#last) if (second < now) this.#last.delete(what);
  }
}
