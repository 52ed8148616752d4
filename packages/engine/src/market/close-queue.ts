/**
 * Markets whose trading is still to end, by closing time and then by number. A sorted array: due markets are at its
 * front, peeking changes nothing, and inserting or removing moves the rest, which happens rarely. Owned by `State`;
 * only `apply` changes it.
 */
import type { MarketId } from '../units/ids.ts';

interface Closing {
  readonly closeTimeMs: number;
  readonly market: MarketId;
}

export class CloseQueue {
  readonly #closings: Closing[] = [];

  get size(): number {
    return this.#closings.length;
  }

  /** Earliest closing time in Unix milliseconds, or null. */
  next(): number | null {
    return this.#closings[0]?.closeTimeMs ?? null;
  }

  /** Up to `limit` markets that have reached their closing time, earliest first. */
  due(nowMs: number, limit: number): MarketId[] {
    const due: MarketId[] = [];
    for (const { closeTimeMs, market } of this.#closings) {
      if (closeTimeMs > nowMs || due.length >= limit) break;
      due.push(market);
    }
    return due;
  }

  add(market: MarketId, closeTimeMs: number): void {
    this.#closings.splice(this.#placeOf(market, closeTimeMs), 0, { market, closeTimeMs });
  }

  /** Removes a market; false if it was not queued for that time. */
  remove(market: MarketId, closeTimeMs: number): boolean {
    const place = this.#placeOf(market, closeTimeMs);
    const found = this.#closings[place];
    if (found?.market !== market || found.closeTimeMs !== closeTimeMs) return false;
    this.#closings.splice(place, 1);
    return true;
  }

  /** Index of the market, or where it would be inserted. */
  #placeOf(market: MarketId, closeTimeMs: number): number {
    let low = 0;
    let high = this.#closings.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const at = this.#closings[middle] as Closing;
      const isBefore = at.closeTimeMs < closeTimeMs || (at.closeTimeMs === closeTimeMs && at.market < market);
      if (isBefore) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
