/**
 * Refuses parts of a request that its route does not have. A signed request with effect takes no query, and no body if
 * its route has none, because the signed bytes do not show where the path ends and the body begins. Any other query is
 * refused by the name of a field.
 */
import { ROUTES_BY_NAME, type Route } from '@bellwether/contract';
import type { FastifyRequest, onRequestHookHandler, preHandlerHookHandler } from 'fastify';
import { type Failure, failure } from '../../wire/failure.ts';
import { sendFailure } from './answers.ts';
import { bodyBytes } from './body.ts';
import type { Identify } from './caller.ts';
import { unknownField } from './query.ts';

export type Profile = 'bellwether' | 'polymarket';

declare module 'fastify' {
  interface FastifyInstance {
    /** How callers are identified, what admits the operator, and which clients are expected. */
    entry: { readonly identify: Identify; readonly mayEnter: onRequestHookHandler; readonly profile: Profile };
  }
}

/** Routes that do nothing, whatever they are sent. The public clients send bodies to some. */
const NOT_OFFERED: ReadonlySet<Route> = new Set<Route>([
  ROUTES_BY_NAME.createReadonlyKey,
  ROUTES_BY_NAME.deleteReadonlyKey,
]);

/**
 * True for dropping notifications in the public clients' profile. Those clients name what to drop in the query alone,
 * so the signatures of two drops in the same second are equal.
 */
export function isMeantByQuery(route: Route, profile: Profile): boolean {
  return profile === 'polymarket' && route === ROUTES_BY_NAME.dropNotifications;
}

/**
 * Returns the hook of a route that refuses such parts, once the caps have admitted a request; none for a route without
 * any. `anyQuery`: unknown parameters are ignored.
 */
export function extrasHooks(
  route: Route,
  identify: Identify,
  profile: Profile,
  anyQuery: boolean,
): preHandlerHookHandler[] {
  const isSigned = route.auth !== 'none' && !NOT_OFFERED.has(route);
  const takesBody = !isSigned || route.body !== undefined;
  const takesQuery = !isSigned || route.method === 'GET' || route.auth === 'admin' || isMeantByQuery(route, profile);
  const readsQuery = anyQuery || route.query !== undefined;
  if (takesBody && takesQuery && readsQuery) return [];
  const refusalOf = (request: FastifyRequest): Failure | null => {
    if (!takesBody && hasBody(request)) return failure('unexpected_body');
    if (!takesQuery) return hasQuery(request) ? failure('unexpected_query') : null;
    return readsQuery ? null : unknownField(request);
  };
  return [
    (request, reply, done) => {
      const refusal = refusalOf(request);
      // An unauthenticated caller is refused first, by the handler.
      if (refusal === null || (route.auth === 'l2' && identify(request).kind === 'failure')) done();
      else void sendFailure(reply, refusal);
    },
  ];
}

function hasQuery(request: FastifyRequest): boolean {
  const { url = '' } = request.raw;
  const at = url.indexOf('?');
  return at >= 0 && at < url.length - 1;
}

/** True if a request has a body. The server does not read the body of a GET, but its headers announce one. */
function hasBody(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return bodyBytes(request).length > 0;
  const { headers } = request.raw;
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && !/^0+$/.test(length));
}
