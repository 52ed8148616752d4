/**
 * A 64-bit fingerprint of what was ever said of orders: every first result and every end, in order. It stands for them in
 * the state's hash, which so is the same whatever a state still remembers of them. Not cryptographic.
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

  addWord(word: number): void {
    this.#low = Math.imul(this.#low ^ word, 0x01000193);
    this.#low ^= this.#low >>> 15;
    this.#high = Math.imul((this.#high + word) | 0, 0x85ebca6b);
    this.#high ^= this.#high >>> 13;
  }

  /** A whole number of at most 53 bits. */
  addNumber(value: number): void {
    this.addWord(value | 0);
    this.addWord(value / 0x1_0000_0000);
  }
}
