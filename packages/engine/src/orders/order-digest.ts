/**
 * A 64-bit fingerprint of what was ever said of orders: every first result and every end, in order. It stands for them in
 * the state's hash, which so is the same whatever a state still remembers of them. Not cryptographic.
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

  /** A first result; what was given and got counts only where something matched. */
  addResult({ key, number, flags, making, taking, sequence }: Readonly<OrderRow>, hasMatched: boolean): void {
    // Spelt out, with both lanes in variables: words that are stored one by one wait for each other.
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

  /** An end. */
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

/** What a whole number of at most 53 bits has above its lower 32. */
const upperOf = (value: number): number => (value / 0x1_0000_0000) | 0;
