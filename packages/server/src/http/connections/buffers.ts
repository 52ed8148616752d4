/** Bytes that wait at one connection: received ones for the parser, and sent ones for the client. */
import type { Socket } from 'node:net';
import type { PlainHead } from '../plain/head.ts';
import type { PlainLane } from '../plain/lane.ts';

const HEAD_END = '\r\n\r\n';

/** Bytes that the server's parser has not been given. */
export class Inbox {
  #bytes: Buffer | null = null;
  /** Bytes that the parser still needs to complete its request; null once that cannot be determined any more. */
  #owed: number | null = 0;

  get isEmpty(): boolean {
    return this.#bytes === null;
  }

  add(chunk: Buffer): void {
    this.#bytes = this.#bytes === null ? chunk : Buffer.concat([this.#bytes, chunk]);
  }

  /** Removes and returns all bytes. */
  takeAll(): Buffer {
    const bytes = this.#bytes ?? Buffer.alloc(0);
    this.#bytes = null;
    this.#owed = 0;
    return bytes;
  }

  /** Removes and returns at most `bytesMax` bytes, for the parser. */
  takePiece(bytesMax: number): Buffer {
    const bytes = this.#take(bytesMax);
    if (this.#owed !== null) this.#owed = bytes.length <= this.#owed ? this.#owed - bytes.length : null;
    return bytes;
  }

  /**
   * The head of a request that is exactly what has arrived; null if that is unknown, or if other bytes precede or
   * follow it.
   */
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

/** True if a piece holds no more than the rest of a request's head. */
export const endsWithHead = (piece: Buffer): boolean => piece.indexOf(HEAD_END) === piece.length - HEAD_END.length;

/** Answers that the client has not read. */
export class Unread {
  readonly #socket: Socket;
  /** Bytes of an answer in pieces that the socket has not been given. */
  #left = (): number => 0;
  #sentBefore = 0;
  /** Monotonic time since which the client has read none of the waiting bytes. */
  stuckSince = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  get bytes(): number {
    return this.#socket.writableLength + this.#left();
  }

  /** Tracks an answer that leaves in pieces; `left` returns the bytes that the socket has not been given. */
  sends(left: () => number): void {
    this.#left = left;
  }

  /** True if unread bytes are waiting and the client has read none since the last call. */
  look(now: number): boolean {
    const { writableLength, bytesWritten } = this.#socket;
    // The socket counts bytes when they are handed over, so bytes still waiting there are subtracted.
    const sent = bytesWritten - writableLength;
    if (writableLength > 0 && sent === this.#sentBefore) return true;
    this.#sentBefore = sent;
    this.stuckSince = now;
    return false;
  }
}
