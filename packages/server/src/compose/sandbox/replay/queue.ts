/**
 * Where orders that rest beside a tape are in the queue. A tape says how much rests at a price, not who left when it became
 * less; so there are two bounds. Pessimistic: who cancelled was behind the order, as far as there was anyone. Optimistic: was
 * ahead of it. What traded came off the front in both. Sizes are micro-shares, prices 1/10000 in YES terms.
 */
import type { BookSide } from '@bellwether/engine';
import { isBetter } from './tape-market.ts';

export const BOUNDS = ['pessimistic', 'optimistic'] as const;
export type BoundName = (typeof BOUNDS)[number];

/** Sizes that any price makes whole in micro-units of collateral: 0.01 of a share. */
export const SIZE_STEP = 10_000;

interface Bound {
  /** Of the tape's size at the price. */
  ahead: number;
  /** By the tape's takers. */
  filled: number;
}

/** An order of a client, as long as it rests. */
export class QueuedOrder {
  readonly side: BookSide;
  readonly price: number;
  /** When it began to rest. */
  readonly size: number;
  readonly pessimistic: Bound;
  readonly optimistic: Bound;
  /** By other clients: nothing of the tape. */
  filledByClients = 0;
  /** By the tape, in the books of the sandbox. */
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

  /** What a bound has filled and the books have not: steps that any price makes whole, until the last one. */
  due(bound: BoundName): number {
    const filled = Math.min(this[bound].filled, this.size - this.filledByClients);
    const due = Math.max(0, filled - this.executed);
    return this.left(bound) === 0 ? due : due - (due % SIZE_STEP);
  }

  /** The books, which go by a bound, have filled it. What they did beyond that is certain. */
  execute(size: number, by: BoundName): void {
    this.executed += size;
    const beyond = this.executed - this[by].filled;
    if (beyond > 0) for (const bound of BOUNDS) this[bound].filled += Math.min(beyond, this.left(bound));
  }
}

/** The orders of clients in one market. */
export class Queues {
  /** Bids, asks: the one that trades first is first. */
  readonly #sides: readonly [QueuedOrder[], QueuedOrder[]] = [[], []];

  get isEmpty(): boolean {
    return this.#sides[0].length + this.#sides[1].length === 0;
  }

  ordersOf(side: BookSide): readonly QueuedOrder[] {
    return this.#sides[side];
  }

  /** Whether one rests at a price or where it trades before that. */
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

  /** The tape's taker met orders of a side at a price. */
  trade(side: BookSide, price: number, size: number): void {
    for (const bound of BOUNDS) {
      let left = size;
      // What is left behind the orders that trade before the price is what comes to it.
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
   * So much of the tape left a price without a trade. Optimistic: before what traded at the same time, and ahead. Pessimistic:
   * from behind, which `level` says as far as it can be.
   */
  canceled(side: BookSide, price: number, size: number): void {
    for (const { price: own, optimistic } of this.#sides[side])
      if (own === price) optimistic.ahead = Math.max(0, optimistic.ahead - size);
  }

  /** `available`: what no client has taken of the tape's size at a price, the most that can be ahead. */
  level(side: BookSide, price: number, available: number): void {
    for (const order of this.#sides[side]) {
      if (order.price !== price) continue;
      for (const bound of BOUNDS) order[bound].ahead = Math.min(order[bound].ahead, available);
    }
  }

  /** The tape shows new size of the other side at a price that these orders trade at: it meets them first. */
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

/** Nothing of the tape is ahead of it any more. Returns what it got. */
function fill(order: QueuedOrder, bound: BoundName, size: number): number {
  const queued = order[bound];
  queued.ahead = 0;
  const filled = Math.min(order.left(bound), size);
  queued.filled += filled;
  return filled;
}
