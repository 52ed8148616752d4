/**
 * The way from an order id to the order's number, for every order ever accepted. Orders are numbered in order, from 0.
 *
 * Keys are kept in blocks by number and never move. The open-addressing table in front of them has 8 bytes a slot, so that
 * a new id costs one cache line and growing reads no key: the word kept beside the number is all the table is placed by.
 * A key is the second half of the id: ids are keccak digests, so two orders that share 128 bits would cost 2^64 hashes
 * to find and could only confuse their own maker.
 */
import { assert, violated } from '../units/assert.ts';
import type { OrderId } from '../units/ids.ts';

/** Orders of a block of keys: growing copies none of them. */
const BLOCK_BITS = 14;
const BLOCK = 1 << BLOCK_BITS;
const KEY_WORDS = 4;
const KEY_DIGITS_FROM = 34;

/** Words of a slot: the key's first, then the order's number plus one; 0 = the slot is empty. */
const SLOT_WORDS = 2;
const INITIAL_SLOTS = 1 << 12;
/** Orders that can be numbered in a signed word, with room for the one that is added. */
const ORDERS_MAX = 0x7fff_fffe;

export class OrderIndex {
  #count = 0;
  #mask = INITIAL_SLOTS - 1;
  #table = new Int32Array(INITIAL_SLOTS * SLOT_WORDS);
  readonly #keys: Int32Array[] = [];
  /** Id looked up last, its key and its slot: a placement looks its id up twice in a row. */
  #lastId: OrderId | null = null;
  readonly #lastKey = new Int32Array(KEY_WORDS);
  #lastAt = 0;

  get count(): number {
    return this.#count;
  }

  /** The number of an order, or -1 when it was never accepted. */
  numberOf(orderId: OrderId): number {
    return (this.#table[this.#find(orderId) + 1] as number) - 1;
  }

  /** Gives an order the next number and answers it. Throws when it has one. */
  add(orderId: OrderId): number {
    const number = this.#count;
    if (number >= ORDERS_MAX) violated('there are no order numbers left');
    if ((number + 1) * 4 > (this.#mask + 1) * 3) this.#grow();
    const at = this.#find(orderId);
    if (this.#table[at + 1] !== 0) violated(`order ${orderId} has a number already`);
    this.#table[at] = this.#lastKey[0] as number;
    this.#table[at + 1] = number + 1;
    if ((number & (BLOCK - 1)) === 0) this.#keys.push(new Int32Array(BLOCK * KEY_WORDS));
    const keys = this.#blockOf(number);
    const from = (number & (BLOCK - 1)) * KEY_WORDS;
    for (let word = 0; word < KEY_WORDS; word++) keys[from + word] = this.#lastKey[word] as number;
    this.#count++;
    return number;
  }

  /** The four words of an order's key. */
  keyOf(number: number): readonly [number, number, number, number] {
    const keys = this.#blockOf(number);
    const from = (number & (BLOCK - 1)) * KEY_WORDS;
    const word = (place: number): number => keys[from + place] as number;
    return [word(0), word(1), word(2), word(3)];
  }

  /** The keys as bytes, block by block, in the byte order of the machine. */
  snapshot(): readonly Uint8Array[] {
    return this.#keys.map((keys) => new Uint8Array(keys.slice().buffer));
  }

  static restore(blocks: readonly Uint8Array[], count: number): OrderIndex {
    const index = new OrderIndex();
    for (const block of blocks) index.#keys.push(new Int32Array(block.slice().buffer));
    index.#count = count;
    let slots = INITIAL_SLOTS;
    while (count * 4 > slots * 3) slots *= 2;
    index.#mask = slots - 1;
    index.#table = new Int32Array(slots * SLOT_WORDS);
    for (let number = 0; number < count; number++) {
      index.#put(index.#blockOf(number)[(number & (BLOCK - 1)) * KEY_WORDS] as number, number + 1);
    }
    return index;
  }

  #blockOf(number: number): Int32Array {
    const keys = this.#keys[number >>> BLOCK_BITS];
    assert(keys !== undefined, 'an order has a block of keys');
    return keys;
  }

  /** Where in the table an order is, or the empty slot where it belongs. Leaves its key in `#lastKey`. */
  #find(orderId: OrderId): number {
    if (this.#lastId === orderId) return this.#lastAt;
    const key = this.#lastKey;
    for (let word = 0; word < KEY_WORDS; word++) key[word] = hexWord(orderId, KEY_DIGITS_FROM + word * 8);
    this.#lastId = orderId;
    this.#lastAt = this.#probe();
    return this.#lastAt;
  }

  #probe(): number {
    const table = this.#table;
    const mask = this.#mask;
    const first = this.#lastKey[0] as number;
    for (let slot = first & mask; ; slot = (slot + 1) & mask) {
      const at = slot * SLOT_WORDS;
      const stored = table[at + 1] as number;
      if (stored === 0 || (table[at] === first && this.#isLastKey(stored - 1))) return at;
    }
  }

  #isLastKey(number: number): boolean {
    const keys = this.#blockOf(number);
    const from = (number & (BLOCK - 1)) * KEY_WORDS;
    const key = this.#lastKey;
    return keys[from + 1] === key[1] && keys[from + 2] === key[2] && keys[from + 3] === key[3];
  }

  /** Doubles the table. */
  #grow(): void {
    const old = this.#table;
    this.#table = new Int32Array(old.length * 2);
    this.#mask = this.#mask * 2 + 1;
    for (let at = 0; at < old.length; at += SLOT_WORDS) {
      const stored = old[at + 1] as number;
      if (stored !== 0) this.#put(old[at] as number, stored);
    }
    // The id is not read again: its key is still there.
    this.#lastAt = this.#probe();
  }

  /** Puts what is known to be new into the first free slot. */
  #put(first: number, stored: number): void {
    const table = this.#table;
    let slot = first & this.#mask;
    while (table[slot * SLOT_WORDS + 1] !== 0) slot = (slot + 1) & this.#mask;
    table[slot * SLOT_WORDS] = first;
    table[slot * SLOT_WORDS + 1] = stored;
  }
}

/** Value of each lower-case hex digit by its character code. */
const DIGITS = new Uint8Array(128);
for (let digit = 0; digit < 16; digit++) DIGITS[digit.toString(16).charCodeAt(0)] = digit;

const digit = (text: string, at: number): number => DIGITS[text.charCodeAt(at)] as number;

/** Eight lower-case hex digits from `at` as a signed word. Spelt out because it runs for every order: no string is made. */
function hexWord(text: string, at: number): number {
  return (
    (digit(text, at) << 28) |
    (digit(text, at + 1) << 24) |
    (digit(text, at + 2) << 20) |
    (digit(text, at + 3) << 16) |
    (digit(text, at + 4) << 12) |
    (digit(text, at + 5) << 8) |
    (digit(text, at + 6) << 4) |
    digit(text, at + 7)
  );
}
