/**
 * All randomness of a run, from one seed. Streams are split by name, and a split consumes nothing: draws in one part
 * never change those in another. So a client or a fault can be left out and everything else stays the same.
 */

export interface Dice {
  /** A whole number from 0 to `bound` - 1; `bound` is at most 2^48. */
  below(bound: number): number;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  /** A number from 0 up to but excluding 1. */
  fraction(): number;
  chance(probability: number): boolean;
  /** `list` must not be empty. */
  pick<T>(list: readonly T[]): T;
  /** At least one weight must be above 0. */
  weighted<T>(rows: readonly (readonly [weight: number, value: T])[]): T;
  bytes(count: number): Uint8Array<ArrayBuffer>;
  /** An independent stream that depends on the name alone. */
  fork(name: string | number): Dice;
}

export function createDice(seed: number): Dice {
  return new SplitDice(`${seed}`);
}

/** sfc32: passes the usual randomness tests and takes only a handful of 32-bit operations. */
class SplitDice implements Dice {
  readonly #name: string;
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(name: string) {
    this.#name = name;
    [this.#a, this.#b, this.#c] = mixed(name);
    for (let round = 0; round < 12; round++) this.#next();
  }

  below(bound: number): number {
    if (bound <= 0x1_0000_0000) return Math.floor((this.#next() / 0x1_0000_0000) * bound);
    return Math.floor(((this.#next() & 0xffff) * 0x1_0000_0000 + this.#next()) % bound);
  }

  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  fraction(): number {
    return this.#next() / 0x1_0000_0000;
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new RangeError('there is nothing to pick from');
    return list[this.below(list.length)] as T;
  }

  weighted<T>(rows: readonly (readonly [weight: number, value: T])[]): T {
    let sum = 0;
    for (const row of rows) sum += row[0];
    let left = this.fraction() * sum;
    for (const row of rows) {
      left -= row[0];
      if (left < 0) return row[1];
    }
    throw new RangeError('nothing has a weight');
  }

  bytes(count: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(count);
    for (let at = 0; at < count; at++) bytes[at] = this.#next() & 0xff;
    return bytes;
  }

  fork(name: string | number): Dice {
    return new SplitDice(`${this.#name}/${name}`);
  }

  #next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    return sum >>> 0;
  }
}

/** Hashes a text to three 32-bit words (FNV-1a with three offset bases, each mixed once more). */
function mixed(text: string): [number, number, number] {
  const words: [number, number, number] = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    for (let word = 0; word < 3; word++)
      words[word] = Math.imul((words[word] as number) ^ code, 0x01000193 + word * 62);
  }
  return words.map((word) => {
    const once = Math.imul(word ^ (word >>> 16), 0x7feb352d);
    return Math.imul(once ^ (once >>> 15), 0x846ca68b) | 0;
  }) as [number, number, number];
}
