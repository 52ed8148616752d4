/** Indexes from an order's key to its row: of open orders, and of those that ended last. */
import { violated } from '../units/units.ts';
import type { OrderRows } from './order-rows.ts';

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

/** Ends are identified by the lowest bits of the number of ends before them. */
const END_BITS = 29;
const END_MASK = 2 ** END_BITS - 1;
/** Never a valid end. */
const NONE = -1;

/**
 * Index of the orders that ended last, up to a fixed number: chains by the first word of the key, latest first, in
 * typed arrays of constant size. An entry that is too old ends its chain, so that forgetting an order costs nothing.
 */
export class RecentEnds {
  readonly #remembered: number;
  readonly #mask: number;
  /** The latest end of each chain. */
  readonly #heads: Int32Array;
  /** For each remembered end, in a ring: the previous end in its chain, and the first word of its key. */
  readonly #earlier: Int32Array;
  readonly #firstWords: Int32Array;
  /** Place of the next end in the ring. */
  #place = 0;
  /** Number of ends so far, in END_BITS bits. */
  #ends: number;
  #window = 0;

  /** `ends` is the number of earlier ends. */
  constructor(remembered: number, ends = 0) {
    // Two chains per end, so that most chains have at most one end.
    let chains = 1;
    while (chains < remembered * 2) chains *= 2;
    this.#remembered = remembered;
    this.#mask = chains - 1;
    this.#heads = new Int32Array(chains).fill(NONE);
    this.#earlier = new Int32Array(remembered);
    this.#firstWords = new Int32Array(remembered);
    this.#ends = ends & END_MASK;
  }

  /** Number of ends that are remembered now. */
  get size(): number {
    return this.#window;
  }

  add(first: number): void {
    const place = this.#place;
    const chain = first & this.#mask;
    this.#earlier[place] = this.#heads[chain] as number;
    this.#firstWords[place] = first;
    this.#heads[chain] = this.#ends;
    this.#ends = (this.#ends + 1) & END_MASK;
    this.#place = place + 1 === this.#remembered ? 0 : place + 1;
    if (this.#window < this.#remembered) this.#window++;
  }

  /** Number of orders that ended after the latest one whose key begins with `first`, or -1. */
  find(first: number): number {
    const head = this.#heads[first & this.#mask] as number;
    return head === NONE ? NONE : this.#from(head, NONE, first);
  }

  /** The next match before one that was found. */
  findEarlier(age: number, first: number): number {
    return this.#from(this.#earlier[this.#placeOf(age)] as number, age, first);
  }

  /** Ages grow along a chain. A smaller age belongs to an end so old that its bits are in use again. */
  #from(end: number, after: number, first: number): number {
    let younger = after;
    for (let at = end; at !== NONE; ) {
      const age = (this.#ends - 1 - at) & END_MASK;
      if (age >= this.#window || age <= younger) return NONE;
      const place = this.#placeOf(age);
      if (this.#firstWords[place] === first) return age;
      younger = age;
      at = this.#earlier[place] as number;
    }
    return NONE;
  }

  #placeOf(age: number): number {
    const place = this.#place - 1 - age;
    return place < 0 ? place + this.#remembered : place;
  }
}
