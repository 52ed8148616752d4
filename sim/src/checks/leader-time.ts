/**
 * Base of rules about the venue's time: its lower bound, judged from outside. A live leader that has logged an entry advances its time by a
 * monotonic clock. That clock runs at most a fifth slow, and a tenth slower while it waits for the wall clock.
 */
import type { FactOf } from './facts.ts';

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
  /** Moment of the latest entry; null while no leader is known to live. */
  protected last: Moment | null = null;
  /** Highest lower bound so far for the venue's time at true time 0, since the leader was seen running. */
  #aheadMs = Number.NEGATIVE_INFINITY;
  #isEnding = false;
  /** True time until which the leader may be cut off from its log. */
  #cutUntilMs = 0;
  #epoch = 0;

  /** Lower bound of the venue's time, in milliseconds; null while no leader is known to live. */
  protected leastMs(trueMs: number): number | null {
    return this.last === null ? null : this.#aheadMs + trueMs * SLOWEST;
  }

  epoch({ epoch }: FactOf<'epoch'>): void {
    this.#epoch = epoch;
    this.#isEnding = false;
    this.#stop();
  }

  gone({ epoch }: FactOf<'gone'>): void {
    // The unsynced record becomes durable when the next writer opens the log.
    if (epoch === this.#epoch) this.#end();
  }

  fault({ fault, untilMs }: FactOf<'fault'>): void {
    // Until the leader learns that it is cut off, its record may become durable.
    if (untilMs !== undefined) this.#cutUntilMs = Math.max(this.#cutUntilMs, untilMs);
    if (untilMs !== undefined || STOPPING.has(fault)) this.#stop();
    else if (ENDING.has(fault)) this.#end();
  }

  logged({ entries, atMs }: FactOf<'logged'>): void {
    const venueMs = entries.at(-1)?.timeMs;
    if (venueMs === undefined || this.#isEnding || atMs <= this.#cutUntilMs) return;
    this.last = { trueMs: atMs, venueMs };
    this.#aheadMs = Math.max(this.#aheadMs, venueMs - atMs * SLOWEST);
  }

  #end(): void {
    this.#isEnding = true;
    this.#stop();
  }

  #stop(): void {
    this.last = null;
    this.#aheadMs = Number.NEGATIVE_INFINITY;
  }
}
