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

/** Parses `0x` hex text of exactly `length` bytes. Throws `InvalidInputError` for anything else, and names the `field`. */
export function fromHex(text: string, length: number, field?: string): Uint8Array {
  if (!isHex(text, length))
    throw new InvalidInputError(
      `${field === undefined ? 'not' : `${field} must be`} 0x and ${2 * length} hex digits: ${text}`,
    );
  return hexToBytes(text.slice(2));
}

export function isHex(text: string, length: number): boolean {
  return HEX.test(text) && text.length === 2 + 2 * length;
}
