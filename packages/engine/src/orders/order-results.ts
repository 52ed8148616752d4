/**
 * First results of orders, so that a repeated placement answers the same and never trades twice; and how they ended.
 *
 * Open orders are remembered, and of those that ended the last so many, as a stated horizon: what is decided depends on
 * the history alone and not on when something was stored. What is older is in sealed generations, which the
 * caller of the engine takes and keeps: it tells `decide` what became of an order that it finds there. A follower that reads no
 * results remembers none; what its state hashes to is the same.
 */
import { CLOSED_ORDERS_PER_GENERATION, CLOSED_ORDERS_REMEMBERED } from '../limits.ts';
import { assert, violated } from '../units/assert.ts';
import { type OrderId, type OrderNumber, orderNumber } from '../units/ids.ts';
import { micros } from '../units/micros.ts';
import { OrderDigest } from './order-digest.ts';
import { KEY_WORDS, readOrderKey } from './order-key.ts';
import type { OrderResult } from './order-result.ts';
import { createOrderRow, type OrderRow, OrderRows } from './order-rows.ts';
import { type OrderRowsSnapshot, restoreRows, snapshotRows } from './order-rows-snapshot.ts';
import { OrderTable } from './order-table.ts';
import { SealedOrders } from './sealed-orders.ts';

/** What became of an order: still open, filled or dropped, or cancelled. */
export type OrderFate = 'open' | 'matched' | 'canceled';

/**
 * What a state remembers of orders: nothing, what is within the horizon, or that and sealed generations until they are
 * taken.
 */
export type OrdersKept = 'nothing' | 'recent' | 'sealed';

export interface OrderResultsOptions {
  readonly kept?: OrdersKept;
  /** Closed orders that are remembered. */
  readonly remembered?: number;
  /** Closed orders of a generation; no more than are remembered. */
  readonly perGeneration?: number;
}

const LIVE = 1;
const MATCHED = 2;
const FATE_MATCHED = 4;
const FATE_CANCELED = 8;

/** No row: the state remembers no orders. */
const NO_ROW = -1;

/** Plain-data form for snapshots, in the byte order of the machine. Open orders are with their other facts. */
export interface OrderResultsSnapshot {
  readonly count: number;
  readonly closedCount: number;
  readonly digest: readonly [number, number];
  /** Closed orders that are remembered, in the order in which they ended. */
  readonly closed: OrderRowsSnapshot;
}

export class OrderResults {
  readonly kept: OrdersKept;
  readonly remembered: number;
  readonly perGeneration: number;
  readonly #rows = new OrderRows();
  readonly #table = new OrderTable(this.#rows);
  /** Rows of the closed orders that are remembered: a ring, by how many had ended before. */
  readonly #closed: Int32Array;
  readonly #row = createOrderRow();
  #digest = new OrderDigest();
  #count = 0;
  #closedCount = 0;
  /** Closed orders that are remembered now. */
  #window = 0;
  /** The generation that is being filled; null when none is kept. */
  #filling: SealedOrders | null;
  #sealed: SealedOrders[] = [];
  /** Id looked up last, its key and its row: a placement looks its id up twice in a row. */
  #lastId: OrderId | null = null;
  readonly #lastKey = new Int32Array(KEY_WORDS);
  #lastRow = NO_ROW;

  constructor(options: OrderResultsOptions = {}) {
    this.kept = options.kept ?? 'sealed';
    this.remembered = options.remembered ?? CLOSED_ORDERS_REMEMBERED;
    this.perGeneration = options.perGeneration ?? CLOSED_ORDERS_PER_GENERATION;
    assert(this.perGeneration <= this.remembered, 'a generation is sealed before its orders are forgotten');
    this.#closed = new Int32Array(this.kept === 'nothing' ? 0 : this.remembered);
    this.#filling = this.kept === 'sealed' ? new SealedOrders(0, this.perGeneration) : null;
  }

  /** Orders ever accepted. */
  get count(): number {
    return this.#count;
  }

  /** Orders that ended. */
  get closedCount(): number {
    return this.#closedCount;
  }

  /** Generations that are complete. */
  get generations(): number {
    return Math.floor(this.#closedCount / this.perGeneration);
  }

  /** What stands for all orders in the hash of a state. */
  get digest(): readonly [number, number] {
    return this.#digest.lanes;
  }

  /** The first result of an order that is remembered. */
  get(orderId: OrderId): OrderResult | null {
    const row = this.#find(orderId);
    return row < 0 ? null : orderResultOf(this.#rows.read(row, this.#row));
  }

  /** The number of an order that is remembered, whether it is still open or not. */
  numberOf(orderId: OrderId): OrderNumber | null {
    const row = this.#find(orderId);
    return row < 0 ? null : orderNumber(this.#rows.numberOf(row));
  }

  fate(orderId: OrderId): OrderFate | null {
    const row = this.#find(orderId);
    return row < 0 ? null : orderFateOf(this.#rows.flagsOf(row));
  }

  /** The first result that is in a row. */
  resultAt(row: number): OrderResult {
    if (row === NO_ROW) violated('this state remembers no orders');
    return orderResultOf(this.#rows.read(row, this.#row));
  }

  /** Records the first result of an order, which is open from now on. Numbers come in order, from 0. Answers its row. */
  add(orderId: OrderId, number: OrderNumber, result: OrderResult): number {
    if (number !== this.#count) violated(`order number ${number} is not ${this.#count}`);
    const known = this.kept === 'nothing' ? NO_ROW : this.#find(orderId);
    if (known >= 0) violated(`order ${orderId} has a number already`);
    if (this.kept === 'nothing') readOrderKey(orderId, this.#lastKey);
    this.#count++;
    const row = rowOf(this.#row, this.#lastKey, number, result);
    addToDigest(this.#digest, row);
    return this.#addRow(row);
  }

  /** Notes how an open order ended. */
  close(at: number, number: OrderNumber, fate: 'matched' | 'canceled'): void {
    const flag = fate === 'matched' ? FATE_MATCHED : FATE_CANCELED;
    this.#digest.addWord(number);
    this.#digest.addWord(flag);
    if (this.kept === 'nothing') {
      this.#closedCount++;
      return;
    }
    const flags = this.#rows.flagsOf(at);
    if ((flags & (FATE_MATCHED | FATE_CANCELED)) !== 0) violated(`order ${number} ended before`);
    this.#rows.setFlags(at, flags | flag);
    this.#remember(at);
  }

  /** Generations that were sealed since it was asked last, oldest first. Only a state that keeps them has any. */
  takeSealed(): readonly SealedOrders[] {
    if (this.#sealed.length === 0) return NONE_SEALED;
    const sealed = this.#sealed;
    this.#sealed = [];
    return sealed;
  }

  snapshot(): OrderResultsSnapshot {
    assert(this.kept !== 'nothing', 'this state remembers no orders');
    const first = this.#closedCount - this.#window;
    const rows = Array.from({ length: this.#window }, (_, at) => this.#rowOfClosed(first + at));
    return {
      count: this.#count,
      closedCount: this.#closedCount,
      digest: this.digest,
      closed: snapshotRows(rows.length, (at, into) => this.#rows.read(rows[at] as number, into)),
    };
  }

  /** Without open orders, which `restoreOpen` adds. */
  static restore(snapshot: OrderResultsSnapshot, options: OrderResultsOptions = {}): OrderResults {
    const results = new OrderResults(options);
    results.#restore(snapshot);
    return results;
  }

  /** Remembers an order that was open. Answers its row. */
  restoreOpen(orderId: OrderId, number: OrderNumber, result: OrderResult): number {
    if (this.kept === 'nothing') return NO_ROW;
    this.#lastId = null;
    readOrderKey(orderId, this.#lastKey);
    return this.#addRow(rowOf(this.#row, this.#lastKey, number, result));
  }

  #restore(snapshot: OrderResultsSnapshot): void {
    this.#count = snapshot.count;
    this.#digest = new OrderDigest(...snapshot.digest);
    if (this.kept !== 'nothing') {
      this.#closedCount = snapshot.closedCount - snapshot.closed.count;
      if (this.#filling !== null) this.#filling = new SealedOrders(this.generations, this.perGeneration);
      restoreRows(snapshot.closed, (row) => this.#remember(this.#addRow(row)));
      // What was sealed before the snapshot was taken then.
      this.#sealed = [];
    }
    this.#closedCount = snapshot.closedCount;
  }

  #addRow(row: OrderRow): number {
    if (this.kept === 'nothing') return NO_ROW;
    const at = this.#rows.add(row);
    this.#table.add(at);
    this.#lastRow = at;
    return at;
  }

  /** The order at a row has ended: it takes the place of the one that ended longest ago. */
  #remember(at: number): void {
    const ended = this.#closedCount++;
    const place = ended % this.remembered;
    if (this.#window === this.remembered) this.#forget(this.#closed[place] as number);
    else this.#window++;
    this.#closed[place] = at;
    if (this.#filling === null) return;
    this.#filling.write(ended % this.perGeneration, this.#rows.read(at, this.#row));
    if (this.#closedCount % this.perGeneration > 0) return;
    this.#sealed.push(this.#filling);
    this.#filling = new SealedOrders(this.generations, this.perGeneration);
  }

  #forget(at: number): void {
    this.#table.remove(at);
    this.#rows.free(at);
    this.#lastId = null;
  }

  #rowOfClosed(ended: number): number {
    return this.#closed[ended % this.remembered] as number;
  }

  /** The row of an id, or -1. Leaves its key in `#lastKey`. */
  #find(orderId: OrderId): number {
    if (this.#lastId === orderId) return this.#lastRow;
    if (this.kept === 'nothing') violated('this state remembers no orders');
    readOrderKey(orderId, this.#lastKey);
    this.#lastId = orderId;
    this.#lastRow = this.#table.find(this.#lastKey);
    return this.#lastRow;
  }
}

const NONE_SEALED: readonly SealedOrders[] = [];

/** The first result that a row says. */
export function orderResultOf({ flags, making, taking, sequence }: OrderRow): OrderResult {
  return {
    status: (flags & LIVE) !== 0 ? 'live' : 'matched',
    making: micros(making),
    taking: micros(taking),
    sequence,
  };
}

/** What a row's flags say became of its order. */
export function orderFateOf(flags: number): OrderFate {
  if ((flags & FATE_MATCHED) !== 0) return 'matched';
  return (flags & FATE_CANCELED) !== 0 ? 'canceled' : 'open';
}

function rowOf(row: OrderRow, key: Int32Array, number: OrderNumber, result: OrderResult): OrderRow {
  for (let word = 0; word < KEY_WORDS; word++) row.key[word] = key[word] as number;
  row.number = number;
  row.flags = result.status === 'live' ? LIVE : MATCHED;
  row.making = result.making;
  row.taking = result.taking;
  row.sequence = result.sequence;
  return row;
}

function addToDigest(digest: OrderDigest, { key, number, flags, making, taking, sequence }: OrderRow): void {
  for (let word = 0; word < KEY_WORDS; word++) digest.addWord(key[word] as number);
  digest.addWord(number);
  digest.addWord(flags);
  if (flags !== LIVE) {
    digest.addNumber(making);
    digest.addNumber(taking);
  }
  digest.addNumber(sequence);
}
