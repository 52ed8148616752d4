/** Markets, events and tags. What they hold comes from reader threads; here the questions are checked. */
import {
  CATALOG_ROUTES,
  type EventByIdParameters,
  type EventBySlugParameters,
  MARKETS_CURSOR_FORM,
  type MarketParameters,
  type MarketsCursorQuery,
  type MarketsQuery,
  type Route,
  type TagsQuery,
} from '@bellwether/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import { badRequest, type Failure, failure } from '../failure.ts';
import { decodeOffsetCursor } from '../mapping/offset-cursor.ts';
import { mount } from '../mount.ts';
import { mayReadLedger } from '../plugins/allowlist.ts';
import { allowAnyOrigin, sendFailure, sendValue } from '../plugins/answers.ts';
import type { Read } from '../plugins/body.ts';
import { createQueryReader } from '../plugins/query.ts';
import { safeName } from '../plugins/validation.ts';
import { emptyMarketsPage } from '../reads/markets-page.ts';
import { sendRead } from '../send-read.ts';

const unknownParameter = (name: string): Failure => badRequest(`unknown parameter: ${name}`);

function queryReader<Values>(route: Pick<Route, 'query' | 'queryAliases'>): (raw: unknown) => Read<Values> {
  if (route.query === undefined) throw new Error('the route has no query');
  const aliases = route.queryAliases ?? {};
  return createQueryReader<Values>(route.query, { aliases, unknown: unknownParameter, invalid: badRequest });
}

export function registerCatalogRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  registerMarkets(app, dependencies);
  registerMarket(app, dependencies);
  registerEvents(app, dependencies);
  const { reader } = dependencies;
  const readTags = queryReader<TagsQuery>(CATALOG_ROUTES.tags);
  mount(app, CATALOG_ROUTES.tags, (request, reply) => {
    allowAnyOrigin(reply);
    const query = readTags(request.query);
    if (query.kind === 'failure') return sendFailure(reply, query, 'catalog');
    return sendRead(reply, reader.read('tags', query.value), NOTHING, 'catalog');
  });
}

/** A list always has an answer. */
const NOTHING = failure('internal', { id: 'no answer' });

function registerMarkets(app: FastifyInstance, { reader }: AppDependencies): void {
  const readQuery = queryReader<MarketsQuery>(CATALOG_ROUTES.markets);
  const readCursor = queryReader<MarketsCursorQuery>(MARKETS_CURSOR_FORM);

  const sendPage = (request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> => {
    const query = readCursor(request.query);
    if (query.kind === 'failure') return sendFailure(reply, query, 'plain');
    const { limit, next_cursor } = query.value;
    const cursor = decodeOffsetCursor(next_cursor);
    if (cursor.kind === 'invalid') return sendFailure(reply, failure('invalid_cursor'), 'plain');
    if (cursor.kind === 'end') return sendValue(reply, emptyMarketsPage(limit));
    return sendRead(reply, reader.read('markets-page', { offset: cursor.offset, limit }), NOTHING, 'plain');
  };

  // Both forms are one route, so its response schema cannot be one of theirs.
  mount(app, { ...CATALOG_ROUTES.markets, response: {} }, (request, reply) => {
    allowAnyOrigin(reply);
    if (Object.hasOwn(request.query as object, 'next_cursor')) return sendPage(request, reply);
    const query = readQuery(request.query);
    if (query.kind === 'failure') return sendFailure(reply, query, 'catalog');
    return sendRead(reply, reader.read('markets', query.value), NOTHING, 'catalog');
  });
}

const HASH = /^0x[0-9a-f]{64}$/;
const HEX_PREFIX = /^0x[0-9a-f]*$/;
const DIGITS = /^[0-9]{1,15}$/;
const SLUG = /^[^\s/?#%&,"\\]{1,250}$/;

function registerMarket(app: FastifyInstance, { reader, settings }: AppDependencies): void {
  mount(
    app,
    CATALOG_ROUTES.market,
    (request, reply) => {
      allowAnyOrigin(reply);
      if (!mayReadLedger(request, settings.dataAllowlist))
        return sendFailure(reply, failure('ip_not_allowlisted'), 'plain');
      const [unknown] = Object.keys(request.query as object);
      if (unknown !== undefined) return sendFailure(reply, unknownParameter(safeName(unknown)), 'plain');
      const parameters = marketParameters((request.params as { readonly condition_id: string }).condition_id);
      if (parameters === null) return sendFailure(reply, failure('invalid_market'), 'plain');
      return sendRead(reply, reader.read('market', parameters), failure('market_not_found'), 'plain');
    },
    { plainFault: true },
  );
}

/** A condition id, a catalog id or a slug; null for what can be none of them. */
export function marketParameters(text: string): MarketParameters | null {
  const name = text.toLowerCase();
  if (HASH.test(name)) return { conditionId: name };
  if (HEX_PREFIX.test(name)) return null;
  if (DIGITS.test(text)) return { id: Number(text) };
  return SLUG.test(text) ? { slug: text } : null;
}

function registerEvents(app: FastifyInstance, { reader }: AppDependencies): void {
  const readById = queryReader<Pick<EventByIdParameters, 'creator'>>(CATALOG_ROUTES.eventById);
  const readBySlug = queryReader<Pick<EventBySlugParameters, 'creator'>>(CATALOG_ROUTES.eventBySlug);

  mount(app, CATALOG_ROUTES.eventById, (request, reply) => {
    allowAnyOrigin(reply);
    const query = readById(request.query);
    if (query.kind === 'failure') return sendFailure(reply, query, 'catalog');
    const { id } = request.params as { readonly id: string };
    if (!DIGITS.test(id)) return sendFailure(reply, badRequest('id is invalid: it must be an integer'), 'catalog');
    const parameters: EventByIdParameters = { id: Number(id), ...query.value };
    return sendRead(reply, reader.read('event-by-id', parameters), failure('id_not_found'), 'catalog');
  });

  mount(app, CATALOG_ROUTES.eventBySlug, (request, reply) => {
    allowAnyOrigin(reply);
    const query = readBySlug(request.query);
    if (query.kind === 'failure') return sendFailure(reply, query, 'catalog');
    const { slug } = request.params as { readonly slug: string };
    const parameters: EventBySlugParameters = { slug, ...query.value };
    return sendRead(reply, reader.read('event-by-slug', parameters), failure('slug_not_found'), 'catalog');
  });
}
