/**
 * Lower bound of the venue's time, judged from outside. A live leader that has logged an entry advances its time by a
 * monotonic clock. That clock runs at most a fifth slow, and a tenth slower while it waits for the wall clock.
 */
import type { Fact } from './facts.ts';

/** The slowest and the fastest rate of the venue's time relative to true time. */
export const SLOWEST = 0.7;
export const FASTEST = 1.35;

/** Faults after which a leader may be alive but idle until it logs something. */
const STOPPING: ReadonlySet<string> = new Set(['pause', 'append_slow']);

/**
 * Faults after which the leader ends on its own as soon as it hears of them. The record on its way may still become
 * durable.
 */
const ENDING: ReadonlySet<string> = new Set([
  'append_failed',
  'append_unknown_there',
  'append_unknown_lost',
  'sync_cancelled',
]);

/** True time and venue time at the last entry, Unix milliseconds; the venue time is from slightly earlier. */
export interface Moment {
  readonly trueMs: number;
  readonly venueMs: number;
}

export class LeaderTime {
  #last: Moment | null = null;
  /** Highest lower bound so far for the venue's time at true time 0, since the leader was seen running. */
  #aheadMs = Number.NEGATIVE_INFINITY;
  #isEnding = false;
  /** True time until which the leader may be cut off from its log. */
  #cutUntilMs = 0;
  #epoch = 0;

  /** Moment of the latest entry; null while no leader is known to live. */
  get last(): Moment | null {
    return this.#last;
  }

  /** Lower bound of the venue's time, in milliseconds; null while no leader is known to live. */
  leastMs(trueMs: number): number | null {
    return this.#last === null ? null : this.#aheadMs + trueMs * SLOWEST;
  }

  take(fact: Fact): void {
    switch (fact.kind) {
      case 'epoch':
        this.#epoch = fact.epoch;
        this.#isEnding = false;
        this.#stop();
        return;
      case 'gone':
        // The unsynced record becomes durable when the next writer opens the log.
        if (fact.epoch === this.#epoch) this.#end();
        return;
      case 'fault':
        if (fact.untilMs !== undefined) this.#cut(fact.untilMs);
        else if (ENDING.has(fact.fault)) this.#end();
        else if (STOPPING.has(fact.fault)) this.#stop();
        return;
      case 'logged': {
        const venueMs = fact.entries.at(-1)?.timeMs;
        if (venueMs === undefined || this.#isEnding || fact.atMs <= this.#cutUntilMs) return;
        this.#last = { trueMs: fact.atMs, venueMs };
        this.#aheadMs = Math.max(this.#aheadMs, venueMs - fact.atMs * SLOWEST);
        return;
      }
      default:
        return;
    }
  }

  /** Until the leader learns that it is cut off, its record may become durable. */
  #cut(untilMs: number): void {
    this.#cutUntilMs = Math.max(this.#cutUntilMs, untilMs);
    this.#stop();
  }

  #end(): void {
    this.#isEnding = true;
    this.#stop();
  }

  #stop(): void {
    this.#last = null;
    this.#aheadMs = Number.NEGATIVE_INFINITY;
  }
}
