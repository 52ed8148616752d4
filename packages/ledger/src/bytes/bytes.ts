/** Binary encoding of numbers, ids and text. Hex is decoded without regular expressions, substrings or allocations. */

const INITIAL_BYTES = 1 << 16;
/**
 * A whole number up to 2^53 takes at most eight groups of seven bits, the lowest first. All but the last have bit 7
 * set.
 */
const VARINT_BYTES_MAX = 8;
const INT_MAX = 0x7fff_ffff;

/** A growing byte buffer. `clear` forgets the content and keeps the memory. */
export class ByteWriter {
  #bytes: Buffer<ArrayBuffer>;
  #length = 0;

  /** `bytes`: initial capacity. Use a small one for a writer that is used once for little data. */
  constructor(bytes = INITIAL_BYTES) {
    this.#bytes = Buffer.allocUnsafeSlow(bytes);
  }

  get length(): number {
    return this.#length;
  }

  /** The written bytes as a view, valid until the next write. */
  view(from = 0): Uint8Array {
    return this.#bytes.subarray(from, this.#length);
  }

  copy(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.view());
  }

  /** Drops everything after the first `length` bytes. */
  clear(length = 0): void {
    this.#length = length;
  }

  byte(value: number): void {
    if (this.#length >= this.#bytes.length) this.#grow(1);
    this.#bytes[this.#length++] = value;
  }

  /** Overwrites a written byte. */
  setByte(at: number, value: number): void {
    this.#bytes[at] = value;
  }

  /** Writes a whole number of 0 or more. Throws `RangeError` for any other number. */
  varint(value: number): void {
    if (this.#length + VARINT_BYTES_MAX > this.#bytes.length) this.#grow(VARINT_BYTES_MAX);
    const bytes = this.#bytes;
    let at = this.#length;
    let left = value;
    if (left > INT_MAX || left !== (left | 0)) {
      if (!Number.isSafeInteger(left)) throw new RangeError(`${value} is not written as a whole number`);
      for (; left > INT_MAX; left = Math.floor(left / 128)) bytes[at++] = (left % 128) | 128;
    }
    if (left < 0) throw new RangeError(`${value} is not written as a whole number`);
    for (; left > 127; left >>>= 7) bytes[at++] = (left & 127) | 128;
    bytes[at++] = left;
    this.#length = at;
  }

  put(more: Uint8Array): void {
    if (this.#length + more.length > this.#bytes.length) this.#grow(more.length);
    this.#bytes.set(more, this.#length);
    this.#length += more.length;
  }

  putPart(more: Buffer, from: number, to: number): void {
    if (this.#length + to - from > this.#bytes.length) this.#grow(to - from);
    this.#length += more.copy(this.#bytes, this.#length, from, to);
  }

  /** Writes one byte per character; no character may be above 255. */
  latin1(text: string): void {
    if (this.#length + text.length > this.#bytes.length) this.#grow(text.length);
    const bytes = this.#bytes;
    // For texts this short a loop is faster than a native copy.
    for (let at = 0; at < text.length; at++) bytes[this.#length++] = text.charCodeAt(at);
  }

  /**
   * Writes the bytes of the lower-case hex digits of `text` from `from` to `to`. False, with nothing written, if it has
   * others.
   */
  hex(text: string, from: number, to: number): boolean {
    const count = (to - from) >> 1;
    if (this.#length + count > this.#bytes.length) this.#grow(count);
    if (!writeLowerHex(this.#bytes, this.#length, text, from, to)) return false;
    this.#length += count;
    return true;
  }

  /** Writes UTF-8 without a length. */
  text(text: string): void {
    const most = text.length * 3;
    if (this.#length + most > this.#bytes.length) this.#grow(most);
    this.#length += this.#bytes.write(text, this.#length, 'utf8');
  }

  /** Writes UTF-8 after its length in bytes. */
  longText(text: string): void {
    this.varint(Buffer.byteLength(text));
    this.text(text);
  }

  #grow(more: number): void {
    const grown = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#length + more));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}

/** Reads the output of a `ByteWriter`. Throws `RangeError` instead of reading past the end. */
export class ByteReader {
  readonly #bytes: Buffer;
  #end: number;
  #at: number;

  constructor(bytes: Uint8Array, from = 0, to = bytes.length) {
    this.#bytes = bufferOf(bytes);
    this.#at = from;
    this.#end = to;
  }

  /**
   * Continues at `from` and stops at `to`. Creating a reader for each entry of a record would cost more than decoding
   * the events.
   */
  move(from: number, to: number): void {
    this.#at = from;
    this.#end = to;
  }

  /** Offset of the next byte to read. */
  get at(): number {
    return this.#at;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#end;
  }

  byte(): number {
    if (this.#at >= this.#end) throw new RangeError('it ends too early');
    return this.#bytes[this.#at++] as number;
  }

  /** The caller chooses the type of number: values were checked when they were written. */
  varint<Kind extends number>(): Kind {
    let value = 0;
    let weight = 1;
    for (let group = 0; group < VARINT_BYTES_MAX; group++) {
      const byte = this.byte();
      value += (byte & 127) * weight;
      if (byte < 128) return value as Kind;
      weight *= 128;
    }
    throw new RangeError('a number is too long');
  }

  hex(count: number): string {
    const from = this.skip(count);
    return this.#bytes.toString('hex', from, from + count);
  }

  /** Reads `count` bytes as UTF-8. */
  text(count: number): string {
    const from = this.skip(count);
    return this.#bytes.toString('utf8', from, from + count);
  }

  longText(): string {
    return this.text(this.varint());
  }

  /** Reads UTF-8 up to the end. */
  rest(): string {
    return this.text(this.#end - this.#at);
  }

  /** Skips `count` bytes; returns the offset where they begin. */
  skip(count: number): number {
    const from = this.#at;
    if (count > this.#end - from) throw new RangeError('it ends too early');
    this.#at = from + count;
    return from;
  }

  hexAt(at: number, count: number): string {
    return this.#bytes.toString('hex', at, at + count);
  }

  /** The four bytes at `at` as a little-endian word. */
  wordAt(at: number): number {
    return this.#bytes.readInt32LE(at);
  }
}

/** The same bytes as a `Buffer`, without a copy. */
export const bufferOf = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Marks a character that is no digit; tables map character codes to digit values. */
const NO_DIGIT = 255;
const LOWER = new Uint8Array(128).fill(NO_DIGIT);
for (let digit = 0; digit < 16; digit++) LOWER[digit.toString(16).charCodeAt(0)] = digit;
const ANY = Uint8Array.from(LOWER);
for (let digit = 10; digit < 16; digit++) ANY[digit.toString(16).toUpperCase().charCodeAt(0)] = digit;

/**
 * Writes the bytes of the lower-case digits of `text` from `from` to `to`, an even number of digits, at `at`. False if
 * there are other characters; the bytes written are then meaningless.
 */
export function writeLowerHex(bytes: Uint8Array, at: number, text: string, from: number, to: number): boolean {
  return write(LOWER, bytes, at, text, from, to);
}

/** Like `writeLowerHex`, for digits in either case. */
export function writeHex(bytes: Uint8Array, at: number, text: string, from: number, to: number): boolean {
  return write(ANY, bytes, at, text, from, to);
}

/** True if `text` is `0x` and the digits of `count` bytes in either case. The bytes are then written at `at`. */
export function writePrefixedHex(bytes: Uint8Array, at: number, text: string, count: number): boolean {
  return text.length === 2 + 2 * count && text.startsWith('0x') && writeHex(bytes, at, text, 2, text.length);
}

function write(digits: Uint8Array, bytes: Uint8Array, at: number, text: string, from: number, to: number): boolean {
  let bad = 0;
  let next = at;
  for (let place = from; place < to; place += 2) {
    const high = digits[text.charCodeAt(place)] ?? NO_DIGIT;
    const low = digits[text.charCodeAt(place + 1)] ?? NO_DIGIT;
    bad |= high | low;
    bytes[next++] = (high << 4) | low;
  }
  return bad <= 15;
}

// Names: an API key that is a UUID takes 16 bytes, a builder code in hex takes 32. Any other name is text.
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

/** The caller chooses the type of text: ids were checked when they were written. */
export function readOrderId<Id extends string>(reader: ByteReader): Id {
  return `0x${reader.hex(HASH_BYTES)}` as Id;
}
