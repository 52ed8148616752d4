/**
 * Index from an order's key to the orders that ended last, up to a fixed number. Chains by the first word of the key,
 * latest first, in typed arrays of constant size. An entry that is too old ends its chain, so that forgetting an order
 * costs nothing.
 */

/** Ends are identified by the lowest bits of the number of ends before them. */
export const END_BITS = 29;
const END_MASK = 2 ** END_BITS - 1;
/** Never a valid end. */
const NONE = -1;

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
