/** Seeded random numbers for workloads: the same seed gives the same workload on every machine. */

import { Dice } from '@bellwether/engine/testing/testing/dice.ts';

export interface Random {
  /** An integer in 0..bound-1; bound at most 2^32. */
  below(bound: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  /** 0, 1, 2, … with the given mean, falling off geometrically. */
  geometric(mean: number): number;
  /** `0x` and `bytes` random bytes in hex. */
  hex(bytes: number): string;
}

export function createRandom(seed: number): Random {
  const dice = new Dice(seed);
  const next = (): number => dice.below(2 ** 32);
  const unit = (): number => next() / 2 ** 32;
  return {
    below: (bound) => Math.floor(unit() * bound),
    chance: (probability) => unit() < probability,
    geometric: (mean) => Math.floor(Math.log(1 - unit()) / Math.log(mean / (mean + 1))),
    hex: (bytes) => {
      const values = Buffer.alloc(bytes);
      for (let at = 0; at < bytes; at++) values[at] = next() >>> 24;
      // Returned in one piece: a concatenated string would cost its first reader the joining.
      return Buffer.from(`0x${values.toString('hex')}`, 'latin1').toString('latin1');
    },
  };
}
