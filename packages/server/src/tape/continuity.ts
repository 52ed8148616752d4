/**
 * Whether anything is missing between messages of a market. Venues that number what they tell, as this one does
 * (`docs/FEEDS.md`), are held to it; of others nothing is known but that the connection lasted.
 */
interface Place {
  readonly sequence: number;
  readonly index: number;
  readonly count: number;
}

/** What of a message says its place. A book without `index` is a snapshot. */
export interface Placed {
  readonly event_type: string;
  readonly market: string;
  readonly sequence?: number;
  readonly index?: number;
  readonly count?: number;
}

export class Continuity {
  readonly #places = new Map<string, Place>();

  /** On a new connection everything begins with books. */
  reset(): void {
    this.#places.clear();
  }

  /** False: something is missing before it. */
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
