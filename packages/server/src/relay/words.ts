/** Bytes and 32-byte words, as contracts lay them out. Hex is 0x + digits; what is written comes from checked text. */

export const WORD_BYTES = 32;
const ADDRESS_BYTES = 20;

/** Bytes of an even number of hex digits after 0x; null for anything else. */
export function bytesOf(hex: string): Buffer | null {
  return /^0x(?:[0-9a-fA-F]{2})*$/.test(hex) ? Buffer.from(hex.slice(2), 'hex') : null;
}

export function hexOf(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes).toString('hex')}`;
}

/** The bytes of text that is known to be hex. Throws `RangeError` when it is not: a mistake of the program. */
export function knownBytes(hex: string): Buffer {
  const bytes = bytesOf(hex);
  if (bytes === null) throw new RangeError('not hex');
  return bytes;
}

/** An unsigned integer below 2^256. */
export function wordOf(value: bigint | number): Buffer {
  return Buffer.from(
    BigInt(value)
      .toString(16)
      .padStart(2 * WORD_BYTES, '0'),
    'hex',
  );
}

/** An address at the end of a word of zeros. */
export function addressWord(address: string): Buffer {
  return wordOf(BigInt(address));
}

export function integerOf(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(hexOf(bytes));
}

/** The address that 20 bytes spell, in lower case. */
export function addressOf(bytes: Uint8Array): string {
  if (bytes.length !== ADDRESS_BYTES) throw new RangeError('not an address');
  return hexOf(bytes);
}
