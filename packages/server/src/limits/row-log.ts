/**
 * What passed in one row of the cap table for one client: the times of all passes that still count, in a ring. It is the
 * exact log itself, so no interval of a window's length can hold more than the cap and the whole cap can be used. A pass
 * at time t counts in [t, t + window).
 */
import type { CapWindow } from '@bellwether/contract';

/** Entries of a fresh log; it doubles when they do not do. */
const CAPACITY_START = 4;

/** One window of a row, in the units that the log counts in. */
interface Span {
  readonly requests: number;
  readonly lengthMs: number;
}

/** The windows of a row, made once for the logs of all clients. */
export interface Spans {
  /** Longest first: what that one has forgotten no one needs. */
  readonly list: readonly Span[];
  readonly longestMs: number;
  /** Most requests that can ever pass at once: the smallest cap. */
  readonly requestsMin: number;
}

export function spansOf(windows: readonly CapWindow[]): Spans {
  const list = windows.map(({ requests, seconds }) => ({ requests, lengthMs: seconds * 1000 }));
  list.sort((left, right) => right.lengthMs - left.lengthMs);
  return {
    list,
    longestMs: list[0]?.lengthMs ?? 0,
    requestsMin: Math.min(...list.map(({ requests }) => requests)),
  };
}

/** Times are milliseconds of one monotonic clock; every call brings one that is not before the last. */
export class RowLog {
  readonly #spans: Spans;
  #times = new Float64Array(CAPACITY_START);
  /** Entries ever added; an entry's number modulo the capacity is its place. */
  #head = 0;
  /** Number of the first entry that counts, by window. */
  readonly #tails: number[];

  constructor(spans: Spans) {
    this.#spans = spans;
    this.#tails = spans.list.map(() => 0);
  }

  /** Forgets what has left the windows by `now`. The other methods speak of the time of the last call. */
  expire(now: number): void {
    const { list } = this.#spans;
    for (let index = 0; index < list.length; index++) {
      const { lengthMs } = list[index] as Span;
      let tail = this.#tails[index] as number;
      // The same sum as in `roomAt`, so that what is promised there holds to the last bit.
      while (tail < this.#head && this.#timeOf(tail) + lengthMs <= now) tail++;
      this.#tails[index] = tail;
    }
  }

  /** Whether `count` more requests may pass now. */
  fits(count: number): boolean {
    const { list } = this.#spans;
    for (let index = 0; index < list.length; index++) {
      if (this.used(index) + count > (list[index] as Span).requests) return false;
    }
    return true;
  }

  /** When `count` more requests fit if nothing else passes: -Infinity for now, Infinity for never. */
  roomAt(count: number): number {
    const { list } = this.#spans;
    let at = Number.NEGATIVE_INFINITY;
    for (let index = 0; index < list.length; index++) {
      const { requests, lengthMs } = list[index] as Span;
      if (count > requests) return Number.POSITIVE_INFINITY;
      // The entry that has to leave the window first; one that has left already makes no one wait.
      const number = this.#head - requests + count - 1;
      if (number >= (this.#tails[index] as number)) at = Math.max(at, this.#timeOf(number) + lengthMs);
    }
    return at;
  }

  /**
   * When `count` more requests fit at the latest, if `ahead` others that wait all pass by `waitedBy` at the latest and
   * nothing else passes: -Infinity for now, Infinity for never.
   */
  roomAfter(ahead: number, count: number, waitedBy: number): number {
    const { list, requestsMin } = this.#spans;
    if (count > requestsMin) return Number.POSITIVE_INFINITY;
    let at = Number.NEGATIVE_INFINITY;
    for (let index = 0; index < list.length; index++) {
      const { requests, lengthMs } = list[index] as Span;
      const number = this.#head - requests + ahead + count - 1;
      // Some of those that wait have to leave the window themselves.
      if (number >= this.#head) at = Math.max(at, waitedBy + lengthMs);
      else if (number >= (this.#tails[index] as number)) at = Math.max(at, this.#timeOf(number) + lengthMs);
    }
    return at;
  }

  /** Counts `count` requests at `now`; the caller has asked whether they fit. */
  add(count: number, now: number): void {
    const live = this.#head - (this.#tails[0] ?? this.#head);
    if (live + count > this.#times.length) this.#grow(live + count);
    const mask = this.#times.length - 1;
    for (let added = 0; added < count; added++) this.#times[this.#head++ & mask] = now;
  }

  /** Requests that count in a window: windows are numbered as in the spans. */
  used(window: number): number {
    return this.#head - (this.#tails[window] as number);
  }

  /** Whether nothing counts in any window. */
  get isEmpty(): boolean {
    return (this.#tails[0] ?? this.#head) === this.#head;
  }

  /** When the window has more room than now; -Infinity while it is empty. */
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
