import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { requestOrigin } from '../plugins/client-address.ts';
import { connectionOf } from './connection.ts';

/** Bytes per piece; smaller bodies are sent whole. */
export const PIECE_BYTES = 64 * 1024;

export class Pieces extends Readable {
  readonly #body: Uint8Array;
  readonly #turn: (work: () => void) => void;
  #at = 0;

  /** `turn` runs work now or in the client's turn. */
  constructor(body: Uint8Array, turn: (work: () => void) => void) {
    super({ highWaterMark: PIECE_BYTES });
    this.#body = body;
    this.#turn = turn;
  }

  /** Bytes that the connection has not been given. */
  get left(): number {
    return this.destroyed ? 0 : this.#body.length - this.#at;
  }

  override _read(): void {
    this.#turn(() => {
      if (this.destroyed) return;
      const piece = this.#body.subarray(this.#at, this.#at + PIECE_BYTES);
      this.#at += piece.length;
      this.push(piece);
      if (this.#at === this.#body.length) this.push(null);
    });
  }
}

/**
 * Returns the payload to send for a body: the body itself, or a stream of its pieces if it is large. For a stream it
 * sets the reply's content length.
 */
export function inPieces(reply: FastifyReply, body: Buffer): Buffer | Pieces {
  if (body.byteLength <= PIECE_BYTES) return body;
  const { request, server } = reply;
  const { address } = requestOrigin(request);
  const pieces = new Pieces(body, (work) => server.turns.enter(address, work));
  connectionOf(request.raw.socket)?.sends(request.raw, () => pieces.left);
  // An answer to HEAD closes before any piece is sent.
  reply.raw.once('close', () => pieces.destroy());
  reply.header('content-length', body.byteLength);
  return pieces;
}
