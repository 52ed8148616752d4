/**
 * The resting orders of the venue by number. Numbers are dense and only grow, so this is an array cut into pages; a page
 * whose orders are all gone goes with them. A look-up costs two loads, nothing is hashed, and order is time.
 */
import type { OrderNumber } from '../units/ids.ts';
import type { OpenOrder } from './open-order.ts';

/** Small pages: one order that rests for ever keeps no more than 2 KiB from being freed. */
const PAGE_BITS = 8;
const PAGE = 1 << PAGE_BITS;

interface Page {
  readonly orders: (OpenOrder | null)[];
  count: number;
}

export class OpenOrders {
  readonly #pages: (Page | null)[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(number: OrderNumber): OpenOrder | undefined {
    return this.#pages[number >>> PAGE_BITS]?.orders[number & (PAGE - 1)] ?? undefined;
  }

  /** Adds an order that is not among them. */
  add(order: OpenOrder): void {
    const page = this.#pageFor(order.number >>> PAGE_BITS);
    page.orders[order.number & (PAGE - 1)] = order;
    page.count++;
    this.#size++;
  }

  /** Takes out an order that is among them. */
  remove(order: OpenOrder): void {
    const at = order.number >>> PAGE_BITS;
    const page = this.#pageFor(at);
    page.orders[order.number & (PAGE - 1)] = null;
    page.count--;
    this.#size--;
    if (page.count === 0) this.#pages[at] = null;
  }

  /** Oldest first. Not to be changed while iterating. */
  *values(): Generator<OpenOrder, void, undefined> {
    for (const page of this.#pages) {
      if (page === null) continue;
      for (const order of page.orders) if (order !== null) yield order;
    }
  }

  #pageFor(at: number): Page {
    const pages = this.#pages;
    while (pages.length <= at) pages.push(null);
    const known = pages[at] ?? null;
    if (known !== null) return known;
    const page = { orders: new Array<OpenOrder | null>(PAGE).fill(null), count: 0 };
    pages[at] = page;
    return page;
  }
}
