/** Bodies that are too large to be given to the system at once. */
import type { FastifyReply } from 'fastify';
import { PIECE_BYTES, Pieces } from './connections/pieces.ts';
import { requestOrigin } from './plugins/client-address.ts';

/** What to send for a body: itself, or a stream of its pieces where it is large, whose length the reply says then. */
export function inPieces(reply: FastifyReply, body: Buffer): Buffer | Pieces {
  if (body.byteLength <= PIECE_BYTES) return body;
  const { request, server } = reply;
  const { address } = requestOrigin(request);
  const pieces = new Pieces(body, (work) => server.turns.enter(address, work));
  server.connections.sends(request.raw, () => pieces.left);
  // An answer to HEAD has gone before any of them.
  reply.raw.once('close', () => pieces.destroy());
  reply.header('content-length', body.byteLength);
  return pieces;
}
