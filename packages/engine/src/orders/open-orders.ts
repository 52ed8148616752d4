/**
 * Resting orders, and the lists that find them: all by number, those of an account, and those of an API key. Owned by
 * `State`; only `apply` changes them.
 */
import { BID, type BookEntry, bookPriceOf, bookSideOf } from '../book/book.ts';
import type { OrderAccepted } from '../event.ts';
import {
  type AccountId,
  assert,
  type MarketId,
  type Micros,
  type OrderId,
  type OrderNumber,
  type Price,
  type WalletId,
  ZERO_MICROS,
} from '../units/units.ts';

/** Facts about an order when it starts to rest, named as in `OrderAccepted`. */
export type OrderTerms = Omit<OrderAccepted, 'kind' | 'builder'>;

/** The data of a resting order that the book, the ledger and reads need. */
export interface OpenOrder extends BookEntry, Omit<OrderTerms, 'order'> {
  readonly number: OrderNumber;
  /** Unix milliseconds of the entry that accepted it. */
  readonly createdMs: number;
  /** Amount held from the wallet now: collateral including the fee reserve for BUY, shares for SELL. */
  held: Micros;
  /** Row of its first result in `OrderResults`; -1 if none is remembered. */
  row: number;
  previous: OpenOrder | null;
  next: OpenOrder | null;
  /** Neighbours in the account's list of resting orders. */
  accountPrevious: OpenOrder | null;
  accountNext: OpenOrder | null;
  /** Neighbours in the API key's list of resting orders. */
  keyPrevious: OpenOrder | null;
  keyNext: OpenOrder | null;
}

export type Writable<Value> = { -readonly [Name in keyof Value]: Value[Name] };

/**
 * Creates an order to be filled in. All orders are created here, so that all have one hidden class. Fields used in
 * matching come first and share cache lines; fields that are only displayed come last.
 */
export function blankOrder(): Writable<OpenOrder> {
  return {
    bookSide: BID,
    bookPrice: 1 as Price,
    remaining: ZERO_MICROS,
    previous: null,
    next: null,
    level: null,
    held: ZERO_MICROS,
    row: -1,
    number: -1 as OrderNumber,
    account: 0 as AccountId,
    wallet: 0 as WalletId,
    market: 0 as MarketId,
    outcome: 0,
    side: 'BUY',
    price: 1 as Price,
    expiration: 0,
    accountPrevious: null,
    accountNext: null,
    keyPrevious: null,
    keyNext: null,
    type: 'GTC',
    size: ZERO_MICROS,
    orderId: '' as OrderId,
    apiKey: '',
    createdMs: 0,
  };
}

/** Small pages: one order that rests for ever keeps at most 2 KiB in memory. */
const PAGE_BITS = 8;
const PAGE = 1 << PAGE_BITS;

interface Page {
  readonly orders: (OpenOrder | null)[];
  count: number;
}

/**
 * The resting orders of the venue by number. Numbers are dense and only grow, so this is an array divided into pages; a
 * page is dropped once all its orders are gone. A look-up costs two loads, nothing is hashed, and iteration is in time
 * order.
 */
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

/** The resting orders of one account, oldest first, linked through the orders themselves: no look-up is needed. */
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

interface KeyList {
  /** The key. Orders share this very string, so that each key is in memory once and comparisons are fast. */
  readonly apiKey: string;
  /** True if the list is still in the map. */
  isListed: boolean;
  oldest: OpenOrder | null;
  newest: OpenOrder | null;
}

/** Number of empty lists that may stay. */
const EMPTY_MAX = 64;

/** The resting orders of each API key, oldest first, so that a missed heartbeat visits only its own orders. */
export class KeyOrders {
  /** Lists by key. An empty list stays, since its key is likely to place again, but not for every key ever used. */
  readonly #lists = new Map<string, KeyList>();
  /** The list that each account used last, by account number: most accounts use one key. */
  readonly #recent: (KeyList | null)[] = [];
  #empty = 0;

  add(order: Writable<OpenOrder>): void {
    let list = this.#listOf(order);
    if (list === undefined) {
      list = { apiKey: order.apiKey, isListed: true, oldest: null, newest: null };
      this.#lists.set(order.apiKey, list);
      this.#use(order.account, list);
    } else if (list.oldest === null) this.#empty--;
    order.apiKey = list.apiKey;
    order.keyPrevious = list.newest;
    order.keyNext = null;
    if (list.newest === null) list.oldest = order;
    else list.newest.keyNext = order;
    list.newest = order;
  }

  remove(order: OpenOrder): void {
    const { keyPrevious: previous, keyNext: next } = order;
    if (previous === null || next === null) {
      // Only an order at an end of its list needs the list itself.
      const list = this.#listOf(order);
      assert(list !== undefined, 'a resting order is in the list of its key');
      if (previous === null) list.oldest = next;
      if (next === null) list.newest = previous;
      if (list.oldest === null) this.#emptied(list);
    }
    if (previous !== null) previous.keyNext = next;
    if (next !== null) next.keyPrevious = previous;
    order.keyPrevious = null;
    order.keyNext = null;
  }

  #listOf({ account, apiKey }: OpenOrder): KeyList | undefined {
    const recent = this.#recent[account];
    if (recent != null && recent.apiKey === apiKey && recent.isListed) return recent;
    const list = this.#lists.get(apiKey);
    if (list !== undefined) this.#use(account, list);
    return list;
  }

  #use(account: AccountId, list: KeyList): void {
    while (this.#recent.length <= account) this.#recent.push(null);
    this.#recent[account] = list;
  }

  #emptied(list: KeyList): void {
    if (this.#empty < EMPTY_MAX) {
      this.#empty++;
      return;
    }
    this.#lists.delete(list.apiKey);
    list.isListed = false;
  }

  /** Up to `limit` orders of a key with numbers below `before`, oldest first. */
  oldest(apiKey: string, before: OrderNumber, limit: number): OpenOrder[] {
    const orders: OpenOrder[] = [];
    let order = this.#lists.get(apiKey)?.oldest ?? null;
    for (; order !== null && order.number < before && orders.length < limit; order = order.keyNext) orders.push(order);
    return orders;
  }

  /** All orders with the key of their list. The lists must not change during iteration. */
  *entries(): Generator<readonly [string, OpenOrder], void, undefined> {
    for (const [apiKey, { oldest }] of this.#lists) {
      for (let order = oldest; order !== null; order = order.keyNext) yield [apiKey, order];
    }
  }
}
