/**
 * First results of orders, so that a repeated placement gets the same answer and never trades twice, and how the orders
 * ended. Open orders are remembered, and a fixed number of the latest ended ones. This horizon makes decisions depend
 * only on the history, and not on when something was stored. Older orders are in sealed generations, which the engine's
 * caller takes and keeps; it passes an order found there to `decide`. A follower that reads no results remembers none;
 * its state hash is the same.
 */
import { CLOSED_ORDERS_PER_GENERATION, CLOSED_ORDERS_REMEMBERED } from '../limits.ts';
import { assert, type Micros, micros, type OrderId, type OrderNumber, orderNumber, violated } from '../units/units.ts';
import { OrderTable } from './open-orders.ts';
import {
  createOrderRow,
  KEY_WORDS,
  OrderDigest,
  type OrderResult,
  type OrderRow,
  OrderRows,
  RecentEnds,
  readOrderKey,
  SealedOrders,
} from './order-rows.ts';
import { type OrderRowsSnapshot, restoreRows, snapshotRows } from './order-snapshots.ts';

/** The outcome of an order: still open, filled or dropped, or cancelled. */
export type OrderFate = 'open' | 'matched' | 'canceled';

/** Orders that a state remembers: none, the horizon, or the horizon and sealed generations until they are taken. */
export type OrdersKept = 'nothing' | 'recent' | 'sealed';

export interface OrderResultsOptions {
  readonly kept?: OrdersKept;
  /** Number of closed orders that are remembered. */
  readonly remembered?: number;
  /** Closed orders per generation; at most the number remembered. */
  readonly perGeneration?: number;
}

const LIVE = 1;
const MATCHED = 2;
const FATE_MATCHED = 4;
const FATE_CANCELED = 8;

/** No row: the state remembers no orders. */
const NO_ROW = -1;

/** Rows from here on are closed orders, numbered by how many orders have ended since. */
const CLOSED = 0x4000_0000;

/** Plain-data form for snapshots, in the byte order of the machine. Open orders are stored with their other facts. */
export interface OrderResultsSnapshot {
  readonly count: number;
  readonly closedCount: number;
  readonly digest: readonly [number, number];
  /** Remembered closed orders, in the order in which they ended. */
  readonly closed: OrderRowsSnapshot;
}

export class OrderResults {
  readonly kept: OrdersKept;
  readonly remembered: number;
  readonly perGeneration: number;
  /** Open orders, and their index. */
  readonly #rows = new OrderRows();
  readonly #table = new OrderTable(this.#rows);
  readonly #row = createOrderRow();
  #digest = new OrderDigest();
  #count = 0;
  #closedCount = 0;
  /** Index of remembered closed orders. */
  #recent: RecentEnds;
  /** The generations of the remembered closed orders, by index from `#firstPage` on; the last one is being filled. */
  readonly #pages: SealedOrders[] = [];
  #firstPage = 0;
  /** Places, in their generations, of the next order to end and of the next one to be forgotten. */
  #nextPlace = 0;
  #oldestPlace = 0;
  #sealed: SealedOrders[] = [];
  /** Scratch space for the key of the current id. */
  readonly #key = new Int32Array(KEY_WORDS);

  constructor(options: OrderResultsOptions = {}) {
    this.kept = options.kept ?? 'sealed';
    this.remembered = options.remembered ?? CLOSED_ORDERS_REMEMBERED;
    this.perGeneration = options.perGeneration ?? CLOSED_ORDERS_PER_GENERATION;
    assert(this.perGeneration <= this.remembered, 'a generation is sealed before its orders are forgotten');
    this.#recent = new RecentEnds(this.kept === 'nothing' ? 0 : this.remembered);
  }

  /** Number of orders ever accepted. */
  get count(): number {
    return this.#count;
  }

  /** Number of orders that ended. */
  get closedCount(): number {
    return this.#closedCount;
  }

  get generations(): number {
    return Math.floor(this.#closedCount / this.perGeneration);
  }

  /** The value that represents all orders in the hash of a state. */
  get digest(): readonly [number, number] {
    return this.#digest.lanes;
  }

  /** The first result of a remembered order. */
  get(orderId: OrderId): OrderResult | null {
    const row = this.#find(orderId);
    return row < 0 ? null : this.resultAt(row);
  }

  /** The row of a remembered order that is still open, or -1. */
  openRowOf(orderId: OrderId): number {
    const row = this.#find(orderId);
    return row < CLOSED ? row : NO_ROW;
  }

  /** The number of a remembered order, whether open or closed. */
  numberOf(orderId: OrderId): OrderNumber | null {
    const row = this.#find(orderId);
    return row < 0 ? null : orderNumber(this.#read(row).number);
  }

  fate(orderId: OrderId): OrderFate | null {
    const row = this.#find(orderId);
    return row < 0 ? null : orderFateOf(this.#read(row).flags);
  }

  resultAt(row: number): OrderResult {
    if (row === NO_ROW) violated('this state remembers no orders');
    return orderResultOf(this.#read(row));
  }

  /** Records the first result of an order that is now open. Numbers come in order, from 0. Returns its row. */
  add(orderId: OrderId, number: OrderNumber, making: Micros, taking: Micros, sequence: number): number {
    const row = this.#accept(orderId, number, making, taking, sequence);
    if (this.kept === 'nothing') return NO_ROW;
    const at = this.#rows.add(row);
    this.#table.add(at, row.key[0]);
    return at;
  }

  /** Records the first result of an order that ended at once. */
  addClosed(orderId: OrderId, number: OrderNumber, making: Micros, taking: Micros, sequence: number): void {
    const row = this.#accept(orderId, number, making, taking, sequence);
    if (this.kept !== 'nothing') {
      row.flags |= FATE_MATCHED;
      this.#pageToFill().write(this.#nextPlace, row);
      this.#remember(row.key[0] as number);
    }
    this.#noteEnd(number, FATE_MATCHED);
  }

  /** Records the end of an open order. */
  close(at: number, number: OrderNumber, fate: 'matched' | 'canceled'): void {
    const flag = fate === 'matched' ? FATE_MATCHED : FATE_CANCELED;
    if (this.kept !== 'nothing') {
      const first = this.#rows.moveOut(at, number, flag, this.#pageToFill(), this.#nextPlace);
      this.#table.remove(at, first);
      this.#remember(first);
    }
    this.#noteEnd(number, flag);
  }

  /** Generations sealed since the last call, oldest first. Only a state that keeps them has any. */
  takeSealed(): readonly SealedOrders[] {
    if (this.#sealed.length === 0) return NONE_SEALED;
    const sealed = this.#sealed;
    this.#sealed = [];
    return sealed;
  }

  snapshot(): OrderResultsSnapshot {
    assert(this.kept !== 'nothing', 'this state remembers no orders');
    const { size } = this.#recent;
    const first = this.#closedCount - size;
    return {
      count: this.#count,
      closedCount: this.#closedCount,
      digest: this.digest,
      closed: snapshotRows(size, (at, into) => this.#readClosed(first + at, into)),
    };
  }

  /** Restores all but open orders, which `restoreOpen` adds. */
  static restore(snapshot: OrderResultsSnapshot, options: OrderResultsOptions = {}): OrderResults {
    const results = new OrderResults(options);
    results.#restore(snapshot);
    return results;
  }

  /** Remembers an open order when restoring. Returns its row. */
  restoreOpen(orderId: OrderId, number: OrderNumber, { making, taking, sequence }: OrderResult): number {
    if (this.kept === 'nothing') return NO_ROW;
    readOrderKey(orderId, this.#key);
    const at = this.#rows.add(rowOf(this.#row, this.#key, number, making, taking, sequence));
    this.#table.add(at);
    return at;
  }

  #restore(snapshot: OrderResultsSnapshot): void {
    this.#count = snapshot.count;
    this.#digest = new OrderDigest(...snapshot.digest);
    this.#closedCount = snapshot.closedCount;
    if (this.kept === 'nothing') return;
    this.#closedCount -= snapshot.closed.count;
    this.#firstPage = this.generations;
    this.#nextPlace = this.#closedCount % this.perGeneration;
    this.#oldestPlace = this.#nextPlace;
    if (this.#nextPlace > 0) this.#pages.push(new SealedOrders(this.generations, this.perGeneration));
    this.#recent = new RecentEnds(this.remembered, this.#closedCount);
    restoreRows(snapshot.closed, (row) => {
      this.#pageToFill().write(this.#nextPlace, row);
      this.#remember(row.key[0] as number);
      this.#countEnd();
    });
    // Generations sealed before the snapshot were taken then.
    this.#sealed = [];
  }

  /** Counts a new order. Returns the row to remember. */
  #accept(orderId: OrderId, number: OrderNumber, making: Micros, taking: Micros, sequence: number): OrderRow {
    if (number !== this.#count) violated(`order number ${number} is not ${this.#count}`);
    if (this.kept === 'nothing') readOrderKey(orderId, this.#key);
    else if (this.#find(orderId) >= 0) violated(`order ${orderId} has a number already`);
    this.#count++;
    const row = rowOf(this.#row, this.#key, number, making, taking, sequence);
    this.#digest.addResult(row, row.flags !== LIVE);
    return row;
  }

  #noteEnd(number: OrderNumber, flag: number): void {
    this.#digest.addEnd(number, flag);
    this.#countEnd();
  }

  /** Counts the end of an order. Seals its generation if this was the last place. */
  #countEnd(): void {
    this.#closedCount++;
    if (this.kept === 'nothing' || ++this.#nextPlace < this.perGeneration) return;
    this.#nextPlace = 0;
    if (this.kept === 'sealed') this.#sealed.push(this.#pages.at(-1) as SealedOrders);
  }

  /** The generation for the next order that ends. */
  #pageToFill(): SealedOrders {
    if (this.#nextPlace === 0) this.#pages.push(new SealedOrders(this.generations, this.perGeneration));
    return this.#pages.at(-1) as SealedOrders;
  }

  /** Remembers an ended and written order in place of the one that ended longest ago. */
  #remember(first: number): void {
    if (this.#recent.size === this.remembered) this.#forget();
    this.#recent.add(first);
  }

  /** Forgets the order that ended longest ago. */
  #forget(): void {
    if (++this.#oldestPlace < this.perGeneration) return;
    this.#oldestPlace = 0;
    this.#pages.shift();
    this.#firstPage++;
  }

  /** Reads a row returned by `#find`. */
  #read(at: number): OrderRow {
    if (at < CLOSED) return this.#rows.read(at, this.#row);
    return this.#readClosed(this.#closedCount - 1 - (at - CLOSED), this.#row);
  }

  #readClosed(ended: number, into: OrderRow): OrderRow {
    return this.#pageOf(ended).read(ended % this.perGeneration, into);
  }

  /** `ended`: number of orders that ended earlier. */
  #pageOf(ended: number): SealedOrders {
    const page = this.#pages[Math.floor(ended / this.perGeneration) - this.#firstPage];
    return page ?? violated(`closed order ${ended} is not remembered`);
  }

  /** The row of an id, or -1. Leaves its key in `#key`. */
  #find(orderId: OrderId): number {
    if (this.kept === 'nothing') violated('this state remembers no orders');
    readOrderKey(orderId, this.#key);
    const open = this.#table.find(this.#key);
    return open >= 0 ? open : this.#findClosed(this.#key);
  }

  #findClosed(key: Int32Array): number {
    const first = key[0] as number;
    for (let age = this.#recent.find(first); age >= 0; age = this.#recent.findEarlier(age, first)) {
      const ended = this.#closedCount - 1 - age;
      if (this.#pageOf(ended).hasKey(ended % this.perGeneration, key)) return CLOSED + age;
    }
    return NO_ROW;
  }
}

const NONE_SEALED: readonly SealedOrders[] = [];

/** The first result stored in a row. */
export function orderResultOf({ flags, making, taking, sequence }: OrderRow): OrderResult {
  return {
    status: (flags & LIVE) !== 0 ? 'live' : 'matched',
    making: micros(making),
    taking: micros(taking),
    sequence,
  };
}

/** The outcome of an order, from the flags of its row. */
export function orderFateOf(flags: number): OrderFate {
  if ((flags & FATE_MATCHED) !== 0) return 'matched';
  return (flags & FATE_CANCELED) !== 0 ? 'canceled' : 'open';
}

/** An order matched if it gave or got anything. Both count, because a dust SELL can match and get nothing. */
function rowOf(
  row: OrderRow,
  key: Int32Array,
  number: OrderNumber,
  making: Micros,
  taking: Micros,
  sequence: number,
): OrderRow {
  const into = row.key;
  into[0] = key[0] as number;
  into[1] = key[1] as number;
  into[2] = key[2] as number;
  into[3] = key[3] as number;
  row.number = number;
  row.flags = making > 0 || taking > 0 ? MATCHED : LIVE;
  row.making = making;
  row.taking = taking;
  row.sequence = sequence;
  return row;
}
