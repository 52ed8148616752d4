/**
 * Messages on a stream of bytes: length of the body (4 bytes, big endian), body, code. The code covers the body and the
 * number of earlier messages, so that none can be altered, dropped, repeated or reordered.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

const LENGTH_BYTES = 4;
/** Half of an HMAC-SHA256, as RFC 2104 §5 allows. */
const CODE_BYTES = 16;
/** A batch is some megabytes at most; an import of a catalog is one entry, and larger. */
export const BODY_BYTES_MAX = 128 * 1024 * 1024;

function codeOf(key: Uint8Array, count: number, body: Uint8Array): Buffer {
  const counted = Buffer.alloc(8);
  counted.writeBigUInt64BE(BigInt(count));
  return createHmac('sha256', key).update(counted).update(body).digest().subarray(0, CODE_BYTES);
}

export class FrameWriter {
  readonly #key: Uint8Array;
  #count = 0;

  constructor(key: Uint8Array) {
    this.#key = key;
  }

  frame(body: Uint8Array): Buffer {
    if (body.byteLength > BODY_BYTES_MAX) throw new Error(`a message of ${body.byteLength} bytes is too long`);
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(body.byteLength);
    return Buffer.concat([length, body, codeOf(this.#key, this.#count++, body)]);
  }
}

export class FrameReader {
  readonly #key: Uint8Array;
  #count = 0;
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(key: Uint8Array) {
    this.#key = key;
  }

  /** Bodies that are complete with these bytes. Throws at the first that does not carry a valid code for this place. */
  *take(chunk: Buffer): Generator<Buffer> {
    this.#chunks.push(chunk);
    this.#bytes += chunk.byteLength;
    while (this.#bytes >= LENGTH_BYTES) {
      const bodyBytes = this.#peek(LENGTH_BYTES).readUInt32BE();
      if (bodyBytes > BODY_BYTES_MAX) throw new Error(`a message of ${bodyBytes} bytes is too long`);
      const wholeBytes = LENGTH_BYTES + bodyBytes + CODE_BYTES;
      if (this.#bytes < wholeBytes) return;
      const whole = this.#peek(wholeBytes);
      this.#skip(wholeBytes);
      const body = whole.subarray(LENGTH_BYTES, LENGTH_BYTES + bodyBytes);
      const code = whole.subarray(LENGTH_BYTES + bodyBytes);
      if (!timingSafeEqual(code, codeOf(this.#key, this.#count++, body))) throw new Error('a message was altered');
      yield body;
    }
  }

  /** The first bytes, which must have arrived. Joins chunks only if a message spans several. */
  #peek(bytes: number): Buffer {
    const [first] = this.#chunks;
    if (first !== undefined && first.byteLength >= bytes) return first.subarray(0, bytes);
    this.#chunks = [Buffer.concat(this.#chunks)];
    return (this.#chunks[0] as Buffer).subarray(0, bytes);
  }

  #skip(bytes: number): void {
    const [first, ...others] = this.#chunks as [Buffer, ...Buffer[]];
    this.#bytes -= bytes;
    this.#chunks = first.byteLength === bytes ? others : [first.subarray(bytes), ...others];
  }
}
