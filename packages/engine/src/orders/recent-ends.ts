/**
 * The way from an order's key to the orders that ended last, a fixed number of them. Chains by the first word of the key,
 * latest first, in typed arrays of one size: what is too old ends its chain, so that forgetting an order costs nothing.
 */

/** Ends are told apart by the lowest bits of how many came before them. */
export const END_BITS = 29;
const END_MASK = 2 ** END_BITS - 1;
/** Never an end. */
const NONE = -1;

export class RecentEnds {
  readonly #remembered: number;
  readonly #mask: number;
  /** The latest end of each chain. */
  readonly #heads: Int32Array;
  /** Of each end that is remembered, in a ring: the one before it in its chain, and the first word of its key. */
  readonly #earlier: Int32Array;
  readonly #firstWords: Int32Array;
  /** Place in the ring of the next one. */
  #place = 0;
  /** Ends so far, in END_BITS bits. */
  #ends: number;
  #window = 0;

  /** `ends` is how many there were before. */
  constructor(remembered: number, ends = 0) {
    // Two chains for each end, so that most have one or none.
    let chains = 1;
    while (chains < remembered * 2) chains *= 2;
    this.#remembered = remembered;
    this.#mask = chains - 1;
    this.#heads = new Int32Array(chains).fill(NONE);
    this.#earlier = new Int32Array(remembered);
    this.#firstWords = new Int32Array(remembered);
    this.#ends = ends & END_MASK;
  }

  /** How many are remembered now. */
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

  /** How many have ended since the latest whose key begins with `first`, or -1. */
  find(first: number): number {
    const head = this.#heads[first & this.#mask] as number;
    return head === NONE ? NONE : this.#from(head, NONE, first);
  }

  /** The same of those before one that was found. */
  findEarlier(age: number, first: number): number {
    return this.#from(this.#earlier[this.#placeOf(age)] as number, age, first);
  }

  /** Ages grow along a chain: one that does not is of an end so long ago that its bits are in use again. */
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
