/** Markets, events and tags. What they hold comes from reader threads; here the questions are checked. */
import {
  CATALOG_ROUTES,
  type EventByIdParameters,
  type EventBySlugParameters,
  EventIdParams,
  MARKET_NAME_PATTERN,
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
import { sendFailure, sendValue } from '../plugins/answers.ts';
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

  const isCursorForm = (request: FastifyRequest): boolean => Object.hasOwn(request.query as object, 'next_cursor');
  // Both forms are one route, so its response schema cannot be one of theirs.
  mount(
    app,
    { ...CATALOG_ROUTES.markets, response: {} },
    (request, reply) => {
      if (isCursorForm(request)) return sendPage(request, reply);
      const query = readQuery(request.query);
      if (query.kind === 'failure') return sendFailure(reply, query, 'catalog');
      return sendRead(reply, reader.read('markets', query.value), NOTHING, 'catalog');
    },
    { shapeOf: (request) => (isCursorForm(request) ? 'plain' : 'catalog') },
  );
}

const MARKET_NAME = new RegExp(MARKET_NAME_PATTERN);
const HASH = /^0x[0-9a-f]{64}$/;
const DIGITS = /^[0-9]{1,15}$/;

function registerMarket(app: FastifyInstance, { reader, settings }: AppDependencies): void {
  mount(
    app,
    CATALOG_ROUTES.market,
    (request, reply) => {
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
  if (!MARKET_NAME.test(text)) return null;
  const conditionId = text.toLowerCase();
  if (HASH.test(conditionId)) return { conditionId };
  return DIGITS.test(text) ? { id: Number(text) } : { slug: text };
}

function registerEvents(app: FastifyInstance, { reader }: AppDependencies): void {
  const readById = queryReader<Pick<EventByIdParameters, 'creator'>>(CATALOG_ROUTES.eventById);
  const readId = createQueryReader<Pick<EventByIdParameters, 'id'>>(EventIdParams, {
    unknown: unknownParameter,
    invalid: (detail) => badRequest(`id is invalid: ${detail}`),
  });
  const readBySlug = queryReader<Pick<EventBySlugParameters, 'creator'>>(CATALOG_ROUTES.eventBySlug);

  mount(app, CATALOG_ROUTES.eventById, (request, reply) => {
    const query = readById(request.query);
    if (query.kind === 'failure') return sendFailure(reply, query, 'catalog');
    const params = readId(request.params);
    if (params.kind === 'failure') return sendFailure(reply, params, 'catalog');
    const parameters: EventByIdParameters = { ...params.value, ...query.value };
    return sendRead(reply, reader.read('event-by-id', parameters), failure('id_not_found'), 'catalog');
  });

  mount(app, CATALOG_ROUTES.eventBySlug, (request, reply) => {
    const query = readBySlug(request.query);
    if (query.kind === 'failure') return sendFailure(reply, query, 'catalog');
    const { slug } = request.params as { readonly slug: string };
    const parameters: EventBySlugParameters = { slug, ...query.value };
    return sendRead(reply, reader.read('event-by-slug', parameters), failure('slug_not_found'), 'catalog');
  });
}
