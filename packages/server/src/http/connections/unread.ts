/** Answers of one connection that its client has not read. */
import type { Socket } from 'node:net';

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
