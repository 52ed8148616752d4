/**
 * Remembered data of orders, 48 contiguous bytes each: rows in typed arrays outside the garbage-collected heap, and the
 * index of those that ended last. A row keeps its place until it is freed, and is then reused. Pages never move, so
 * growing copies nothing.
 */
import { type Micros, type OrderId, violated } from '../units/units.ts';

/**
 * Words of an order's key: the second half of its id, as signed words. Ids are keccak digests, so finding two orders
 * that share 128 bits would take 2^64 hashes, and could only confuse the account that made them.
 */
export const KEY_WORDS = 4;
const KEY_DIGITS_FROM = 34;

/** Reads the key of an id in one loop: unrolled, it was 14 KiB of machine code that ran for every order. */
export function readOrderKey(id: OrderId, key: Int32Array): void {
  let at = KEY_DIGITS_FROM;
  for (let word = 0; word < KEY_WORDS; word++) {
    let value = 0;
    for (const end = at + 8; at < end; at++) value = (value << 4) | (DIGITS[id.charCodeAt(at)] as number);
    key[word] = value;
  }
}

/** Value of each lower-case hex digit by its character code. */
const DIGITS = new Uint8Array(128);
for (let digit = 0; digit < 16; digit++) DIGITS[digit.toString(16).charCodeAt(0)] = digit;

/** The first result of an accepted order, which answers repeated placements. */
export interface OrderResult {
  /** `live`: rested without a match; `matched`: matched at once, at least in part. */
  readonly status: 'live' | 'matched';
  /** Amount that the caller gave at once: collateral for BUY, shares for SELL, before the fee; 0 if live. */
  readonly making: Micros;
  /** Amount that the caller got at once: shares for BUY, collateral for SELL, before the fee; 0 if live. */
  readonly taking: Micros;
  /** Sequence of the entry that accepted the order; also the number of its trade if it matched. */
  readonly sequence: number;
}

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
  read(at: number, into: OrderRow = createOrderRow()): OrderRow {
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

/**
 * A generation of closed orders: a fixed number of consecutive ends, in order. Once full it never changes: the state
 * hands it out, sealed, and the engine's caller stores it for later look-ups. The history alone determines which orders
 * are in which generation. Only the state writes it.
 */
export class SealedOrders extends OrderRowPage {
  /** Index among all generations, from 0. */
  readonly index: number;
  /** Number of orders once it is sealed. */
  readonly size: number;

  constructor(index: number, size: number) {
    super(size);
    this.index = index;
    this.size = size;
  }
}

/**
 * A 64-bit fingerprint of all order outcomes: every first result and every end, in order. It represents them in the
 * state's hash, which is therefore the same however many orders a state still remembers. Not cryptographic.
 */
export class OrderDigest {
  #low: number;
  #high: number;

  constructor(low = 0x811c9dc5, high = 0x9e3779b9) {
    this.#low = low | 0;
    this.#high = high | 0;
  }

  get lanes(): readonly [number, number] {
    return [this.#low, this.#high];
  }

  /** Adds a first result; making and taking count only if something matched. */
  addResult({ key, number, flags, making, taking, sequence }: Readonly<OrderRow>, hasMatched: boolean): void {
    // Unrolled, with both lanes in local variables: storing each word would make them wait for each other.
    let low = this.#low;
    let high = this.#high;
    for (let at = 0; at < KEY_WORDS; at++) {
      low = mixLow(low, key[at] as number);
      high = mixHigh(high, key[at] as number);
    }
    low = mixLow(mixLow(low, number), flags);
    high = mixHigh(mixHigh(high, number), flags);
    if (hasMatched) {
      low = mixLow(mixLow(low, making | 0), upperOf(making));
      high = mixHigh(mixHigh(high, making | 0), upperOf(making));
      low = mixLow(mixLow(low, taking | 0), upperOf(taking));
      high = mixHigh(mixHigh(high, taking | 0), upperOf(taking));
    }
    this.#low = mixLow(mixLow(low, sequence | 0), upperOf(sequence));
    this.#high = mixHigh(mixHigh(high, sequence | 0), upperOf(sequence));
  }

  addEnd(number: number, flag: number): void {
    this.#low = mixLow(mixLow(this.#low, number), flag);
    this.#high = mixHigh(mixHigh(this.#high, number), flag);
  }
}

const mixLow = (lane: number, word: number): number => {
  const mixed = Math.imul(lane ^ word, 0x01000193);
  return mixed ^ (mixed >>> 15);
};

const mixHigh = (lane: number, word: number): number => {
  const mixed = Math.imul((lane + word) | 0, 0x85ebca6b);
  return mixed ^ (mixed >>> 13);
};

/** The bits above the lower 32 of an integer with at most 53 bits. */
const upperOf = (value: number): number => (value / 0x1_0000_0000) | 0;

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
