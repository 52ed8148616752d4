/** Bodies that are too large to hand to the system at once. */
import type { FastifyReply } from 'fastify';
import { PIECE_BYTES, Pieces } from './connections/pieces.ts';
import { requestOrigin } from './plugins/client-address.ts';

/**
 * Returns the payload to send for a body: the body itself, or a stream of its pieces if it is large. For a stream it
 * sets the reply's content length.
 */
export function inPieces(reply: FastifyReply, body: Buffer): Buffer | Pieces {
  if (body.byteLength <= PIECE_BYTES) return body;
  const { request, server } = reply;
  const { address } = requestOrigin(request);
  const pieces = new Pieces(body, (work) => server.turns.enter(address, work));
  server.connections.sends(request.raw, () => pieces.left);
  // An answer to HEAD closes before any piece is sent.
  reply.raw.once('close', () => pieces.destroy());
  reply.header('content-length', body.byteLength);
  return pieces;
}
