/**
 * Passes of one client in one row of the cap table: the times of all passes that still count, in a ring. Because the
 * log is exact, no interval of a window's length holds more than the cap, and the whole cap is usable. A pass at time t
 * counts in [t, t + window).
 */
import type { CapWindow } from '@bellwether/contract';

/** Initial capacity of a log; it doubles when full. */
const CAPACITY_START = 4;

/** One window of a row, in the units of the log. */
type Span = { readonly requests: number; readonly lengthMs: number };

/** Windows of a row, created once for the logs of all clients. */
export interface Spans {
  /** Longest first: entries that have left the longest window are not needed. */
  readonly list: readonly Span[];
  readonly longestMs: number;
  /** Largest number of requests that can ever pass at once: the smallest cap. */
  readonly requestsMin: number;
}

export function spansOf(windows: readonly CapWindow[]): Spans {
  const list = windows.map(({ requests, seconds }) => ({ requests, lengthMs: seconds * 1000 }));
  list.sort((left, right) => right.lengthMs - left.lengthMs);
  return { list, longestMs: list[0]?.lengthMs ?? 0, requestsMin: Math.min(...list.map(({ requests }) => requests)) };
}

/** The log of one row. Times are milliseconds of one monotonic clock and never decrease from call to call. */
export class RowLog {
  readonly #spans: Spans;
  #times = new Float64Array(CAPACITY_START);
  /** Number of entries ever added; an entry's number modulo the capacity is its place. */
  #head = 0;
  /** Number of the first entry that counts, by window. */
  readonly #tails: number[];

  constructor(spans: Spans) {
    this.#spans = spans;
    this.#tails = spans.list.map(() => 0);
  }

  /** Drops entries that have left the windows by `now`. The other methods refer to the time of the last call. */
  expire(now: number): void {
    const { list } = this.#spans;
    for (let index = 0; index < list.length; index++) {
      const { lengthMs } = list[index] as Span;
      let tail = this.#tails[index] as number;
      // The same sum as in `roomAt`, so that its result holds to the last bit.
      while (tail < this.#head && this.#timeOf(tail) + lengthMs <= now) tail++;
      this.#tails[index] = tail;
    }
  }

  /** True if `count` more requests may pass now. */
  fits(count: number): boolean {
    const { list } = this.#spans;
    for (let index = 0; index < list.length; index++) {
      if (this.used(index) + count > (list[index] as Span).requests) return false;
    }
    return true;
  }

  /** Time at which `count` more requests fit if nothing else passes; -Infinity for now, Infinity for never. */
  roomAt(count: number): number {
    const { list } = this.#spans;
    let at = Number.NEGATIVE_INFINITY;
    for (let index = 0; index < list.length; index++) {
      const { requests, lengthMs } = list[index] as Span;
      if (count > requests) return Number.POSITIVE_INFINITY;
      // The entry that must leave the window first. If it has already left, there is no wait.
      const number = this.#head - requests + count - 1;
      if (number >= (this.#tails[index] as number)) at = Math.max(at, this.#timeOf(number) + lengthMs);
    }
    return at;
  }

  /**
   * Latest time at which `count` more requests fit, if `ahead` waiting requests pass by `waitedBy` and nothing else
   * does; -Infinity for now, Infinity for never.
   */
  roomAfter(ahead: number, count: number, waitedBy: number): number {
    const { list, requestsMin } = this.#spans;
    if (count > requestsMin) return Number.POSITIVE_INFINITY;
    let at = Number.NEGATIVE_INFINITY;
    for (let index = 0; index < list.length; index++) {
      const { requests, lengthMs } = list[index] as Span;
      const number = this.#head - requests + ahead + count - 1;
      // Some of the waiting requests must leave the window themselves.
      if (number >= this.#head) at = Math.max(at, waitedBy + lengthMs);
      else if (number >= (this.#tails[index] as number)) at = Math.max(at, this.#timeOf(number) + lengthMs);
    }
    return at;
  }

  /** Counts `count` requests at `now`; the caller has checked that they fit. */
  add(count: number, now: number): void {
    const live = this.#head - (this.#tails[0] ?? this.#head);
    if (live + count > this.#times.length) this.#grow(live + count);
    const mask = this.#times.length - 1;
    for (let added = 0; added < count; added++) this.#times[this.#head++ & mask] = now;
  }

  /** Requests that count in a window, by its index in the spans. */
  used(window: number): number {
    return this.#head - (this.#tails[window] as number);
  }

  /** True if nothing counts in any window. */
  get isEmpty(): boolean {
    return (this.#tails[0] ?? this.#head) === this.#head;
  }

  /** Time at which the window gets more room; -Infinity if it is empty. */
  moreAt(window: number): number {
    const tail = this.#tails[window] as number;
    if (tail === this.#head) return Number.NEGATIVE_INFINITY;
    return this.#timeOf(tail) + (this.#spans.list[window] as Span).lengthMs;
  }

  /** Memory of the ring in bytes. */
  get bytes(): number {
    return this.#times.byteLength;
  }

  #timeOf(number: number): number {
    return this.#times[number & (this.#times.length - 1)] as number;
  }

  #grow(needed: number): void {
    let capacity = this.#times.length;
    while (capacity < needed) capacity *= 2;
    const times = new Float64Array(capacity);
    for (let number = this.#tails[0] ?? this.#head; number < this.#head; number++)
      times[number & (capacity - 1)] = this.#timeOf(number);
    this.#times = times;
  }
}
