/** Sends answers: always JSON, with the headers of their area. Nothing is decided here. */
import type { Readable } from 'node:stream';
import type { ErrorShape } from '@bellwether/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Failure, failureBody } from '../../wire/failure.ts';

/** Header that keeps browsers from guessing another content type. */
export const NO_SNIFF = ['x-content-type-options', 'nosniff'] as const;
export const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends finished JSON. */
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

/** Sends a failure in the shape of its area, by default the route's. */
export function sendFailure(reply: FastifyReply, refusal: Failure, shape = shapeOf(reply.request)): FastifyReply {
  // Some requests are refused before their route's handler runs.
  (reply.routeCounts ?? reply.routeOptions.config.counts ?? reply.server.requestCounts.unrouted).count(refusal.status);
  if (refusal.retryAfterSeconds !== null) reply.header('retry-after', String(refusal.retryAfterSeconds));
  if (refusal.status === 401)
    reply.header('www-authenticate', refusal.code === 'invalid_admin_token' ? 'Bearer' : 'Bellwether');
  return reply
    .code(refusal.status)
    .header(...NO_SNIFF)
    .header('content-type', JSON_TYPE)
    .send(failureBody(refusal, shape));
}
