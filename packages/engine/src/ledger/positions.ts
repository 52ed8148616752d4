/**
 * The positions of one wallet by market. The one that was asked for last is at hand: an order asks for its position when
 * it is decided, and again for each thing that it does. That is no state: without it the answers are the same.
 */
import type { MarketId } from '../units/ids.ts';
import type { Micros } from '../units/micros.ts';

/** Shares of both outcomes of one market, by outcome index: free ones and ones held by open SELL orders. */
export interface Position {
  readonly free: [Micros, Micros];
  readonly held: [Micros, Micros];
  /** How many resting SELL orders hold them; null until the first. */
  sells: [number, number] | null;
}

export class Positions {
  readonly #byMarket: Map<MarketId, Position>;
  #market = NO_MARKET;
  #position: Position | undefined = undefined;

  constructor(positions: Iterable<readonly [MarketId, Position]> = []) {
    this.#byMarket = new Map(positions);
  }

  get size(): number {
    return this.#byMarket.size;
  }

  get(market: MarketId): Position | undefined {
    if (this.#market === market) return this.#position;
    this.#market = market;
    this.#position = this.#byMarket.get(market);
    return this.#position;
  }

  set(market: MarketId, position: Position): void {
    this.#byMarket.set(market, position);
    this.#market = NO_MARKET;
  }

  delete(market: MarketId): void {
    this.#byMarket.delete(market);
    this.#market = NO_MARKET;
  }

  /** In the order in which they came. Not to be changed while iterating. */
  keys(): IterableIterator<MarketId> {
    return this.#byMarket.keys();
  }

  /** In the order in which they came. Not to be changed while iterating. */
  [Symbol.iterator](): IterableIterator<[MarketId, Position]> {
    return this.#byMarket[Symbol.iterator]();
  }
}

const NO_MARKET = -1 as MarketId;
