/**
 * Markets whose trading is still to end, by closing time and then by number. A sorted array: what is due is at its front,
 * looking changes nothing, and adding or removing one moves the rest, which operators do seldom. Owned by `State`; only
 * `apply` changes it.
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

  /** The earliest closing time in Unix milliseconds, or null. */
  next(): number | null {
    return this.#closings[0]?.closeTimeMs ?? null;
  }

  /** Up to `limit` markets whose time has come, earliest first. */
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

  /** False when it was not waiting for that time. */
  remove(market: MarketId, closeTimeMs: number): boolean {
    const place = this.#placeOf(market, closeTimeMs);
    const found = this.#closings[place];
    if (found?.market !== market || found.closeTimeMs !== closeTimeMs) return false;
    this.#closings.splice(place, 1);
    return true;
  }

  /** Where it is, or would be. */
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
