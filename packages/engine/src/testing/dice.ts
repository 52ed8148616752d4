/** Seeded choices for generated commands: the same seed makes the same choices on every machine. Tests only. */

export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  below(bound: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  }

  seeds(count: number): number[] {
    return Array.from({ length: count }, () => this.below(2 ** 31));
  }

  once(times: number): boolean {
    return this.below(times) === 0;
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }
}
