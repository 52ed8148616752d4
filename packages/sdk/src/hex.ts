/**
 * Converts between bytes and hex text; the lowest layer of signing. Never guesses: text of the wrong form or length
 * throws.
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { InvalidInputError } from './errors.ts';

const HEX = /^0x(?:[0-9a-fA-F]{2})*$/;

/** `0x` and lower-case hex digits. */
export function toHex(bytes: Uint8Array): string {
  return `0x${bytesToHex(bytes)}`;
}

/** Parses `0x` hex text of exactly `length` bytes. Throws `InvalidInputError` for anything else. */
export function fromHex(text: string, length: number): Uint8Array {
  if (!HEX.test(text) || text.length !== 2 + 2 * length)
    throw new InvalidInputError(`not 0x and ${2 * length} hex digits: ${text}`);
  return hexToBytes(text.slice(2));
}
