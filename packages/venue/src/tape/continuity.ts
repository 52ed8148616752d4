/**
 * Detects missing messages of a market. Venues that number their messages, as this one does (`docs/reference/feeds.md`), are
 * checked. For others, nothing is known beyond an unbroken connection.
 */
type Place = { readonly sequence: number; readonly index: number; readonly count: number };

/** Fields that give a message's position. A book without `index` is a snapshot. */
export interface Placed {
  readonly event_type: string;
  readonly market: string;
  readonly sequence?: number;
  readonly index?: number;
  readonly count?: number;
}

export class Continuity {
  readonly #places = new Map<string, Place>();

  /** Forgets positions: a new connection starts with books. */
  reset(): void {
    this.#places.clear();
  }

  /** False if something is missing before this message. */
  follows({ event_type, market, sequence, index, count }: Placed): boolean {
    if (sequence === undefined) return true;
    if (event_type === 'book' && index === undefined) {
      this.#places.set(market, { sequence, index: 0, count: 1 });
      return true;
    }
    if (index === undefined || count === undefined) return true;
    const last = this.#places.get(market);
    this.#places.set(market, { sequence, index, count });
    if (last === undefined) return false;
    const isWhole = last.index + 1 === last.count;
    return isWhole
      ? sequence === last.sequence + 1 && index === 0
      : sequence === last.sequence && index === last.index + 1;
  }
}
