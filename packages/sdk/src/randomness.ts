/**
 * Draws of a client: salts and keys. With a seed all of them follow from it, so that a run can be repeated to the byte;
 * without one they come from the platform. Not for secrets.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { InvalidInputError } from './errors.ts';

export interface Randomness {
  /** An integer in 0..2^53-1: JSON carries it as a number without loss. */
  salt(): number;
  /** 128 bits in hex. */
  key(): string;
}

export const CHANCE: Randomness = randomnessOf(() => crypto.getRandomValues(new Uint8Array(16)));

/**
 * Draws that follow from a seed; `whose` separates streams of one seed. Throws `InvalidInputError` for a seed that is
 * no integer in 0..2^53-1.
 */
export function seededRandomness(seed: number, whose: string): Randomness {
  if (!Number.isSafeInteger(seed) || seed < 0)
    throw new InvalidInputError(`seed must be an integer from 0 to 2^53-1, not ${seed}`);
  let drawn = 0;
  return randomnessOf(() => sha256(utf8ToBytes(`${seed} ${whose} ${++drawn}`)).slice(0, 16));
}

function randomnessOf(draw: () => Uint8Array): Randomness {
  return { salt: () => Number(new DataView(draw().buffer).getBigUint64(0) >> 11n), key: () => bytesToHex(draw()) };
}

/** A random salt of an order, in 0..2^53-1. */
export const randomSalt = (): number => CHANCE.salt();
