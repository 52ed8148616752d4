/**
 * The resting orders of the venue by number. Numbers are dense and only grow, so this is an array divided into pages; a
 * page is dropped once all its orders are gone. A look-up costs two loads, nothing is hashed, and iteration is in time
 * order.
 */

import { bookPriceOf, bookSideOf } from '../book/yes-terms.ts';
import type { OrderNumber } from '../units/ids.ts';
import type { Micros } from '../units/micros.ts';
import { blankOrder, type OpenOrder, type OrderTerms } from './open-order.ts';

/** Small pages: one order that rests for ever keeps at most 2 KiB in memory. */
const PAGE_BITS = 8;
const PAGE = 1 << PAGE_BITS;

interface Page {
  readonly orders: (OpenOrder | null)[];
  count: number;
}

export class OpenOrders {
  readonly #pages: (Page | null)[] = [];
  /** Orders by the row of their first result. A free row may still refer to its last order. */
  readonly #byRow: OpenOrder[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(number: OrderNumber): OpenOrder | undefined {
    return this.#pages[number >>> PAGE_BITS]?.orders[number & (PAGE - 1)] ?? undefined;
  }

  /** The order whose first result is in this row; undefined for -1. */
  inRow(row: number): OpenOrder | undefined {
    return row < 0 ? undefined : this.#byRow[row];
  }

  /** Adds a new order; `row` is the row of its first result. */
  add(terms: OrderTerms, remaining: Micros, held: Micros, createdMs: number, row: number): OpenOrder {
    const order = blankOrder();
    const { order: number, outcome, side, price } = terms;
    order.bookSide = bookSideOf(side, outcome);
    order.bookPrice = bookPriceOf(price, outcome);
    order.remaining = remaining;
    order.held = held;
    order.row = row;
    order.number = number;
    order.account = terms.account;
    order.wallet = terms.wallet;
    order.market = terms.market;
    order.outcome = outcome;
    order.side = side;
    order.price = price;
    order.expiration = terms.expiration;
    order.type = terms.type;
    order.size = terms.size;
    order.orderId = terms.orderId;
    order.apiKey = terms.apiKey;
    order.createdMs = createdMs;
    if (row >= 0) this.#byRow[row] = order;
    const page = this.#pageFor(number >>> PAGE_BITS);
    page.orders[number & (PAGE - 1)] = order;
    page.count++;
    this.#size++;
    return order;
  }

  /** Removes an order that has already left its book and all lists. */
  remove(order: OpenOrder): void {
    const at = order.number >>> PAGE_BITS;
    const page = this.#pageFor(at);
    page.orders[order.number & (PAGE - 1)] = null;
    page.count--;
    this.#size--;
    if (page.count === 0) this.#pages[at] = null;
  }

  /** Orders, oldest first. They must not change during iteration. */
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
