/** Numbers, ids and text as bytes: how they are written and how they are read. */
import { writeLowerHex } from './hex.ts';

const INITIAL_BYTES = 1 << 16;
/** A whole number up to 2^53 takes eight groups of seven bits at most, the lowest first; all but the last have bit 7 set. */
const VARINT_BYTES_MAX = 8;
const INT_MAX = 0x7fff_ffff;

/** What is written stays until `clear`; the memory is kept. */
export class ByteWriter {
  #bytes: Buffer<ArrayBuffer>;
  #length = 0;

  /** `bytes`: room to begin with. One that is used once and for little asks for little. */
  constructor(bytes = INITIAL_BYTES) {
    this.#bytes = Buffer.allocUnsafeSlow(bytes);
  }

  get length(): number {
    return this.#length;
  }

  /** What has been written, until the next write. */
  view(from = 0): Uint8Array {
    return this.#bytes.subarray(from, this.#length);
  }

  /** What has been written, in a memory of its own. */
  copy(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.view());
  }

  /** Forgets everything behind the first `length` bytes. */
  clear(length = 0): void {
    this.#length = length;
  }

  byte(value: number): void {
    if (this.#length >= this.#bytes.length) this.#grow(1);
    this.#bytes[this.#length++] = value;
  }

  /** Replaces a byte that has been written. */
  setByte(at: number, value: number): void {
    this.#bytes[at] = value;
  }

  /** A whole number of 0 or more. Throws `RangeError` for every other number. */
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

  /** Those of `more` from `from` to `to`. */
  putPart(more: Buffer, from: number, to: number): void {
    if (this.#length + to - from > this.#bytes.length) this.#grow(to - from);
    this.#length += more.copy(this.#bytes, this.#length, from, to);
  }

  /** A byte for each character, of which none is above 255. */
  latin1(text: string): void {
    if (this.#length + text.length > this.#bytes.length) this.#grow(text.length);
    const bytes = this.#bytes;
    // What is this short is copied sooner than asked for.
    for (let at = 0; at < text.length; at++) bytes[this.#length++] = text.charCodeAt(at);
  }

  /** The bytes of the lower-case hex digits of `text` from `from` to `to`; false, and nothing written, when it has others. */
  hex(text: string, from: number, to: number): boolean {
    const count = (to - from) >> 1;
    if (this.#length + count > this.#bytes.length) this.#grow(count);
    if (!writeLowerHex(this.#bytes, this.#length, text, from, to)) return false;
    this.#length += count;
    return true;
  }

  /** UTF-8 without a length. */
  text(text: string): void {
    const most = text.length * 3;
    if (this.#length + most > this.#bytes.length) this.#grow(most);
    this.#length += this.#bytes.write(text, this.#length, 'utf8');
  }

  /** UTF-8 behind its length in bytes. */
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

/** Reads what a `ByteWriter` wrote. Throws `RangeError` rather than read past the end. */
export class ByteReader {
  readonly #bytes: Buffer;
  #end: number;
  #at: number;

  constructor(bytes: Uint8Array, from = 0, to = bytes.length) {
    this.#bytes = bufferOf(bytes);
    this.#at = from;
    this.#end = to;
  }

  /** Goes on at `from` and reads no further than `to`: a reader for each entry of a record would cost more than its events. */
  move(from: number, to: number): void {
    this.#at = from;
    this.#end = to;
  }

  /** The place in the bytes that is read next. */
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

  /** The caller says what kind of number it is: what is read here was checked when it was written. */
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

  /** UTF-8 of so many bytes. */
  text(count: number): string {
    const from = this.skip(count);
    return this.#bytes.toString('utf8', from, from + count);
  }

  longText(): string {
    return this.text(this.varint());
  }

  /** UTF-8 up to the end. */
  rest(): string {
    return this.text(this.#end - this.#at);
  }

  /** Passes over so many bytes; answers where they begin. */
  skip(count: number): number {
    const from = this.#at;
    if (count > this.#end - from) throw new RangeError('it ends too early');
    this.#at = from + count;
    return from;
  }

  hexAt(at: number, count: number): string {
    return this.#bytes.toString('hex', at, at + count);
  }

  /** The four bytes at `at` as a word. */
  wordAt(at: number): number {
    return this.#bytes.readInt32LE(at);
  }
}

/** The same memory. */
export const bufferOf = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
