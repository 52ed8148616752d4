/** Bytes of one connection that its server's parser has not been given. */

import type { PlainHead } from '../plain/head.ts';
import type { PlainLane } from '../plain/lane.ts';

const HEAD_END = '\r\n\r\n';

export class Inbox {
  #bytes: Buffer | null = null;
  /** Bytes that the parser lacks until a request of it ends; null once that cannot be told any more. */
  #owed: number | null = 0;

  get isEmpty(): boolean {
    return this.#bytes === null;
  }

  add(chunk: Buffer): void {
    this.#bytes = this.#bytes === null ? chunk : Buffer.concat([this.#bytes, chunk]);
  }

  /** All of it; nothing is left. */
  takeAll(): Buffer {
    const bytes = this.#bytes ?? Buffer.alloc(0);
    this.#bytes = null;
    this.#owed = 0;
    return bytes;
  }

  /** At most so many bytes, for the parser. */
  takePiece(bytesMax: number): Buffer {
    const bytes = this.#take(bytesMax);
    if (this.#owed !== null) this.#owed = bytes.length <= this.#owed ? this.#owed - bytes.length : null;
    return bytes;
  }

  /** The head of a request that is all that has come; null where that cannot be told, or something is before or behind it. */
  readWhole(plain: PlainLane): PlainHead | null {
    const bytes = this.#bytes;
    if (bytes === null || this.#owed !== 0) return null;
    const head = plain.read(bytes);
    this.#owed = head === null ? null : head.headBytes + head.bodyBytes;
    return this.#owed === bytes.length ? head : null;
  }

  #take(bytesMax: number): Buffer {
    const bytes = this.#bytes ?? Buffer.alloc(0);
    this.#bytes = bytesMax < bytes.length ? bytes.subarray(bytesMax) : null;
    return bytes.subarray(0, bytesMax);
  }
}

/** Whether a piece was no more than the rest of a request's head. */
export const endsWithHead = (piece: Buffer): boolean => piece.indexOf(HEAD_END) === piece.length - HEAD_END.length;
