/** Bytes that are put together from numbers, ids and text. What is written stays until `clear`; the memory is kept. */
import { writeLowerHex } from '../hex.ts';

const INITIAL_BYTES = 1 << 16;
/** A whole number up to 2^53 takes eight groups of seven bits at most. */
const VARINT_BYTES_MAX = 8;
const INT_MAX = 0x7fff_ffff;

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
