/** Reads what a `ByteWriter` wrote. Throws `RangeError` rather than read past the end. */

const GROUPS_MAX = 8;

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
    for (let group = 0; group < GROUPS_MAX; group++) {
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
