/**
 * What is remembered of orders, 45 bytes each, as columns of typed arrays off the garbage collector's heap. A row keeps
 * its place until it is freed, and is used again then. Pages never move, so growing copies nothing.
 */
import { violated } from '../units/assert.ts';
import { KEY_WORDS } from './order-key.ts';

const PAGE_BITS = 12;
const PAGE = 1 << PAGE_BITS;
/** making, taking, sequence. */
export const FIGURES = 3;

interface Page {
  readonly keys: Int32Array;
  /** Number of the order; of a free row, the next free one plus one. */
  readonly numbers: Uint32Array;
  readonly figures: Float64Array;
  readonly flags: Uint8Array;
}

/** A row as it is read and written. */
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

export class OrderRows {
  readonly #pages: Page[] = [];
  /** Rows that were ever used. */
  #end = 0;
  /** The first free row plus one; 0 = none. */
  #free = 0;

  /** Writes `row` into a free place and answers which. */
  add(row: OrderRow): number {
    const at = this.#take();
    const page = this.#page(at);
    const place = at & (PAGE - 1);
    for (let word = 0; word < KEY_WORDS; word++) page.keys[place * KEY_WORDS + word] = row.key[word] as number;
    page.numbers[place] = row.number;
    page.figures[place * FIGURES] = row.making;
    page.figures[place * FIGURES + 1] = row.taking;
    page.figures[place * FIGURES + 2] = row.sequence;
    page.flags[place] = row.flags;
    return at;
  }

  free(at: number): void {
    this.#page(at).numbers[at & (PAGE - 1)] = this.#free;
    this.#free = at + 1;
  }

  /** Copies a row into `into`. */
  read(at: number, into: OrderRow): OrderRow {
    const page = this.#page(at);
    const place = at & (PAGE - 1);
    for (let word = 0; word < KEY_WORDS; word++) into.key[word] = page.keys[place * KEY_WORDS + word] as number;
    into.number = page.numbers[place] as number;
    into.making = page.figures[place * FIGURES] as number;
    into.taking = page.figures[place * FIGURES + 1] as number;
    into.sequence = page.figures[place * FIGURES + 2] as number;
    into.flags = page.flags[place] as number;
    return into;
  }

  numberOf(at: number): number {
    return this.#page(at).numbers[at & (PAGE - 1)] as number;
  }

  flagsOf(at: number): number {
    return this.#page(at).flags[at & (PAGE - 1)] as number;
  }

  setFlags(at: number, flags: number): void {
    this.#page(at).flags[at & (PAGE - 1)] = flags;
  }

  /** First word of a row's key. */
  firstWordOf(at: number): number {
    return this.#page(at).keys[(at & (PAGE - 1)) * KEY_WORDS] as number;
  }

  hasKey(at: number, key: Int32Array): boolean {
    const { keys } = this.#page(at);
    const from = (at & (PAGE - 1)) * KEY_WORDS;
    return keys[from] === key[0] && keys[from + 1] === key[1] && keys[from + 2] === key[2] && keys[from + 3] === key[3];
  }

  #take(): number {
    const free = this.#free - 1;
    if (free >= 0) {
      this.#free = this.#page(free).numbers[free & (PAGE - 1)] as number;
      return free;
    }
    const at = this.#end++;
    if ((at & (PAGE - 1)) === 0) this.#pages.push(createPage());
    return at;
  }

  #page(at: number): Page {
    return this.#pages[at >>> PAGE_BITS] ?? violated(`there is no row ${at}`);
  }
}

function createPage(): Page {
  return {
    keys: new Int32Array(PAGE * KEY_WORDS),
    numbers: new Uint32Array(PAGE),
    figures: new Float64Array(PAGE * FIGURES),
    flags: new Uint8Array(PAGE),
  };
}
