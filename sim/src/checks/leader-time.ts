/**
 * What the venue's time must have come to, judged from outside: a leader that has logged an entry and lives carries its
 * time on by a monotonic clock that runs at most a fifth slower, and by a tenth less while it waits for its wall clock.
 */
import type { Fact } from './facts.ts';

/** The slowest and the fastest that a venue's time may run beside the true one. */
export const SLOWEST = 0.7;
export const FASTEST = 1.35;

/** Faults after which a leader may live and do nothing, until it logs something. */
const STOPPING: ReadonlySet<string> = new Set(['pause', 'append_slow']);

/** The leader ends by itself, as soon as it hears of it: the record that is on its way may become durable before. */
const ENDING: ReadonlySet<string> = new Set([
  'append_failed',
  'append_unknown_there',
  'append_unknown_lost',
  'sync_cancelled',
]);

/** True time and the venue's at the last entry, Unix milliseconds; the venue's is from somewhat earlier. */
export interface Moment {
  readonly trueMs: number;
  readonly venueMs: number;
}

export class LeaderTime {
  #last: Moment | null = null;
  /** The venue's time less what it must have come to since the true time 0: the greatest since the leader was seen to run. */
  #aheadMs = Number.NEGATIVE_INFINITY;
  #isEnding = false;
  /** Until then it may be cut off from its log. */
  #cutUntilMs = 0;
  #epoch = 0;

  /** Of the latest entry; null while no leader is known to live. */
  get last(): Moment | null {
    return this.#last;
  }

  /** Milliseconds that the venue's time has come to at least; null while no leader is known to live. */
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
        // What it has left unsynced becomes durable when the next one opens the log.
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

  /** What it has sent may be durable before it hears of it. */
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
