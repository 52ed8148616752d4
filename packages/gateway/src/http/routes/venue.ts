/** `GET /`, `/time`, `/venue`, `/metrics`. */
import { METRICS_ROUTE, VENUE_ROUTES, type Venue } from '@bellwether/contract';
import { isCurrentAt, type NodeStanding } from '@bellwether/ports/nodes.ts';
import { amountText } from '@bellwether/wire/forms/decimal.ts';
import type { FastifyInstance } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import { shownLooks, venueLook } from '../looks/venue-look.ts';
import { mount } from '../mount.ts';
import { sendJson, sendValue } from '../plugins/answers.ts';

export function registerVenueRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  const { authMessage, chainWarning, clock, domain, negRiskDomain, metrics, settings } = dependencies;
  const { extension, runtime, signInChainIds, standing, v2Domains, version, view } = dependencies;
  const [v2Domain] = settings.differences.has('exchange-v3') ? v2Domains : [];
  const seconds = (): number => Math.floor(clock() / 1000);

  mount(app, VENUE_ROUTES.health, (_request, reply) => {
    return sendJson(reply, '"OK"');
  });
  mount(app, VENUE_ROUTES.time, (_request, reply) => {
    return sendJson(reply, String(seconds()));
  });
  mount(app, VENUE_ROUTES.venue, (_request, reply) => {
    const { authPrefixes, differences, join, profileName, reads, startingBalance } = settings;
    const look = venueLook(dependencies);
    return sendValue(reply, {
      name: look.name,
      version,
      chainId: domain.chainId,
      domain,
      ...(negRiskDomain !== null && { negRiskDomain }),
      ...(v2Domain !== undefined && { v2Domain }),
      signInChainIds: [...signInChainIds],
      ...(chainWarning !== null && { warning: chainWarning }),
      authPrefixes,
      authMessage,
      profile: { name: profileName, differences: [...differences] },
      mode: view.state.mode,
      ...clusterOf(standing?.() ?? null, runtime.clock.monotonicMs()),
      ...extension?.venueFields(),
      startingBalance: amountText(startingBalance),
      currency: look.currency,
      looks: shownLooks(look),
      join,
      reads,
      time: seconds(),
    });
  });
  metrics.setGather(() => {
    app.requestCounts.flush(metrics);
    app.gate?.limiter.flush(metrics);
  });
  mount(app, METRICS_ROUTE, async (_request, reply) => {
    const { body, contentType } = await metrics.render();
    reply.routeCounts?.count(200);
    return reply.header('content-type', contentType).send(body);
  });
}

/** Public facts about the node: no names, no addresses. */
function clusterOf(standing: NodeStanding | null, monotonicMs: number): Pick<Venue, 'cluster'> {
  if (standing === null) return {};
  const { role, epoch } = standing;
  return { cluster: { role, epoch, isCurrent: isCurrentAt(standing, monotonicMs) } };
}
