/**
 * Refuses parts of a request that its signature does not cover. A signed request with effect takes no query, and no
 * body if its route has none, because the signed bytes do not show where the path ends and the body begins.
 */
import { type ErrorCode, ROUTES_BY_NAME, type Route } from '@bellwether/contract';
import type { FastifyRequest, preHandlerHookHandler } from 'fastify';
import { failure } from '../../wire/failure.ts';
import { sendFailure } from './answers.ts';
import { bodyBytes } from './body.ts';
import type { Identify } from './caller.ts';

export type Profile = 'bellwether' | 'polymarket';

declare module 'fastify' {
  interface FastifyInstance {
    /** Used when routes are mounted: how a caller is identified, and which clients are expected. */
    entry: { readonly identify: Identify; readonly profile: Profile };
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

/** Returns the hook of a route that needs authentication. It runs once the caps have admitted a request. */
export function extrasHooks(route: Route, identify: Identify, profile: Profile): preHandlerHookHandler[] {
  if (route.auth === 'none' || NOT_OFFERED.has(route)) return [];
  const takesQuery = route.method === 'GET' || route.auth === 'admin' || isMeantByQuery(route, profile);
  const takesBody = route.body !== undefined;
  return [
    (request, reply, done) => {
      const problem: ErrorCode | null =
        !takesBody && hasBody(request)
          ? 'unexpected_body'
          : !takesQuery && hasQuery(request)
            ? 'unexpected_query'
            : null;
      // An unauthenticated caller is refused first, by the handler.
      if (problem === null || (route.auth === 'l2' && identify(request).kind === 'failure')) done();
      else void sendFailure(reply, failure(problem), route.errorShape);
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
