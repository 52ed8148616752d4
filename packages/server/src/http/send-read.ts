/** Sends the bytes that a reader thread has finished, unchanged. */
import type { ErrorShape } from '@bellwether/contract';
import type { FastifyReply } from 'fastify';
import { type ReadAnswer, ReadRefused } from '../ports/reader.ts';
import { type Failure, failure, isFailure } from '../wire/failure.ts';
import { inPieces } from './connections/pieces.ts';
import { notShown } from './not-shown.ts';
import { sendFailure, sendJson } from './plugins/answers.ts';
import { addVary } from './plugins/encoding.ts';
import { settleWork } from './plugins/work.ts';

/** Bodies of at least this size are freed explicitly; smaller ones do not add up. */
const FREED_BY_HAND_BYTES = 4 * 1024;

/** For `missing` in reads that always have an answer, such as lists. */
export const NO_ANSWER = failure('internal', { id: 'no answer' });

/** Sends the answer of a read, or `missing` if it found nothing. */
export async function sendRead(
  reply: FastifyReply,
  read: Promise<ReadAnswer | null>,
  missing: Failure,
  shape: ErrorShape,
  status = 200,
): Promise<FastifyReply> {
  const answer = await read.catch((error: unknown) => {
    if (error instanceof ReadRefused && error.cpuMs > 0) settleWork(reply.request, error.cpuMs);
    throw error;
  });
  // The read took too long, and the request was refused meanwhile.
  if (reply.sent) return reply;
  if (answer === null) return sendFailure(reply, missing, shape);
  settleWork(reply.request, answer.cpuMs);
  for (const [name, value] of Object.entries(answer.headers)) reply.header(name, value);
  if (reply.routeOptions.config.route?.auth === 'none') addVary(reply, 'accept-encoding');
  if (answer.encoding !== null) reply.header('content-encoding', answer.encoding);
  const { body } = answer;
  const sent = inPieces(reply, asBuffer(body));
  if (body.byteLength >= FREED_BY_HAND_BYTES) freeWhenSent(reply, body);
  return sendJson(reply, sent, status);
}

/**
 * Answers a write with the read that shows it. If that read is refused, the answer says that the write was done all the
 * same.
 */
export async function sendDone(
  reply: FastifyReply,
  read: Promise<ReadAnswer | null>,
  missing: Failure,
  shape: ErrorShape,
  status = 200,
): Promise<FastifyReply> {
  const shown = await read.catch(notShown);
  if (shown !== null && isFailure(shown)) return sendFailure(reply, shown, shape);
  return sendRead(reply, Promise.resolve(shown), missing, shape, status);
}

/**
 * Frees a body's memory as soon as it is sent. Left to the garbage collector, several megabytes of pages a second would
 * make it collect this thread's whole heap again and again, which stops every order each time.
 */
function freeWhenSent(reply: FastifyReply, { buffer, byteLength }: Uint8Array): void {
  // A part of a larger buffer shares its memory with others.
  const isWhole = buffer.byteLength === byteLength;
  if (isWhole && buffer instanceof ArrayBuffer) reply.raw.once('close', () => buffer.transfer(0));
}

/** A view of the same memory, because the server sends buffers and no other arrays. */
function asBuffer(body: Uint8Array): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}
