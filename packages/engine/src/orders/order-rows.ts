/**
 * Remembered data of orders, 48 contiguous bytes each: rows in typed arrays outside the garbage-collected heap. A row
 * keeps its place until it is freed, and is then reused. Pages never move, so growing copies nothing.
 */
import { violated } from '../units/assert.ts';
import { KEY_WORDS } from './order-key.ts';

const PAGE_BITS = 9;
const PAGE = 1 << PAGE_BITS;

/** A row in unpacked form. */
export interface OrderRow {
  readonly key: Int32Array;
  number: number;
  flags: number;
  making: number;
  taking: number;
  sequence: number;
}

export function createOrderRow(): OrderRow {
  return { key: new Int32Array(KEY_WORDS), number: 0, flags: 0, making: 0, taking: 0, sequence: 0 };
}

/** Layout of a row: the words of the key, number (unsigned) and flags, then three 64-bit figures. */
const ROW_WORDS = 12;
const NUMBER = KEY_WORDS;
const FLAGS = KEY_WORDS + 1;
/** Flags of a free row; the flags of an order are never 0. */
const FREE = 0;
const ROW_FIGURES = ROW_WORDS / 2;
const MAKING = 3;
const TAKING = 4;
const SEQUENCE = 5;

/** A fixed number of contiguous rows. */
export class OrderRowPage {
  readonly #words: Int32Array;
  readonly #figures: Float64Array;

  constructor(rows: number) {
    const bytes = new ArrayBuffer(rows * ROW_WORDS * Int32Array.BYTES_PER_ELEMENT);
    this.#words = new Int32Array(bytes);
    this.#figures = new Float64Array(bytes);
  }

  write(at: number, row: OrderRow): void {
    const words = this.#words;
    const from = at * ROW_WORDS;
    const { key } = row;
    words[from] = key[0] as number;
    words[from + 1] = key[1] as number;
    words[from + 2] = key[2] as number;
    words[from + 3] = key[3] as number;
    words[from + NUMBER] = row.number;
    words[from + FLAGS] = row.flags;
    const figures = this.#figures;
    const figure = at * ROW_FIGURES;
    figures[figure + MAKING] = row.making;
    figures[figure + TAKING] = row.taking;
    figures[figure + SEQUENCE] = row.sequence;
  }

  /** Copies a row into `into`. */
  read(at: number, into: OrderRow): OrderRow {
    const words = this.#words;
    const from = at * ROW_WORDS;
    const { key } = into;
    key[0] = words[from] as number;
    key[1] = words[from + 1] as number;
    key[2] = words[from + 2] as number;
    key[3] = words[from + 3] as number;
    into.number = (words[from + NUMBER] as number) >>> 0;
    into.flags = words[from + FLAGS] as number;
    const figures = this.#figures;
    const figure = at * ROW_FIGURES;
    into.making = figures[figure + MAKING] as number;
    into.taking = figures[figure + TAKING] as number;
    into.sequence = figures[figure + SEQUENCE] as number;
    return into;
  }

  numberOf(at: number): number {
    return (this.#words[at * ROW_WORDS + NUMBER] as number) >>> 0;
  }

  /**
   * Copies the row of an order to another page with one additional flag, and returns the first word of its key. Throws
   * if the row is free or belongs to another order.
   */
  copy(at: number, number: number, flag: number, to: OrderRowPage, place: number): number {
    const words = this.#words;
    const copied = to.#words;
    const from = at * ROW_WORDS;
    const into = place * ROW_WORDS;
    const flags = words[from + FLAGS] as number;
    if ((words[from + NUMBER] as number) >>> 0 !== number || flags === FREE) violated(`order ${number} ended before`);
    // Copied as words: the bits of figures that are NaN might change otherwise.
    for (let word = 0; word < ROW_WORDS; word++) copied[into + word] = words[from + word] as number;
    copied[into + FLAGS] = flags | flag;
    return words[from] as number;
  }

  /** Marks a row as free, linked to the next free one. */
  free(at: number, next: number): void {
    this.#words[at * ROW_WORDS + NUMBER] = next;
    this.#words[at * ROW_WORDS + FLAGS] = FREE;
  }

  /** First word of a row's key. */
  firstWordOf(at: number): number {
    return this.#words[at * ROW_WORDS] as number;
  }

  hasKey(at: number, key: Int32Array): boolean {
    const words = this.#words;
    const from = at * ROW_WORDS;
    return (
      words[from] === key[0] && words[from + 1] === key[1] && words[from + 2] === key[2] && words[from + 3] === key[3]
    );
  }
}

export class OrderRows {
  readonly #pages: OrderRowPage[] = [];
  /** Number of rows ever used. */
  #end = 0;
  /** The first free row plus one, 0 = none; a free row's number is the next. */
  #free = 0;

  /** Writes `row` into a free row and returns its index. */
  add(row: OrderRow): number {
    const at = this.#take();
    this.#page(at).write(at & (PAGE - 1), row);
    return at;
  }

  free(at: number): void {
    this.#page(at).free(at & (PAGE - 1), this.#free);
    this.#free = at + 1;
  }

  /** Frees the row of an order and leaves a copy on a page of the caller: see `OrderRowPage.copy`. */
  moveOut(at: number, number: number, flag: number, to: OrderRowPage, place: number): number {
    const page = this.#page(at);
    const first = page.copy(at & (PAGE - 1), number, flag, to, place);
    page.free(at & (PAGE - 1), this.#free);
    this.#free = at + 1;
    return first;
  }

  /** Copies a row into `into`. */
  read(at: number, into: OrderRow): OrderRow {
    return this.#page(at).read(at & (PAGE - 1), into);
  }

  numberOf(at: number): number {
    return this.#page(at).numberOf(at & (PAGE - 1));
  }

  firstWordOf(at: number): number {
    return this.#page(at).firstWordOf(at & (PAGE - 1));
  }

  hasKey(at: number, key: Int32Array): boolean {
    return this.#page(at).hasKey(at & (PAGE - 1), key);
  }

  #take(): number {
    const free = this.#free - 1;
    if (free >= 0) {
      this.#free = this.numberOf(free);
      return free;
    }
    const at = this.#end++;
    if ((at & (PAGE - 1)) === 0) this.#pages.push(new OrderRowPage(PAGE));
    return at;
  }

  #page(at: number): OrderRowPage {
    return this.#pages[at >>> PAGE_BITS] ?? violated(`there is no row ${at}`);
  }
}
