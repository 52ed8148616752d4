/** The positions of one wallet by market. */
import type { MarketId } from '../units/ids.ts';
import type { Micros } from '../units/micros.ts';

/** Shares of both outcomes of one market, by outcome index: free shares, and shares held by open SELL orders. */
export interface Position {
  readonly free: [Micros, Micros];
  readonly held: [Micros, Micros];
  /** Number of resting SELL orders that hold them; null until the first. */
  sells: [number, number] | null;
}

export class Positions {
  readonly #byMarket: Map<MarketId, Position>;

  constructor(positions: Iterable<readonly [MarketId, Position]> = []) {
    this.#byMarket = new Map(positions);
  }

  get size(): number {
    return this.#byMarket.size;
  }

  get(market: MarketId): Position | undefined {
    return this.#byMarket.get(market);
  }

  set(market: MarketId, position: Position): void {
    this.#byMarket.set(market, position);
  }

  delete(market: MarketId): void {
    this.#byMarket.delete(market);
  }

  /** Markets in the order in which positions were added. The positions must not change during iteration. */
  keys(): IterableIterator<MarketId> {
    return this.#byMarket.keys();
  }

  /** Positions in the order in which they were added. They must not change during iteration. */
  [Symbol.iterator](): IterableIterator<[MarketId, Position]> {
    return this.#byMarket[Symbol.iterator]();
  }
}
