/**
 * Sends answers: always JSON, with the headers of their area, in a form that the client accepts. Nothing is decided
 * here.
 */
import type { Readable } from 'node:stream';
import type { ErrorShape } from '@bellwether/contract';
import type { Encoding } from '@bellwether/ports/reader.ts';
import { type Failure, failureBody } from '@bellwether/wire/failure.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Header that keeps browsers from guessing another content type. */
export const NO_SNIFF = ['x-content-type-options', 'nosniff'] as const;
export const JSON_TYPE = 'application/json; charset=utf-8';

export function sendJson(reply: FastifyReply, body: string | Uint8Array | Readable, status = 200): FastifyReply {
  reply.routeCounts?.count(status);
  // 200 is the server's own default.
  if (status !== 200) reply.code(status);
  return reply.header('content-type', JSON_TYPE).send(body);
}

/** Sends a value through the route's response schema. */
export function sendValue(reply: FastifyReply, value: object, status = 200): FastifyReply {
  reply.routeCounts?.count(status);
  return reply.code(status).send(value);
}

/** Error shape of the route that a request reached; `plain` before it has reached one. */
export function shapeOf(request: FastifyRequest): ErrorShape {
  const { errorShape = 'plain', shapeOf: chosen } = request.routeOptions.config;
  return chosen?.(request) ?? errorShape;
}

/**
 * Sends a failure in the shape of its area, by default the route's. Answers with a trace id have one shape, whatever
 * refuses them.
 */
export function sendFailure(reply: FastifyReply, refusal: Failure, shape = shapeOf(reply.request)): FastifyReply {
  // Some requests are refused before their route's handler runs.
  (reply.routeCounts ?? reply.routeOptions.config.counts ?? reply.server.requestCounts.unrouted).count(refusal.status);
  if (refusal.retryAfterSeconds !== null) reply.header('retry-after', String(refusal.retryAfterSeconds));
  const traceId = reply.server.traces?.of(reply) ?? null;
  if (refusal.status === 401)
    reply.header('www-authenticate', refusal.code === 'invalid_admin_token' ? 'Bearer' : 'Bellwether');
  return reply
    .code(refusal.status)
    .header(...NO_SNIFF)
    .header('content-type', JSON_TYPE)
    .send(traceId === null ? failureBody(refusal, shape) : failureBody(refusal, 'data-v2', traceId));
}

/** Supported encodings, smallest output first. */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip'];

/**
 * Compressed forms that a client accepts, best first. Large public answers are compressed where they are made, on
 * reader threads. Answers for one account are never compressed: their length could reveal secrets next to text that an
 * attacker put there. Forms with `q=0`, and forms matched only by `*`, are excluded.
 */
export function encodingsOf({ headers }: Pick<FastifyRequest, 'headers'>): readonly Encoding[] {
  const header = headers['accept-encoding'];
  if (header === undefined || header === '') return [];
  const taken = new Set<string>();
  for (const part of header.toString().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    if (!parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))) taken.add(name);
  }
  return ENCODINGS.filter((encoding) => taken.has(encoding));
}

/** True if the client has this answer already, so that 304 is enough. A proxy that compresses makes the tag a weak one. */
export function hasAnswer({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  const known = headers['if-none-match']?.split(/\s*,\s*/) ?? [];
  return known.some((each) => each === '*' || each.replace(/^W\//, '') === etag);
}

/** Adds a request header to those that the answer depends on. */
export function addVary(reply: FastifyReply, field: string): FastifyReply {
  const before = reply.getHeader('vary');
  return reply.header('vary', before === undefined ? field : `${before}, ${field}`);
}
