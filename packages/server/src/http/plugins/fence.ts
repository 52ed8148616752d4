/**
 * A node that another one may have replaced without its knowledge answers nothing, because its view may be stale. Only
 * routes about the node itself are still answered.
 */
import { METRICS_ROUTE, OPERATE_ROUTES, VENUE_ROUTES } from '@bellwether/contract';
import type { FastifyInstance } from 'fastify';
import { ExchangeUnavailable } from '../../ports/exchange.ts';

const OF_THE_NODE: ReadonlySet<string> = new Set([
  METRICS_ROUTE.path,
  VENUE_ROUTES.venue.path,
  OPERATE_ROUTES.venueHealth.path,
]);

/** Answers all other routes with 503 while `isCurrent` returns false. */
export function registerFence(app: FastifyInstance, isCurrent: () => boolean): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (isCurrent() || OF_THE_NODE.has(request.routeOptions.url ?? '')) return done();
    done(new ExchangeUnavailable('this node does not know who leads the venue'));
  });
}
