/** Answers of one connection that its client has not read. */
import type { Socket } from 'node:net';

export class Unread {
  readonly #socket: Socket;
  /** Bytes of an answer that leaves in pieces, and that the socket has not been given. */
  #left = (): number => 0;
  #sentBefore = 0;
  /** Since when nothing of what waits has been read, by the monotonic clock. */
  stuckSince = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  get bytes(): number {
    return this.#socket.writableLength + this.#left();
  }

  /** An answer leaves in pieces; `left` says how many bytes the socket has not been given. */
  sends(left: () => number): void {
    this.#left = left;
  }

  /** Whether something waits of which nothing has been read since it was last looked at. */
  look(now: number): boolean {
    const { writableLength, bytesWritten } = this.#socket;
    // Counted when it is handed to the socket, so what still waits there is taken off.
    const sent = bytesWritten - writableLength;
    if (writableLength > 0 && sent === this.#sentBefore) return true;
    this.#sentBefore = sent;
    this.stuckSince = now;
    return false;
  }
}
