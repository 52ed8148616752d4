/**
 * Resting orders, and what finds them: all by number, the rows of their first results by id, those of an account, and
 * those of an API key. Owned by `State`; only `apply` changes them.
 */
import { type BookEntry, bookPriceOf, bookSideOf } from '../book/book.ts';
import type { OrderAccepted } from '../event.ts';
import { type AccountId, assert, type Micros, type OrderNumber, violated } from '../units/units.ts';
import type { OrderRows } from './order-rows.ts';

/** Facts about an order when it starts to rest, named as in `OrderAccepted`. */
export type OrderTerms = Omit<OrderAccepted, 'kind' | 'builder'>;

/** The data of a resting order that the book, the ledger and reads need. */
export interface OpenOrder extends BookEntry, Omit<OrderTerms, 'order' | 'size'> {
  /** Shares of the signed order; for an order of the house, those filled and those it offers now. */
  size: Micros;
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
    const { order: number, account, wallet, market, outcome, side, price, expiration } = terms;
    // All orders are created here, so that all have one hidden class. Fields used in matching come first and share cache
    // lines; fields that are only displayed come last.
    const order: OpenOrder = {
      bookSide: bookSideOf(side, outcome),
      bookPrice: bookPriceOf(price, outcome),
      remaining,
      previous: null,
      next: null,
      level: null,
      held,
      row,
      number,
      account,
      wallet,
      market,
      outcome,
      side,
      price,
      expiration,
      accountPrevious: null,
      accountNext: null,
      keyPrevious: null,
      keyNext: null,
      type: terms.type,
      size: terms.size,
      orderId: terms.orderId,
      apiKey: terms.apiKey,
      createdMs,
    };
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

/** Words of a slot: the first word of the key, then the row plus one; 0 = empty slot, -1 = removed key. */
const SLOT_WORDS = 2;
const INITIAL_SLOTS = 1 << 10;
/** Slots moved from the smaller table per new key: it is empty long before the larger one is full. */
const MOVES_PER_ADD = 8;
const EMPTY = 0;
const TAKEN_OUT = -1;

/**
 * Index of open orders: open addressing with linear probing, 8 bytes per slot, outside the garbage-collected heap. The
 * first word of a key determines its slot and is stored there, so that moving a slot reads no row. The table doubles
 * incrementally: new keys go into the larger table, and each one moves a few slots from the smaller table. So no order
 * ever waits for a whole rehash.
 */
export class OrderTable {
  readonly #rows: OrderRows;
  #slots = new Int32Array(INITIAL_SLOTS * SLOT_WORDS);
  #mask = INITIAL_SLOTS - 1;
  #count = 0;
  /** The previous table; its slots from `#moved` on are not in the larger one yet. */
  #smaller: Int32Array | null = null;
  #moved = 0;

  constructor(rows: OrderRows) {
    this.#rows = rows;
  }

  get count(): number {
    return this.#count;
  }

  /** The row of a key, or -1. */
  find(key: Int32Array): number {
    const at = this.#probe(this.#slots, key, 0);
    if (at >= 0) return (this.#slots[at + 1] as number) - 1;
    if (this.#smaller === null) return -1;
    const old = this.#probe(this.#smaller, key, this.#moved);
    return old < 0 ? -1 : (this.#smaller[old + 1] as number) - 1;
  }

  /** Adds a row whose key is not in the table; `first` is the first word of its key. */
  add(row: number, first = this.#rows.firstWordOf(row)): void {
    // At two thirds full, a search ends after a few slots in one or two cache lines.
    if ((this.#count + 1) * 3 > (this.#mask + 1) * 2) this.#grow();
    if (this.#smaller !== null) this.#move(this.#smaller, MOVES_PER_ADD);
    this.#put(first, row + 1);
    this.#count++;
  }

  /** Removes a row that is in the table; `first` is the first word of its key. O(1). */
  remove(row: number, first = this.#rows.firstWordOf(row)): void {
    const at = findRow(this.#slots, first, row, 0);
    if (at >= 0) this.#close(at);
    // Marked as removed, because searches that probed past the slot must still succeed.
    else this.#takeOutOfSmaller(first, row);
    this.#count--;
  }

  #takeOutOfSmaller(first: number, row: number): void {
    const at = this.#smaller === null ? -1 : findRow(this.#smaller, first, row, this.#moved);
    if (this.#smaller === null || at < 0) violated(`row ${row} is not in the table`);
    this.#smaller[at + 1] = TAKEN_OUT;
  }

  /** Index of a key in `slots`, in units of words, or -1. Slots before `from` have been moved and do not count. */
  #probe(slots: Int32Array, key: Int32Array, from: number): number {
    const mask = slots.length / SLOT_WORDS - 1;
    const first = key[0] as number;
    for (let slot = first & mask; ; slot = (slot + 1) & mask) {
      const at = slot * SLOT_WORDS;
      const stored = slots[at + 1] as number;
      if (stored === EMPTY) return -1;
      if (slots[at] === first && stored > 0 && slot >= from && this.#rows.hasKey(stored - 1, key)) return at;
    }
  }

  #put(first: number, stored: number): void {
    const slots = this.#slots;
    let slot = first & this.#mask;
    while (slots[slot * SLOT_WORDS + 1] !== EMPTY) slot = (slot + 1) & this.#mask;
    slots[slot * SLOT_WORDS] = first;
    slots[slot * SLOT_WORDS + 1] = stored;
  }

  /** Empties the slot at `at` and closes the gap by moving displaced slots back. */
  #close(at: number): void {
    const slots = this.#slots;
    const mask = this.#mask;
    let gap = at / SLOT_WORDS;
    for (let slot = (gap + 1) & mask; slots[slot * SLOT_WORDS + 1] !== EMPTY; slot = (slot + 1) & mask) {
      const home = (slots[slot * SLOT_WORDS] as number) & mask;
      // A slot may not move before the start of its own search.
      if (((slot - home) & mask) < ((slot - gap) & mask)) continue;
      slots[gap * SLOT_WORDS] = slots[slot * SLOT_WORDS] as number;
      slots[gap * SLOT_WORDS + 1] = slots[slot * SLOT_WORDS + 1] as number;
      gap = slot;
    }
    slots[gap * SLOT_WORDS + 1] = EMPTY;
  }

  #grow(): void {
    if (this.#smaller !== null) violated('the table grows before it has grown');
    this.#smaller = this.#slots;
    this.#moved = 0;
    this.#slots = new Int32Array(this.#slots.length * 2);
    this.#mask = this.#mask * 2 + 1;
  }

  #move(smaller: Int32Array, slots: number): void {
    const end = Math.min(this.#moved + slots, smaller.length / SLOT_WORDS);
    for (let slot = this.#moved; slot < end; slot++) {
      const stored = smaller[slot * SLOT_WORDS + 1] as number;
      if (stored > 0) this.#put(smaller[slot * SLOT_WORDS] as number, stored);
    }
    this.#moved = end;
    if (end * SLOT_WORDS === smaller.length) this.#smaller = null;
  }
}

function findRow(slots: Int32Array, first: number, row: number, from: number): number {
  const mask = slots.length / SLOT_WORDS - 1;
  for (let slot = first & mask; ; slot = (slot + 1) & mask) {
    const at = slot * SLOT_WORDS;
    const stored = slots[at + 1] as number;
    if (stored === EMPTY) return -1;
    if (stored === row + 1 && slot >= from) return at;
  }
}
