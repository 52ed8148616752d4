/** An order as a run stores it: key (16 bytes, big endian), number, flags, and three figures; 48 bytes. */
import type { OrderRow } from '@bellwether/engine';

export const RECORD_BYTES = 48;
export const KEY_WORDS = 4;
const NUMBER_AT = 16;
const FLAGS_AT = 20;
const MAKING_AT = 24;
const TAKING_AT = 32;
const SEQUENCE_AT = 40;

export function createRow(): OrderRow {
  return { key: new Int32Array(KEY_WORDS), number: 0, flags: 0, making: 0, taking: 0, sequence: 0 };
}

export function writeRecord(bytes: Buffer, at: number, row: OrderRow): void {
  for (let word = 0; word < KEY_WORDS; word++) bytes.writeInt32BE(row.key[word] as number, at + word * 4);
  bytes.writeUInt32BE(row.number, at + NUMBER_AT);
  bytes.writeUInt32BE(row.flags, at + FLAGS_AT);
  bytes.writeDoubleBE(row.making, at + MAKING_AT);
  bytes.writeDoubleBE(row.taking, at + TAKING_AT);
  bytes.writeDoubleBE(row.sequence, at + SEQUENCE_AT);
}

export function readRecord(bytes: Buffer, at: number, row: OrderRow): OrderRow {
  for (let word = 0; word < KEY_WORDS; word++) row.key[word] = bytes.readInt32BE(at + word * 4);
  row.number = bytes.readUInt32BE(at + NUMBER_AT);
  row.flags = bytes.readUInt32BE(at + FLAGS_AT);
  row.making = bytes.readDoubleBE(at + MAKING_AT);
  row.taking = bytes.readDoubleBE(at + TAKING_AT);
  row.sequence = bytes.readDoubleBE(at + SEQUENCE_AT);
  return row;
}

/** Index of the bucket that holds a key, in a run with 2^`bits` buckets. */
export const bucketOf = (firstWord: number, bits: number): number => (bits === 0 ? 0 : firstWord >>> (32 - bits));

/** Sixteen bits of a key that are independent of its bucket. */
export const fingerprintOf = (secondWord: number): number => secondWord >>> 16;

/** Bits of a bucket index, for this many orders. */
export function bucketBits(orders: number, perBucket: number): number {
  return Math.max(0, Math.ceil(Math.log2(Math.max(1, orders / perBucket))));
}
