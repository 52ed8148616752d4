/** A link between two nodes over a TCP connection, after the handshake. */
import type { Socket } from 'node:net';
import { deserialize } from 'node:v8';
import type { NodeLink } from '@bellwether/ports/nodes.ts';
import type { Timers } from '@bellwether/ports/runtime.ts';
import { FrameReader, FrameWriter } from './frames.ts';
import type { Keys } from './handshake.ts';
import type { MessageBytes } from './message-bytes.ts';

/** Time for which a closed link goes on sending its remaining bytes. */
const GOODBYE_MS_MAX = 1_000;

export class TcpLink<Sent, Received> implements NodeLink<Sent, Received> {
  readonly #socket: Socket;
  readonly #timers: Timers;
  readonly #writer: FrameWriter;
  readonly #bytes: MessageBytes;
  readonly #lost = Promise.withResolvers<string>();
  #take: ((message: Received) => void) | null = null;
  /** Messages that arrived before there was a receiver. */
  #early: Received[] = [];
  #isClosed = false;

  constructor(socket: Socket, { ours, theirs, rest }: Keys, timers: Timers, bytes: MessageBytes) {
    this.#socket = socket;
    this.#timers = timers;
    this.#bytes = bytes;
    this.#writer = new FrameWriter(ours);
    const reader = new FrameReader(theirs);
    const read = (chunk: Buffer): void => {
      try {
        // Only a holder of the secret can have sent them: see `FrameReader`.
        for (const body of reader.take(chunk)) this.#received(deserialize(body) as Received);
      } catch (error) {
        this.close(error instanceof Error ? error.message : String(error));
      }
    };
    socket.setNoDelay(true);
    socket.on('error', (error) => this.#lost.resolve(error.message));
    socket.on('close', () => this.#lost.resolve('the connection was closed'));
    socket.on('data', read);
    if (rest.byteLength > 0) read(rest);
    socket.resume();
  }

  get lost(): Promise<string> {
    return this.#lost.promise;
  }

  get unsentBytes(): number {
    return this.#socket.writableLength;
  }

  send(message: Sent): void {
    if (this.#socket.destroyed) return;
    this.#socket.write(this.#writer.frame(this.#bytes.of(message)));
  }

  receive(take: (message: Received) => void): void {
    this.#take = take;
    const early = this.#early;
    this.#early = [];
    for (const message of early) take(message);
  }

  close(why: string): void {
    this.#lost.resolve(why);
    if (this.#isClosed) return;
    this.#isClosed = true;
    // The last message gives the reason; a peer that does not accept it is not waited for.
    this.#socket.pause();
    this.#socket.once(
      'close',
      this.#timers.after(GOODBYE_MS_MAX, () => this.#socket.destroy()),
    );
    this.#socket.destroySoon();
  }

  #received(message: Received): void {
    if (this.#take === null) this.#early.push(message);
    else this.#take(message);
  }
}
