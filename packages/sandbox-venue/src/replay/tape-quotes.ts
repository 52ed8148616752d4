/**
 * The tape's side of one book of the sandbox: the size still available to clients, and the orders that stand for this
 * size. Size that a client took is gone. Size that the tape then adds at the price is added here, but never beyond the
 * size on the tape.
 */
import type { BookSide, OpenOrder, OrderId, OrderNumber } from '@bellwether/engine';
import { SIZE_STEP } from './queue.ts';
import { isBetter } from './tape-market.ts';

interface Standing {
  readonly order: OrderNumber;
  readonly orderId: OrderId;
  remaining: number;
}

export interface Wanted {
  readonly side: BookSide;
  readonly price: number;
  /** Micro-shares to place. */
  readonly size: number;
}

/** Cancellations and placements that bring the orders of levels up to date. */
export interface Changes {
  readonly cancel: OrderId[];
  readonly place: Wanted[];
}

export class TapeQuotes {
  /** Sizes on the tape by price: bids, asks. */
  readonly #told: readonly [Map<number, number>, Map<number, number>] = [new Map(), new Map()];
  readonly #available: readonly [Map<number, number>, Map<number, number>] = [new Map(), new Map()];
  readonly #standing: readonly [Map<number, Standing[]>, Map<number, Standing[]>] = [new Map(), new Map()];
  readonly #places = new Map<OrderNumber, { readonly side: BookSide; readonly price: number }>();
  /** Levels whose orders may be out of date: bids, asks. */
  readonly #dirty: readonly [Set<number>, Set<number>] = [new Set(), new Set()];
  readonly #minimumSize: number;
  #tick: number;

  /** `minimumSize` in micro-shares, `tick` in 1/10000. */
  constructor(minimumSize: number, tick: number) {
    this.#minimumSize = minimumSize;
    this.#tick = tick;
  }

  get isDirty(): boolean {
    return this.#dirty[0].size + this.#dirty[1].size > 0;
  }

  set tick(tick: number) {
    this.#tick = tick;
    for (const side of [0, 1] as const) for (const price of this.#available[side].keys()) this.#dirty[side].add(price);
  }

  available(side: BookSide, price: number): number {
    return this.#available[side].get(price) ?? 0;
  }

  /** Size that the tape shows at a price, even where clients took some. */
  onTape(side: BookSide, price: number): number {
    return this.#told[side].get(price) ?? 0;
  }

  /** True if the tape shows size of a side that a taker at the price would meet: there or at a better price. */
  isCrossed(side: BookSide, price: number): boolean {
    const levels = this.#told[side];
    return levels.has(price) || levels.keys().some((level) => isBetter(side, level, price));
  }

  /** Applies a new size of a tape level. Returns how much more is available to clients; 0: nothing new. */
  told(side: BookSide, price: number, from: number, to: number): number {
    const before = this.available(side, price);
    const now = to > from ? Math.min(to, before + to - from) : Math.min(before, to);
    if (to === 0) this.#told[side].delete(price);
    else this.#told[side].set(price, to);
    this.#set(side, price, now);
    return Math.max(0, now - before);
  }

  /** Removes size that a client took. */
  taken(side: BookSide, price: number, size: number): void {
    this.#set(side, price, Math.max(0, this.available(side, price) - size));
  }

  rested({ number: order, orderId, bookSide: side, bookPrice: price, remaining }: OpenOrder): void {
    const all = this.#standing[side].get(price);
    const standing = { order, orderId, remaining };
    if (all === undefined) this.#standing[side].set(price, [standing]);
    else all.push(standing);
    this.#places.set(order, { side, price });
  }

  /** Sets the remaining size of an order of the tape; 0: it is gone. Returns false for any other order. */
  resized(order: OrderNumber, remaining: number): boolean {
    const place = this.#places.get(order);
    if (place === undefined) return false;
    const { side, price } = place;
    const all = this.#standing[side].get(price) ?? [];
    const at = all.findIndex((one) => one.order === order);
    const standing = all[at];
    if (standing !== undefined) standing.remaining = remaining;
    if (remaining === 0) {
      all.splice(at, 1);
      if (all.length === 0) this.#standing[side].delete(price);
      this.#places.delete(order);
    }
    this.#dirty[side].add(price);
    return true;
  }

  /** Returns the changes that bring the orders of all levels up to date. The oldest orders stay as long as they fit. */
  changes(): Changes {
    const changes: Changes = { cancel: [], place: [] };
    for (const side of [0, 1] as const) {
      for (const price of this.#dirty[side]) this.#level(side, price, changes);
      this.#dirty[side].clear();
    }
    return changes;
  }

  #level(side: BookSide, price: number, { cancel, place }: Changes): void {
    const isOnGrid = price > 0 && price < 10_000 && price % this.#tick === 0;
    const target = isOnGrid ? Math.floor(this.available(side, price) / SIZE_STEP) * SIZE_STEP : 0;
    const standing = this.#standing[side].get(price) ?? [];
    let kept = 0;
    let keptSize = 0;
    let sum = 0;
    for (const [index, { remaining }] of standing.entries()) {
      sum += remaining;
      if (sum > target) break;
      // The rest to place must meet the minimum order size.
      if (sum === target || target - sum >= this.#minimumSize) {
        kept = index + 1;
        keptSize = sum;
      }
    }
    for (const { orderId } of standing.slice(kept)) cancel.push(orderId);
    const size = target - keptSize;
    if (size >= this.#minimumSize && size > 0) place.push({ side, price, size });
  }

  #set(side: BookSide, price: number, size: number): void {
    if (size === 0) this.#available[side].delete(price);
    else this.#available[side].set(price, size);
    this.#dirty[side].add(price);
  }
}
