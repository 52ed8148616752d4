/**
 * The resting orders of one account, oldest first: a doubly linked list through the orders themselves, so that adding
 * and removing need no look-up. An order is in at most one such list.
 */
import type { OpenOrder } from './open-order.ts';

export class AccountOrders {
  #oldest: OpenOrder | null = null;
  #newest: OpenOrder | null = null;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(order: OpenOrder): void {
    order.accountPrevious = this.#newest;
    order.accountNext = null;
    if (this.#newest === null) this.#oldest = order;
    else this.#newest.accountNext = order;
    this.#newest = order;
    this.#size++;
  }

  remove(order: OpenOrder): void {
    const { accountPrevious: previous, accountNext: next } = order;
    if (previous === null) this.#oldest = next;
    else previous.accountNext = next;
    if (next === null) this.#newest = previous;
    else next.accountPrevious = previous;
    order.accountPrevious = null;
    order.accountNext = null;
    this.#size--;
  }

  /** Orders, oldest first. The list must not change during iteration. */
  *values(): Generator<OpenOrder, void, undefined> {
    for (let order = this.#oldest; order !== null; order = order.accountNext) yield order;
  }

  /** The newest order; the one before it is its `accountPrevious`. */
  get newest(): OpenOrder | null {
    return this.#newest;
  }
}
