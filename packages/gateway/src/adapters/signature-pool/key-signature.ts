/**
 * Form of an order's signature by a key of a wallet instead of its owner: the key's address, a zero word, the nested
 * signature as dynamic bytes, and a mark of 32 bytes. The nested signature is then the key's.
 */
import { ORDER_TYPE_BYTES, WORD_BYTES } from './eip712.ts';
import { SIGNATURE_BYTES } from './recover.ts';

/** Inner signature, domain separator, struct hash, order type, its length as two bytes: 317. */
export const NESTED_SIGNATURE_BYTES = SIGNATURE_BYTES + 2 * WORD_BYTES + ORDER_TYPE_BYTES.length + 2;
const PADDED_BYTES = Math.ceil(NESTED_SIGNATURE_BYTES / WORD_BYTES) * WORD_BYTES;
/** Words before the nested signature: the key, zero, the place of the bytes, their length. */
const HEAD_BYTES = 4 * WORD_BYTES;
/** The whole form: 480. */
export const KEY_SIGNATURE_BYTES = HEAD_BYTES + PADDED_BYTES + WORD_BYTES;

const ADDRESS_AT = WORD_BYTES - 20;
/** Everything after the key's address, with the nested signature left out. */
const HEAD = Buffer.alloc(HEAD_BYTES);
HEAD[3 * WORD_BYTES - 1] = 3 * WORD_BYTES;
HEAD.writeUInt16BE(NESTED_SIGNATURE_BYTES, HEAD_BYTES - 2);
const TAIL = Buffer.concat([
  Buffer.alloc(PADDED_BYTES - NESTED_SIGNATURE_BYTES),
  Buffer.alloc(WORD_BYTES, Buffer.from('6492', 'hex')),
]);

export interface KeySignature {
  /** 20 bytes. */
  readonly key: Uint8Array;
  readonly nested: Uint8Array;
}

/** Splits a signature of `KEY_SIGNATURE_BYTES`; null if anything in it is other than the form says. */
export function readKeySignature(bytes: Uint8Array): KeySignature | null {
  if (bytes.length !== KEY_SIGNATURE_BYTES) return null;
  const end = HEAD_BYTES + NESTED_SIGNATURE_BYTES;
  const isForm =
    Buffer.compare(bytes.subarray(0, ADDRESS_AT), HEAD.subarray(0, ADDRESS_AT)) === 0 &&
    Buffer.compare(bytes.subarray(WORD_BYTES, HEAD_BYTES), HEAD.subarray(WORD_BYTES)) === 0 &&
    Buffer.compare(bytes.subarray(end), TAIL) === 0;
  return isForm ? { key: bytes.subarray(ADDRESS_AT, WORD_BYTES), nested: bytes.subarray(HEAD_BYTES, end) } : null;
}
