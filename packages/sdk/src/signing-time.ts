/**
 * In which second something is signed. A signature is good for one use at a venue, so that a deliberate repeat of the same
 * request is signed in the next second; the seconds run ahead of the clock by a little and then wait for it.
 */
import { pause } from './retry.ts';

/** Venues take a timestamp that is 5 s ahead of theirs; the rest is left for clocks that differ. */
const AHEAD_SECONDS_MAX = 2;
/** A clock that is mended goes back by less; one that goes back by more has been set, as when a sandbox is rewound. */
const BACK_SECONDS_MAX = 2;

export class SigningTime {
  readonly #clock: () => number;
  /** By what was signed, the last second it was signed in. */
  readonly #last = new Map<string, number>();
  #prunedAt = 0;
  /** The second in which something was signed last. */
  #asked = 0;

  /** `clock` in Unix milliseconds. */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** The clock was wrong: what was signed by it says nothing about the seconds to come. */
  forget(): void {
    this.#last.clear();
  }

  now(): number {
    return Math.floor(this.#clock() / 1000);
  }

  /** A Unix second in which `what` was not signed before. Rejects with `AbortedError`. */
  async next(what: string, signal: AbortSignal | undefined): Promise<number> {
    const now = this.now();
    // Seconds from before would be waited for as long as it went back.
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
