/** Names in a record. An API key that is a UUID takes 16 bytes, a builder code in hex takes 32. Any other name is text. */
import type { OrderId } from '@bellwether/engine';
import type { ByteReader, ByteWriter } from '../bytes/bytes.ts';

const UUID_LENGTH = 36;
const UUID_BYTES = 16;
const HASH_LENGTH = 66;
const HASH_BYTES = 32;
const DASH = 0x2d;

/** Forms of a name. */
const NO_NAME = 0;
const BYTES_NAME = 1;
const TEXT_NAME = 2;

/** Writes an API key and returns its form. */
export function writeApiKey(writer: ByteWriter, apiKey: string): number {
  if (apiKey === '') return NO_NAME;
  const from = writer.length;
  if (
    apiKey.length === UUID_LENGTH &&
    apiKey.charCodeAt(8) === DASH &&
    apiKey.charCodeAt(13) === DASH &&
    apiKey.charCodeAt(18) === DASH &&
    apiKey.charCodeAt(23) === DASH &&
    writer.hex(apiKey, 0, 8) &&
    writer.hex(apiKey, 9, 13) &&
    writer.hex(apiKey, 14, 18) &&
    writer.hex(apiKey, 19, 23) &&
    writer.hex(apiKey, 24, UUID_LENGTH)
  ) {
    return BYTES_NAME;
  }
  writer.clear(from);
  writer.longText(apiKey);
  return TEXT_NAME;
}

/** Cache size: keys repeat, so each is kept as one string until another takes its place. */
const KEYS_KEPT = 1_024;
const kept: { readonly words: readonly number[]; readonly apiKey: string }[] = [];

export function readApiKey(reader: ByteReader, form: number): string {
  if (form === NO_NAME) return '';
  if (form === TEXT_NAME) return reader.longText();
  if (form !== BYTES_NAME) throw new RangeError('a name has no such form');
  const from = reader.skip(UUID_BYTES);
  const first = reader.wordAt(from);
  const second = reader.wordAt(from + 4);
  const third = reader.wordAt(from + 8);
  const fourth = reader.wordAt(from + 12);
  const place = (first ^ second ^ third ^ fourth ^ (fourth >>> 16)) & (KEYS_KEPT - 1);
  const known = kept[place];
  if (
    known !== undefined &&
    known.words[0] === first &&
    known.words[1] === second &&
    known.words[2] === third &&
    known.words[3] === fourth
  ) {
    return known.apiKey;
  }
  const hex = reader.hexAt(from, UUID_BYTES);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)];
  const apiKey = parts.join('-');
  kept[place] = { words: [first, second, third, fourth], apiKey };
  return apiKey;
}

/** Writes a builder code and returns its form. */
export function writeBuilder(writer: ByteWriter, builder: string): number {
  if (builder === '') return NO_NAME;
  if (builder.length === HASH_LENGTH && builder.startsWith('0x') && writer.hex(builder, 2, HASH_LENGTH))
    return BYTES_NAME;
  writer.longText(builder);
  return TEXT_NAME;
}

export function readBuilder(reader: ByteReader, form: number): string {
  if (form === NO_NAME) return '';
  if (form === TEXT_NAME) return reader.longText();
  if (form !== BYTES_NAME) throw new RangeError('a name has no such form');
  return `0x${reader.hex(HASH_BYTES)}`;
}

/** Writes the 32 bytes of an order id; returns false, and writes nothing, if it is not one. */
export function writeOrderId(writer: ByteWriter, orderId: string): boolean {
  return orderId.length === HASH_LENGTH && orderId.startsWith('0x') && writer.hex(orderId, 2, HASH_LENGTH);
}

export function readOrderId(reader: ByteReader): OrderId {
  return `0x${reader.hex(HASH_BYTES)}` as OrderId;
}
