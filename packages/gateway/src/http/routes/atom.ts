/** Atom feeds of new questions and results. A reader that has the feed already gets 304. */
import { hash } from 'node:crypto';
import { ATOM_ROUTES, type AtomQuery, type Route } from '@bellwether/contract';
import type { NewsItem } from '@bellwether/read-model/catalog/answer/news.ts';
import type { FastifyInstance } from 'fastify';
import type { TObject } from 'typebox';
import { atomDocument } from '../atom/atom-document.ts';
import type { AppDependencies } from '../dependencies.ts';
import { venueLook } from '../looks/venue-look.ts';
import { mount } from '../mount.ts';
import { hasAnswer, sendFailure } from '../plugins/answers.ts';
import { createRouteQueryReader } from '../plugins/query.ts';
import { askerOf, chargeWork } from '../plugins/work.ts';

const ITEMS = 50;

export function registerAtomRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  mountFeed(app, dependencies, ATOM_ROUTES.newEventsFeed, 'new-events', 'new questions');
  mountFeed(app, dependencies, ATOM_ROUTES.newResultsFeed, 'new-results', 'results');
}

function mountFeed(
  app: FastifyInstance,
  dependencies: AppDependencies,
  route: Route & { readonly query: TObject },
  name: string,
  title: string,
): void {
  const { domain, reader } = dependencies;
  const readQuery = createRouteQueryReader<AtomQuery>(route);
  mount(app, route, async (request, reply) => {
    const query = readQuery(request.query);
    if (query.kind === 'failure') return sendFailure(reply, query);
    const { tag = null } = query.value;
    const { encoding: _, ...asker } = askerOf(request);
    const answer = await reader.read(name, { tag, limit: ITEMS }, asker);
    if (reply.sent) return reply;
    chargeWork(request, answer?.cpuMs ?? 0);
    const items = JSON.parse(new TextDecoder().decode(answer?.body)) as NewsItem[];
    const venue = venueLook(dependencies).name;
    const body = atomDocument({
      venue,
      title: `${venue}: ${title}${tag === null ? '' : ` (${tag})`}`,
      origin: `${request.protocol}://${request.host}`,
      path: `${route.path}${tag === null ? '' : `?tag=${encodeURIComponent(tag)}`}`,
      // The contract's address is the install's own, whatever its address on the network.
      idOf: (item) => uuidOf(`${domain.verifyingContract} ${name} ${item === '' ? `of ${tag ?? ''}` : item}`),
      items,
    });
    const etag = `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
    const isKnown = hasAnswer(request, etag);
    reply.routeCounts?.count(isKnown ? 304 : 200);
    reply.header('etag', etag).header('cache-control', 'private, max-age=60');
    if (isKnown) return reply.code(304).send();
    return reply.header('content-type', 'application/atom+xml; charset=utf-8').send(body);
  });
}

/** A version 8 UUID (RFC 9562) of a name. */
function uuidOf(name: string): string {
  const digits = hash('sha256', name, 'hex');
  return `urn:uuid:${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
}
