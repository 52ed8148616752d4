/**
 * Bytes and 32-byte words in the layout of contracts, and their hash. Hex is 0x + digits. Writing functions expect
 * validated text.
 */
import { createKeccak } from 'hash-wasm';

export const WORD_BYTES = 32;
const ADDRESS_BYTES = 20;

/** Decodes an even number of hex digits after 0x; null for anything else. */
export function bytesOf(hex: string): Buffer | null {
  return /^0x(?:[0-9a-fA-F]{2})*$/.test(hex) ? Buffer.from(hex.slice(2), 'hex') : null;
}

export function hexOf(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes).toString('hex')}`;
}

/** Decodes text that is known to be hex. Throws `RangeError` otherwise, which is a bug in the program. */
export function knownBytes(hex: string): Buffer {
  const bytes = bytesOf(hex);
  if (bytes === null) throw new RangeError('not hex');
  return bytes;
}

/** Word of an unsigned integer below 2^256. */
export function wordOf(value: bigint | number): Buffer {
  return Buffer.from(
    BigInt(value)
      .toString(16)
      .padStart(2 * WORD_BYTES, '0'),
    'hex',
  );
}

/** Word with an address at its end, padded with zeros. */
export function addressWord(address: string): Buffer {
  return wordOf(BigInt(address));
}

export function integerOf(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(hexOf(bytes));
}

/** Lower-case address of 20 bytes. */
export function addressOf(bytes: Uint8Array): string {
  if (bytes.length !== ADDRESS_BYTES) throw new RangeError('not an address');
  return hexOf(bytes);
}

/** Keccak-256 of the concatenated parts: 32 new bytes. */
export type Keccak = (...parts: readonly Uint8Array[]) => Uint8Array;

/** Creates a hash for use by one thread. */
export async function createKeccak256(): Promise<Keccak> {
  const hasher = await createKeccak(256);
  return (...parts) => {
    hasher.init();
    for (const part of parts) hasher.update(part);
    return hasher.digest('binary');
  };
}
