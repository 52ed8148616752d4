/**
 * What is signed is done once. A signed request with effect is answered with its first answer when it comes again; it
 * takes no query, which its signature does not cover, and no body where its route has none, since the bytes that are
 * signed do not say where the path ends and the body begins.
 */
import type { ErrorCode, ErrorShape, Route } from '@bellwether/contract';
import { IDEMPOTENCY_HEADER, REPLAYED_HEADER, ROUTES_BY_NAME } from '@bellwether/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler, preHandlerHookHandler } from 'fastify';
import type { OpenUse, Uses } from '../../auth/used-signatures.ts';
import type { FirstAnswer } from '../../ports/stored-answers.ts';
import { type Failure, failure, failureBody, retryLater } from '../../wire/failure.ts';
import type { CurrentStatus } from '../current-status.ts';
import { sendFailure } from './answers.ts';
import { bodyBytes } from './body.ts';
import type { Identify } from './caller.ts';

export interface Once {
  readonly used: Uses;
  readonly identify: Identify;
  readonly profile: 'bellwether' | 'polymarket';
  readonly currentStatus: CurrentStatus;
}

declare module 'fastify' {
  interface FastifyInstance {
    once: Once;
  }
  interface FastifyRequest {
    /** The use of its signature, until it is answered. */
    openUse: OpenUse | null;
    /** Why it may do nothing new: orders that were accepted before are answered, and no others are placed. */
    onlyRepeats: Failure | null;
  }
}

/** Done again they do nothing new, so that a signature of before a restart may be used. */
const SAME_AGAIN: ReadonlySet<Route> = new Set<Route>([
  ROUTES_BY_NAME.removeComment,
  ROUTES_BY_NAME.deleteApiKey,
  ROUTES_BY_NAME.deleteBuilderKey,
  ROUTES_BY_NAME.ordersScoring,
]);
/** Whatever comes with them they do nothing, and the public clients send bodies to some. */
const NOT_OFFERED: ReadonlySet<Route> = new Set<Route>([
  ROUTES_BY_NAME.createReadonlyKey,
  ROUTES_BY_NAME.deleteReadonlyKey,
]);
/** The public clients name what to drop in the query alone, so that their signatures of two drops of a second are the same. */
const QUERY_OF_PUBLIC_CLIENTS: ReadonlySet<Route> = new Set<Route>([ROUTES_BY_NAME.dropNotifications]);

/** Routes that know what they did before. */
export const ORDERS: ReadonlySet<Route> = new Set<Route>([ROUTES_BY_NAME.placeOrder, ROUTES_BY_NAME.placeOrders]);

/** What was accepted is answered the same by the exchange, for ever. */
export const KNOWN_BY_THEMSELVES: ReadonlySet<Route> = new Set<Route>([ROUTES_BY_NAME.placeOrder]);

/** Their answers hold secrets: whoever repeats the signature alone is not told them, and no file keeps them. */
export const HOLDS_SECRETS: ReadonlySet<Route> = new Set<Route>([ROUTES_BY_NAME.createBuilderKey]);

/** Headers of an answer that come again with it. */
const KEPT_HEADERS = ['content-type', 'retry-after', 'www-authenticate'] as const;

export interface OnceHooks {
  readonly preHandler: readonly preHandlerHookHandler[];
  readonly onSend: readonly onSendHookHandler[];
}

/** Gives the server what its routes need for this; before any route is mounted. */
export function registerOnce(app: FastifyInstance, once: Once): void {
  app.decorate('once', once);
  app.decorateRequest('openUse', null);
  app.decorateRequest('onlyRepeats', null);
}

/** The hooks of a route; they run once its caps have let a request pass. */
export function onceHooks(once: Once, route: Route): OnceHooks {
  const { identify, profile } = once;
  if (route.auth === 'none' || NOT_OFFERED.has(route)) return { preHandler: [], onSend: [] };
  const refuseExtras = createRefusal(route, identify, profile);
  const isEffect = route.auth === 'l2' && route.method !== 'GET';
  const isExempt = route.doneEachTime === true || (profile === 'polymarket' && QUERY_OF_PUBLIC_CLIENTS.has(route));
  if (!isEffect || isExempt) return { preHandler: [refuseExtras], onSend: [] };
  const useOnce = createUse(once, route);
  return {
    preHandler: [refuseExtras, useOnce],
    onSend: [HOLDS_SECRETS.has(route) ? keepNothing : createKeep(KNOWN_BY_THEMSELVES.has(route))],
  };
}

function createRefusal(route: Route, identify: Identify, profile: Once['profile']): preHandlerHookHandler {
  const takesQuery =
    route.method === 'GET' ||
    route.auth === 'admin' ||
    (profile === 'polymarket' && QUERY_OF_PUBLIC_CLIENTS.has(route));
  const takesBody = route.body !== undefined;
  return (request, reply, done) => {
    const problem: ErrorCode | null =
      !takesBody && hasBody(request) ? 'unexpected_body' : !takesQuery && hasQuery(request) ? 'unexpected_query' : null;
    // Who calls comes first: the handler says it.
    if (problem === null || (route.auth === 'l2' && identify(request).kind === 'failure')) done();
    else void sendFailure(reply, failure(problem), route.errorShape);
  };
}

function hasQuery(request: FastifyRequest): boolean {
  const { url = '' } = request.raw;
  const at = url.indexOf('?');
  return at >= 0 && at < url.length - 1;
}

/** The server does not read the body of a GET, but its headers tell of one. */
function hasBody(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return bodyBytes(request).length > 0;
  const { headers } = request.raw;
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && !/^0+$/.test(length));
}

function createUse({ used, identify, currentStatus }: Once, route: Route): preHandlerHookHandler {
  const { errorShape: shape } = route;
  const isNewEachTime = !SAME_AGAIN.has(route);
  // A signature does not cover the key: another one asks for the same once more, and is not told that it was done.
  const isBoundToKey = isNewEachTime && !ORDERS.has(route);
  /** An order is known by its id: an accepted one is answered as it was, whenever it comes again. */
  const refuseOrRepeat = (refusal: Failure, request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    if (!ORDERS.has(route)) return void sendFailure(reply, refusal, shape);
    request.onlyRepeats = refusal;
    done();
  };
  return (request, reply, done) => {
    const caller = identify(request);
    // The handler says it.
    if (caller.kind === 'failure') return done();
    request.caller = caller;
    const { timestamp, signature } = caller;
    const use = used.use({ owner: caller.apiKey, id: signature, timestamp }, isNewEachTime);
    switch (use.kind) {
      case 'first':
        request.openUse = use.use;
        return done();
      case 'again':
        void use.answer
          .then(async (answer) => {
            if (isBoundToKey && answer !== null && answer.headers[IDEMPOTENCY_HEADER] !== keyOf(request))
              void sendFailure(reply, failure('signature_used'), shape);
            else if (answer === null || !ORDERS.has(route)) sendAgain(reply, answer, shape);
            else sendAgain(reply, await currentStatus.renewed(answer), shape);
          })
          .catch(done);
        return;
      case 'before_start':
        return refuseOrRepeat(retryLater('signed_before_start', use.retryAfterSeconds), request, reply, done);
      case 'too_many':
        void sendFailure(reply, retryLater('rate_limited', use.retryAfterSeconds), shape);
    }
  };
}

function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers[IDEMPOTENCY_HEADER];
  return typeof key === 'string' ? key : undefined;
}

function sendAgain(reply: FastifyReply, answer: FirstAnswer | null, shape: ErrorShape): void {
  reply.header(REPLAYED_HEADER, 'true');
  if (answer === null) {
    void sendFailure(reply, failure('signature_used'), shape);
    return;
  }
  reply.routeOptions.config.counts?.count(answer.status);
  void reply.code(answer.status).headers(answer.headers).send(answer.body);
}

function createKeep(isKnownByItself: boolean): onSendHookHandler<unknown> {
  return (request, reply, payload, done) => {
    const { openUse } = request;
    if (openUse !== null) {
      request.openUse = null;
      const answer = (): FirstAnswer => withKey(toAnswer(reply, payload), keyOf(request));
      if (isKnownByItself && reply.statusCode === 200) openUse.forgotten(answer);
      else openUse.answered(answer());
    }
    done(null, payload);
  };
}

/** With the key that it was asked for under: another is another request. */
function withKey(answer: FirstAnswer, key: string | undefined): FirstAnswer {
  return key === undefined ? answer : { ...answer, headers: { ...answer.headers, [IDEMPOTENCY_HEADER]: key } };
}

/** In the place of an answer that is not kept. */
const USED: FirstAnswer = {
  status: 409,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: failureBody(failure('signature_used'), 'plain'),
};

const keepNothing: onSendHookHandler<unknown> = (request, reply, payload, done) => {
  const { openUse } = request;
  request.openUse = null;
  openUse?.answered(reply.statusCode === 200 ? USED : toAnswer(reply, payload));
  done(null, payload);
};

/** An answer as it leaves. */
export function toAnswer(reply: FastifyReply, payload: unknown): FirstAnswer {
  const headers: Record<string, string> = {};
  for (const name of KEPT_HEADERS) {
    const value = reply.getHeader(name);
    if (value !== undefined) headers[name] = String(value);
  }
  // A copy: the memory of large answers is given back as soon as they are sent.
  const body = typeof payload === 'string' ? payload : payload instanceof Uint8Array ? Uint8Array.from(payload) : '';
  return { status: reply.statusCode, headers, body };
}
