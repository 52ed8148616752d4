/**
 * A 64-bit fingerprint of all order outcomes: every first result and every end, in order. It represents them in the
 * state's hash, which is therefore the same however many orders a state still remembers. Not cryptographic.
 */
import { KEY_WORDS } from './order-key.ts';
import type { OrderRow } from './order-rows.ts';

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

  /** Adds the end of an order. */
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
