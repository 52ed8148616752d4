/** Seeded random numbers for workloads: the same seed gives the same workload on every machine. */
import { Dice } from '@bellwether/engine/testing/testing/dice.ts';

export class Random extends Dice {
  chance(probability: number): boolean {
    return this.#unit() < probability;
  }

  /** 0, 1, 2, … with the given mean, falling off geometrically. */
  geometric(mean: number): number {
    return Math.floor(Math.log(1 - this.#unit()) / Math.log(mean / (mean + 1)));
  }

  /** `0x` and `bytes` random bytes in hex. */
  hex(bytes: number): string {
    const values = Buffer.from(Array.from({ length: bytes }, () => this.below(256)));
    // Returned in one piece: a concatenated string would cost its first reader the joining.
    return Buffer.from(`0x${values.toString('hex')}`, 'latin1').toString('latin1');
  }

  #unit(): number {
    return this.below(2 ** 32) / 2 ** 32;
  }
}
