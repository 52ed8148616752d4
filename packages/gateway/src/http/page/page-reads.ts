/**
 * Catalog reads for the page's own addresses. Each is read once at a time, and the answer is shared for a moment
 * afterwards, because link previews arrive in crowds. The read counts for the request that came first.
 */
import { CATALOG_LIST_ROUTES, type Event, type MarketDetail } from '@bellwether/contract';
import type { Reader } from '@bellwether/ports/reader.ts';
import type { FastifyRequest } from 'fastify';
import { createRouteQueryReader } from '../plugins/query.ts';
import { askerOf, chargeWork } from '../plugins/work.ts';
import { marketParameters } from '../routes/catalog.ts';

/** The query with which the page requests its first list: `packages/web/src/venue/event-lists.ts`. */
const FIRST_LIST = { order: 'volume24hr', active: 'true', closed: 'false', archived: 'false', limit: '24' };
/** Time for which an answer is shared. */
const KEPT_MS = 2_000;
/** Maximum number of kept answers; the oldest goes first. */
const KEPT_MAX = 200;

export interface PageReads {
  firstEvents(request: FastifyRequest): Promise<readonly Event[]>;
  event(request: FastifyRequest, slug: string): Promise<Event | null>;
  /** A market by slug, condition id or catalog id; null if there is none. */
  market(request: FastifyRequest, name: string): Promise<MarketDetail | null>;
}

export function createPageReads(reader: Reader, clock: () => number): PageReads {
  const kept = new Map<string, { readonly at: number; readonly answer: Promise<unknown> }>();
  const firstList = createRouteQueryReader<object>(CATALOG_LIST_ROUTES.events)(FIRST_LIST);

  /** Reads, or shares a recent answer. The cast is a parse boundary: reads write what their routes promise. */
  const read = <Value>(request: FastifyRequest, name: string, parameters: object): Promise<Value | null> => {
    const key = `${name} ${JSON.stringify(parameters)}`;
    const known = kept.get(key);
    if (known !== undefined && clock() - known.at < KEPT_MS) return known.answer as Promise<Value | null>;
    // The answer may serve other clients, so this client's remaining quota does not stop it; the read is only counted.
    const { client, units } = askerOf(request);
    const answer = reader.read(name, parameters, { client, units }).then((found) => {
      chargeWork(request, found?.cpuMs ?? 0);
      return found === null ? null : (JSON.parse(Buffer.from(found.body).toString('utf8')) as Value);
    });
    kept.delete(key);
    kept.set(key, { at: clock(), answer });
    // A failure is not shared.
    answer.catch(() => kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
    return answer;
  };

  return {
    firstEvents: async (request) =>
      firstList.kind === 'failure' ? [] : ((await read<readonly Event[]>(request, 'events', firstList.value)) ?? []),
    event: (request, slug) => read<Event>(request, 'event-by-slug', { slug }),
    market: async (request, name) => {
      const parameters = marketParameters(name);
      return parameters === null ? null : read<MarketDetail>(request, 'market', parameters);
    },
  };
}
