/**
 * Queue positions of orders that rest beside a tape. A tape shows how much rests at a price, but not which orders left
 * when that shrinks, so there are two bounds. Pessimistic: cancelled orders were behind the client's order, as far as
 * there were any. Optimistic: they were ahead. Trades take from the front in both. Sizes are micro-shares, prices
 * 1/10000 in YES terms.
 */
import type { BookSide } from '@bellwether/engine';
import { isBetter } from './tape-market.ts';

export const BOUNDS = ['pessimistic', 'optimistic'] as const;
export type BoundName = (typeof BOUNDS)[number];

/** Size step that costs whole micro-units of collateral at any price: 0.01 of a share. */
export const SIZE_STEP = 10_000;

interface Bound {
  /** Tape size ahead of the order at its price. */
  ahead: number;
  /** Size filled by the tape's takers. */
  filled: number;
}

/** An order of a client while it rests. */
export class QueuedOrder {
  readonly side: BookSide;
  readonly price: number;
  /** Size when the order began to rest. */
  readonly size: number;
  readonly pessimistic: Bound;
  readonly optimistic: Bound;
  /** Size filled by other clients; nothing of the tape. */
  filledByClients = 0;
  /** Size filled by the tape in the books of the sandbox. */
  executed = 0;

  constructor(side: BookSide, price: number, size: number, ahead: number) {
    this.side = side;
    this.price = price;
    this.size = size;
    this.pessimistic = { ahead, filled: 0 };
    this.optimistic = { ahead, filled: 0 };
  }

  left(bound: BoundName): number {
    return Math.max(0, this.size - this.filledByClients - this[bound].filled);
  }

  /** Size that a bound has filled and the books have not: a multiple of `SIZE_STEP`, except for the last fill. */
  due(bound: BoundName): number {
    const filled = Math.min(this[bound].filled, this.size - this.filledByClients);
    const due = Math.max(0, filled - this.executed);
    return this.left(bound) === 0 ? due : due - (due % SIZE_STEP);
  }

  /**
   * Records a fill in the books, which follow a bound. Fills beyond that bound are certain, so both bounds count them.
   */
  execute(size: number, by: BoundName): void {
    this.executed += size;
    const beyond = this.executed - this[by].filled;
    if (beyond > 0) for (const bound of BOUNDS) this[bound].filled += Math.min(beyond, this.left(bound));
  }
}

/** Client orders of one market. */
export class Queues {
  /** Bids, asks: each in the order in which they trade. */
  readonly #sides: readonly [QueuedOrder[], QueuedOrder[]] = [[], []];

  get isEmpty(): boolean {
    return this.#sides[0].length + this.#sides[1].length === 0;
  }

  ordersOf(side: BookSide): readonly QueuedOrder[] {
    return this.#sides[side];
  }

  /** True if an order of the side rests at the price or at a better one. */
  hasAtOrBefore(side: BookSide, price: number): boolean {
    const [first] = this.#sides[side];
    return first !== undefined && !isBetter(side, price, first.price);
  }

  add(order: QueuedOrder): void {
    const orders = this.#sides[order.side];
    const behind = orders.findIndex(({ price }) => isBetter(order.side, order.price, price));
    orders.splice(behind < 0 ? orders.length : behind, 0, order);
  }

  remove(order: QueuedOrder): void {
    const orders = this.#sides[order.side];
    const at = orders.indexOf(order);
    if (at >= 0) orders.splice(at, 1);
  }

  /** Applies a trade of the tape's taker with orders of a side at a price. */
  trade(side: BookSide, price: number, size: number): void {
    for (const bound of BOUNDS) {
      let left = size;
      // Orders at better prices trade first; the rest of the size reaches this price.
      for (const order of this.#sides[side]) {
        if (!isBetter(side, order.price, price)) break;
        left -= fill(order, bound, left);
      }
      let filledHere = 0;
      for (const order of this.#sides[side]) {
        if (order.price !== price) continue;
        const queued = order[bound];
        const before = filledHere;
        const { ahead } = queued;
        queued.ahead = Math.max(0, ahead - Math.max(0, left - before));
        const room = Math.min(order.left(bound), Math.max(0, left - before - ahead));
        queued.filled += room;
        filledHere += room;
      }
    }
  }

  /**
   * Applies tape size that left a price without a trade. Optimistic: it was ahead, and left before the trades of the
   * same group. Pessimistic: it left from behind, which `level` accounts for as far as possible.
   */
  canceled(side: BookSide, price: number, size: number): void {
    for (const { price: own, optimistic } of this.#sides[side])
      if (own === price) optimistic.ahead = Math.max(0, optimistic.ahead - size);
  }

  /** Caps the size ahead at `available`: the tape's size at a price that no client has taken. */
  level(side: BookSide, price: number, available: number): void {
    for (const order of this.#sides[side]) {
      if (order.price !== price) continue;
      for (const bound of BOUNDS) order[bound].ahead = Math.min(order[bound].ahead, available);
    }
  }

  /** Applies new tape size of the other side at a price where these orders trade: it meets them first. */
  crossed(side: BookSide, price: number, size: number): void {
    for (const bound of BOUNDS) {
      let left = size;
      for (const order of this.#sides[side]) {
        if (isBetter(side, price, order.price)) break;
        left -= fill(order, bound, left);
      }
    }
  }
}

/** Fills an order up to `size`; no tape size is ahead any more. Returns the size filled. */
function fill(order: QueuedOrder, bound: BoundName, size: number): number {
  const queued = order[bound];
  queued.ahead = 0;
  const filled = Math.min(order.left(bound), size);
  queued.filled += filled;
  return filled;
}
