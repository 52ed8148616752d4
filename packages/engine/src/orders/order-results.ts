/**
 * First results of every order ever accepted, so that a repeated placement answers the same and never trades twice; and
 * the way from an order id to its number.
 *
 * It only grows, so it is kept small and out of the garbage collector's way: an open-addressing table from id to number
 * (20 bytes a slot, at most three quarters full) and the results by number (25 bytes each). The key is the second half
 * of the id: ids are keccak digests, so two orders that share 128 bits would cost 2^64 hashes to find and could only
 * confuse their own maker.
 */
import { assert, violated } from '../units/assert.ts';
import { type OrderId, type OrderNumber, orderNumber } from '../units/ids.ts';
import { micros } from '../units/micros.ts';
import type { OrderResult } from './order-result.ts';

/** What became of an order: still open, filled or dropped, or cancelled. */
export type OrderFate = 'open' | 'matched' | 'canceled';

const KEY_WORDS = 4;
const KEY_DIGITS_FROM = 34;
/** Words of a slot: the key, then the order's number plus one; 0 = the slot is empty. */
const WORDS = 5;
const INITIAL_SLOTS = 64;
/** Orders the table can number. */
const ORDERS_MAX = 0xffff_fffe;

/** Results are kept in blocks of this many orders: growing copies nothing. */
const BLOCK = 1 << 14;
const FIGURES = 3;

const LIVE = 1;
const MATCHED = 2;
const FATE_MATCHED = 4;
const FATE_CANCELED = 8;

interface Block {
  /** making, taking, sequence for each order. */
  readonly figures: Float64Array;
  readonly flags: Uint8Array;
}

/** Plain-data form for snapshots, in the byte order of the machine. */
export interface OrderResultsSnapshot {
  readonly count: number;
  readonly table: Uint8Array;
  readonly blocks: readonly { readonly figures: Uint8Array; readonly flags: Uint8Array }[];
}

export class OrderResults {
  #mask = INITIAL_SLOTS - 1;
  #count = 0;
  #table = new Uint32Array(INITIAL_SLOTS * WORDS);
  readonly #blocks: Block[] = [];
  /** Key and slot of the id looked up last: a placement looks its id up twice in a row. */
  readonly #key = new Uint32Array(KEY_WORDS);
  #lastId: OrderId | null = null;
  #lastSlot = 0;

  get count(): number {
    return this.#count;
  }

  get(orderId: OrderId): OrderResult | null {
    const number = this.numberOf(orderId);
    return number === null ? null : this.#result(number);
  }

  /** The number of an order that was accepted, whether it is still open or not. */
  numberOf(orderId: OrderId): OrderNumber | null {
    const stored = this.#table[this.#find(orderId) * WORDS + KEY_WORDS] as number;
    return stored === 0 ? null : orderNumber(stored - 1);
  }

  fate(orderId: OrderId): OrderFate | null {
    const number = this.numberOf(orderId);
    if (number === null) return null;
    const flags = this.#flags(number);
    if ((flags & FATE_MATCHED) !== 0) return 'matched';
    return (flags & FATE_CANCELED) !== 0 ? 'canceled' : 'open';
  }

  /** Records the first result of an order. Numbers come in order, from 0. */
  add(orderId: OrderId, number: OrderNumber, result: OrderResult): void {
    if (number !== this.#count || number > ORDERS_MAX)
      violated(`order number ${number} does not follow ${this.#count}`);
    if ((this.#count + 1) * 4 > (this.#mask + 1) * 3) this.#grow();
    const at = this.#find(orderId) * WORDS;
    if (this.#table[at + KEY_WORDS] !== 0) violated(`order ${orderId} has a result already`);
    this.#table.set(this.#key, at);
    this.#table[at + KEY_WORDS] = number + 1;
    if (number % BLOCK === 0)
      this.#blocks.push({ figures: new Float64Array(BLOCK * FIGURES), flags: new Uint8Array(BLOCK) });
    const { figures, flags } = this.#block(number);
    const place = number % BLOCK;
    flags[place] = result.status === 'live' ? LIVE : MATCHED;
    figures[place * FIGURES] = result.making;
    figures[place * FIGURES + 1] = result.taking;
    figures[place * FIGURES + 2] = result.sequence;
    this.#count++;
  }

  /** Notes how an order ended. */
  close(number: OrderNumber, fate: 'matched' | 'canceled'): void {
    const { flags } = this.#block(number);
    const first = (flags[number % BLOCK] as number) & (LIVE | MATCHED);
    flags[number % BLOCK] = first | (fate === 'matched' ? FATE_MATCHED : FATE_CANCELED);
  }

  /** Calls `visit` with the key, the number, the flags and the result of every order, in no set order. */
  forEach(visit: (key: readonly number[], number: number, flags: number, result: OrderResult) => void): void {
    for (let at = 0; at < this.#table.length; at += WORDS) {
      const stored = this.#table[at + KEY_WORDS] as number;
      if (stored === 0) continue;
      visit(
        Array.from(this.#table.subarray(at, at + KEY_WORDS)),
        stored - 1,
        this.#flags(stored - 1),
        this.#result(stored - 1),
      );
    }
  }

  snapshot(): OrderResultsSnapshot {
    return {
      count: this.#count,
      table: bytesOf(this.#table),
      blocks: this.#blocks.map(({ figures, flags }) => ({ figures: bytesOf(figures), flags: flags.slice() })),
    };
  }

  static restore(snapshot: OrderResultsSnapshot): OrderResults {
    const results = new OrderResults();
    results.#count = snapshot.count;
    results.#table = new Uint32Array(snapshot.table.slice().buffer);
    results.#mask = results.#table.length / WORDS - 1;
    for (const { figures, flags } of snapshot.blocks) {
      results.#blocks.push({ figures: new Float64Array(figures.slice().buffer), flags: flags.slice() });
    }
    return results;
  }

  #block(number: number): Block {
    const block = this.#blocks[Math.floor(number / BLOCK)];
    assert(block !== undefined, 'an order has a block of results');
    return block;
  }

  #flags(number: number): number {
    return this.#block(number).flags[number % BLOCK] as number;
  }

  #result(number: number): OrderResult {
    const { figures, flags } = this.#block(number);
    const place = number % BLOCK;
    return {
      status: ((flags[place] as number) & LIVE) !== 0 ? 'live' : 'matched',
      making: micros(figures[place * FIGURES] as number),
      taking: micros(figures[place * FIGURES + 1] as number),
      sequence: figures[place * FIGURES + 2] as number,
    };
  }

  /** The slot of an order, or the empty slot where it belongs. Leaves its key in `#key`. */
  #find(orderId: OrderId): number {
    if (this.#lastId === orderId) return this.#lastSlot;
    const key = this.#key;
    for (let word = 0; word < KEY_WORDS; word++) key[word] = hexWord(orderId, KEY_DIGITS_FROM + word * 8);
    this.#lastId = orderId;
    this.#lastSlot = this.#probe();
    return this.#lastSlot;
  }

  #probe(): number {
    const key = this.#key;
    const table = this.#table;
    const [first, second, third, fourth] = [key[0] as number, key[1] as number, key[2] as number, key[3] as number];
    for (let slot = (first + second + third + fourth) & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const at = slot * WORDS;
      if (table[at + KEY_WORDS] === 0) return slot;
      if (table[at] === first && table[at + 1] === second && table[at + 2] === third && table[at + 3] === fourth)
        return slot;
    }
  }

  /** Doubles the table. Copies word by word: a view for every slot would cost more than the copy. */
  #grow(): void {
    const old = this.#table;
    const key = this.#key;
    const table = new Uint32Array(old.length * 2);
    this.#table = table;
    this.#mask = table.length / WORDS - 1;
    this.#lastId = null;
    for (let from = 0; from < old.length; from += WORDS) {
      if (old[from + KEY_WORDS] === 0) continue;
      for (let word = 0; word < KEY_WORDS; word++) key[word] = old[from + word] as number;
      const to = this.#probe() * WORDS;
      for (let word = 0; word < WORDS; word++) table[to + word] = old[from + word] as number;
    }
  }
}

function bytesOf(values: Uint32Array | Float64Array): Uint8Array {
  return new Uint8Array(values.slice().buffer);
}

/** Eight lower-case hex digits from `at` as an integer. Spelt out because it runs for every order: no string is made. */
function hexWord(text: string, at: number): number {
  let word = 0;
  for (let index = at; index < at + 8; index++) {
    const code = text.charCodeAt(index);
    word = (word << 4) | (code < 58 ? code - 48 : code - 87);
  }
  return word;
}
