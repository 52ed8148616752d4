/** Answers with what a reader thread found: finished bytes, straight through. */
import type { ErrorShape } from '@bellwether/contract';
import type { FastifyReply } from 'fastify';
import type { ReadAnswer } from '../ports/reader.ts';
import type { Failure } from './failure.ts';
import { sendFailure, sendJson } from './plugins/answers.ts';

/** `missing` answers a read that found nothing. */
export async function sendRead(
  reply: FastifyReply,
  read: Promise<ReadAnswer | null>,
  missing: Failure,
  shape: ErrorShape,
  status = 200,
): Promise<FastifyReply> {
  const answer = await read;
  if (answer === null) return sendFailure(reply, missing, shape);
  for (const [name, value] of Object.entries(answer.headers)) reply.header(name, value);
  return sendJson(reply, asBuffer(answer.body), status);
}

/** A view of the same memory: the server sends buffers, not other arrays. */
function asBuffer(body: Uint8Array): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}
