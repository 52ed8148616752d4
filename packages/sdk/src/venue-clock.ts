/**
 * The venue's time on a device whose own clock may be wrong. Compares the time in answers with the times of request and
 * arrival, so it costs no extra request. A clock that agrees is not corrected.
 */

/** Smallest change of the offset that is reported, in milliseconds. */
const TOLD_MS = 500;
const SECOND_MS = 1_000;

export class VenueClock {
  readonly #local: () => number;
  readonly #watchers = new Set<() => void>();
  /** Bounds of the offset, in milliseconds. */
  #low = Number.NEGATIVE_INFINITY;
  #high = Number.POSITIVE_INFINITY;
  #offsetMs = 0;
  #toldMs: number | null = null;

  /** `local` in Unix milliseconds, right or wrong. */
  constructor(local: () => number = Date.now) {
    this.#local = local;
  }

  /** The device's own time, in milliseconds. */
  local(): number {
    return this.#local();
  }

  /** The venue's time in Unix milliseconds, as far as it is known; the device's time until then. */
  now(): number {
    return this.#local() + this.#offsetMs;
  }

  /** The second that the venue told last, in Unix milliseconds; null until it has told one. */
  told(): number | null {
    return this.#toldMs;
  }

  /** Notes that the venue said `second` (Unix seconds) at some time between two readings of `local()`. */
  observe(second: number, sentMs: number, receivedMs: number): void {
    const low = second * SECOND_MS - receivedMs;
    const high = (second + 1) * SECOND_MS - sentMs;
    if (!Number.isFinite(low) || !Number.isFinite(high) || low > high) return;
    this.#toldMs = second * SECOND_MS;
    // One of the clocks was set in between: only the newest observation counts.
    const isElsewhere = low > this.#high || high < this.#low;
    this.#low = isElsewhere ? low : Math.max(low, this.#low);
    this.#high = isElsewhere ? high : Math.min(high, this.#high);
    this.#set(this.#low <= 0 && this.#high >= 0 ? 0 : Math.round((this.#low + this.#high) / 2));
  }

  /** Calls back when the offset has changed by half a second or more, until the returned function is called. */
  watch(callback: () => void): () => void {
    this.#watchers.add(callback);
    return () => this.#watchers.delete(callback);
  }

  #set(offsetMs: number): void {
    const isTold = Math.abs(offsetMs - this.#offsetMs) >= TOLD_MS;
    this.#offsetMs = offsetMs;
    if (isTold) for (const callback of this.#watchers) callback();
  }
}

/** Unix seconds of an HTTP answer's `Date`; null if it is missing, or if a cache states the age of the answer. */
export function secondOfAnswer(headers: Headers): number | null {
  const ms = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(ms) || headers.has('age') ? null : Math.floor(ms / SECOND_MS);
}

/** Unix seconds of the venue, read from its refusal of a timestamp that is too far off; null for any other refusal. */
export function secondOfRefusal(error: string, timestamp: number): number | null {
  const [, seconds, direction] = /TIMESTAMP is ([0-9]{1,12}) s (behind|ahead)/.exec(error) ?? [];
  if (seconds === undefined) return null;
  return timestamp + (direction === 'behind' ? 1 : -1) * Number(seconds);
}
