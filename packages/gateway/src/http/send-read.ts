/** Sends the bytes that a reader thread has finished, unchanged. */
import type { Route } from '@bellwether/contract';
import { type ReadAnswer, type Reader, ReadRefused } from '@bellwether/ports/reader.ts';
import { type Failure, failure, RETRY_SECONDS, retryLater } from '@bellwether/wire/failure.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { inPieces } from './connections/pieces.ts';
import { isFailure, mount } from './mount.ts';
import { addVary, sendFailure, sendJson } from './plugins/answers.ts';
import { createRouteQueryReader, type QueryRoute, type QueryRules } from './plugins/query.ts';
import { askerOf, chargeWork } from './plugins/work.ts';

/** Bodies of at least this size are freed explicitly; smaller ones do not add up. */
const FREED_BY_HAND_BYTES = 4 * 1024;

/** For `notFound` in reads that always have an answer, such as lists. */
export const NO_ANSWER = failure('internal', { id: 'no answer' });

/**
 * Mounts a route whose answer is the read `name`. `parametersOf` turns the query into the read's parameters, or refuses
 * it; by default the query itself has them.
 */
export function mountRead<Query extends object>(
  app: FastifyInstance,
  route: Route & QueryRoute,
  reader: Reader,
  name: string,
  { notFound = NO_ANSWER, ...rules }: QueryRules & { readonly notFound?: Failure } = {},
  parametersOf: (query: Query, request: FastifyRequest) => object | Failure = (query) => query,
): void {
  const clamps = app.access.profile === 'polymarket';
  const readQuery = createRouteQueryReader<Query>(route, { clamps, ...rules });
  mount(app, route, (request, reply) => {
    const query = readQuery(request.query);
    const parameters = query.kind === 'failure' ? query : parametersOf(query.value, request);
    return answerRead(reply, reader, name, parameters, notFound);
  });
}

/** Answers with a read for the client of the request, with `notFound` if it found nothing, or with the refusal. */
export function answerRead(
  reply: FastifyReply,
  reader: Reader,
  name: string,
  parameters: object | Failure,
  notFound = NO_ANSWER,
): FastifyReply | Promise<FastifyReply> {
  if (isFailure(parameters)) return sendFailure(reply, parameters);
  return sendRead(reply, reader.read(name, parameters, askerOf(reply.request)), notFound);
}

/** Sends the answer of a read, or `notFound` if it found nothing. */
export async function sendRead(
  reply: FastifyReply,
  read: Promise<ReadAnswer | null>,
  notFound: Failure,
  status = 200,
): Promise<FastifyReply> {
  const answer = await read.catch((error: unknown) => {
    if (error instanceof ReadRefused && error.cpuMs > 0) chargeWork(reply.request, error.cpuMs);
    throw error;
  });
  // The read took too long, and the request was refused meanwhile.
  if (reply.sent) return reply;
  if (answer === null) return sendFailure(reply, notFound);
  chargeWork(reply.request, answer.cpuMs);
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
  notFound: Failure,
  status = 200,
): Promise<FastifyReply> {
  const shown = await read.catch(notShown);
  if (shown !== null && isFailure(shown)) return sendFailure(reply, shown);
  return sendRead(reply, Promise.resolve(shown), notFound, status);
}

/** Returns the failure of a request that succeeded, but whose read was refused; rethrows every other error. */
export function notShown(error: unknown): Failure {
  if (error instanceof ReadRefused) return retryLater('done_not_shown', RETRY_SECONDS);
  throw error;
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
