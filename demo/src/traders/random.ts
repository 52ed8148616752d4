/**
 * Seeded randomness: the same seed gives the same choices. It is the traders' only source of randomness, apart from
 * order salts.
 */
import { hash } from 'node:crypto';

export interface Random {
  /** An integer in 0..bound-1; bound in 1..2^32. */
  below(bound: number): number;
  /** True in `percent` of 100 cases. */
  chance(percent: number): boolean;
  /** One of the items, or undefined if there are none. */
  pick<T>(items: readonly T[]): T | undefined;
}

/** An sfc32 generator with its state filled from a hash of the seed. */
export function createRandom(seed: string): Random {
  const bytes = Buffer.from(hash('sha256', seed, 'hex'), 'hex');
  let a = bytes.readUInt32LE(0);
  let b = bytes.readUInt32LE(4);
  let c = bytes.readUInt32LE(8);
  let counter = 1;
  const next = (): number => {
    const result = (a + b + counter) >>> 0;
    counter = (counter + 1) >>> 0;
    a = (b ^ (b >>> 9)) >>> 0;
    b = (c + (c << 3)) >>> 0;
    c = (((c << 21) | (c >>> 11)) + result) >>> 0;
    return result;
  };
  const below = (bound: number): number => Math.floor((next() / 2 ** 32) * bound);
  return { below, chance: (percent) => below(100) < percent, pick: (items) => items[below(items.length)] };
}
