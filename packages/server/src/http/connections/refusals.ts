/** Requests over their caps that one address keeps sending. */
import type { Timers } from '../../ports/runtime.ts';

/** Refusals of one address that are answered without a pause. */
export const REFUSALS_PER_SECOND = 200;
/** What breaks the protocol cost a connection and often a handshake: it counts as so many. */
export const BROKEN_COUNTS = 20;
/** Longest time until the next connection has its turn. */
const PAUSE_MS_MAX = 1_000;

const LEVEL_MAX = REFUSALS_PER_SECOND + (REFUSALS_PER_SECOND * PAUSE_MS_MAX) / 1_000;

/** A connection that waits: its turn has come, or there may be room. */
export interface Waiting {
  goOn(): void;
}

export interface RefusalsOptions {
  /** Monotonic milliseconds. */
  readonly clock: () => number;
  readonly timers: Pick<Timers, 'after'>;
}

/**
 * Requests over their caps that one address keeps sending. Saying no costs this thread something, too: past so many a
 * second, connections that are refused, and those that begin, are read from one after another, a little each and no faster
 * than that rate. Their clients learn to wait without being told.
 */
export class Refusals {
  readonly #options: RefusalsOptions;
  readonly #resting = new Set<Waiting>();
  #isTimed = false;
  #level = 0;
  #countedMs = 0;

  constructor(options: RefusalsOptions) {
    this.#options = options;
  }

  count(times = 1): void {
    this.#level = Math.min(LEVEL_MAX, this.#levelNow() + times);
    this.#countedMs = this.#options.clock();
  }

  /** More than are answered without a pause. */
  get isOver(): boolean {
    return this.#levelNow() > REFUSALS_PER_SECOND;
  }

  /** Not far from it: what is read should bring few at a time. */
  get isNear(): boolean {
    return this.#levelNow() > REFUSALS_PER_SECOND / 2;
  }

  /** Nothing is left to remember. */
  get isForgotten(): boolean {
    return this.#levelNow() === 0;
  }

  /** Lets it go on in its turn. */
  rest(connection: Waiting): void {
    this.#resting.add(connection);
    this.#schedule();
  }

  isResting(connection: Waiting): boolean {
    return this.#resting.has(connection);
  }

  /** It has gone. */
  leave(connection: Waiting): void {
    this.#resting.delete(connection);
  }

  #levelNow(): number {
    // Of most addresses none was ever refused: each request asks more than once.
    if (this.#level === 0) return 0;
    const level = this.#level - ((this.#options.clock() - this.#countedMs) * REFUSALS_PER_SECOND) / 1_000;
    if (level > 0) return level;
    this.#level = 0;
    return 0;
  }

  #schedule(): void {
    if (this.#isTimed || this.#resting.size === 0) return;
    this.#isTimed = true;
    const pauseMs = ((this.#levelNow() - REFUSALS_PER_SECOND) * 1_000) / REFUSALS_PER_SECOND;
    this.#options.timers.after(Math.max(1, Math.ceil(pauseMs)), () => {
      this.#isTimed = false;
      this.#serve();
    });
  }

  #serve(): void {
    while (!this.isOver) {
      const [next] = this.#resting;
      if (next === undefined) return;
      this.#resting.delete(next);
      // A turn counts, whatever comes of it: what it brings is counted when it has been refused.
      this.count();
      next.goOn();
    }
    this.#schedule();
  }
}
