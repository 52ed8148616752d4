/** Markets and events. Queries are checked here; the data comes from reader threads. */
import {
  allowedValues,
  CATALOG_ROUTES,
  type EventByIdParameters,
  type EventBySlugParameters,
  EventIdParams,
  MARKET_NAME_PATTERN,
  MARKETS_CURSOR_FORM,
  type MarketParameters,
  type MarketsCursorQuery,
  type MarketsQuery,
  MarketTagsParams,
} from '@bellwether/contract';
import { isConditionId } from '@bellwether/engine';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { emptyMarketsPage } from '../../reads/catalog/markets.ts';
import { refuseDates } from '../../wire/catalog/catalog-filter.ts';
import { badRequest, failure } from '../../wire/failure.ts';
import { decodeOffsetCursor } from '../../wire/forms/cursors.ts';
import type { AppDependencies } from '../dependencies.ts';
import { mount } from '../mount.ts';
import { mayReadLedger } from '../plugins/allowlist.ts';
import { sendFailure, sendValue } from '../plugins/answers.ts';
import { createQueryReader, createRouteQueryReader } from '../plugins/query.ts';
import { askerOf } from '../plugins/work.ts';
import { NO_ANSWER, sendRead } from '../send-read.ts';

export function registerCatalogRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  registerMarkets(app, dependencies);
  registerMarket(app, dependencies);
  registerEvents(app, dependencies);
}

function registerMarkets(app: FastifyInstance, { reader }: AppDependencies): void {
  const readQuery = createRouteQueryReader<MarketsQuery>(CATALOG_ROUTES.markets);
  const readCursor = createRouteQueryReader<MarketsCursorQuery>(MARKETS_CURSOR_FORM);

  const sendPage = (request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> => {
    const query = readCursor(request.query);
    if (query.kind === 'failure') return sendFailure(reply, query, 'plain');
    const { limit, next_cursor } = query.value;
    const cursor = decodeOffsetCursor(next_cursor);
    if (cursor.kind === 'invalid') return sendFailure(reply, failure('invalid_cursor'), 'plain');
    if (cursor.kind === 'end') return sendValue(reply, emptyMarketsPage(limit));
    return sendRead(
      reply,
      reader.read('markets-page', { offset: cursor.offset, limit }, askerOf(reply.request)),
      NO_ANSWER,
      'plain',
    );
  };

  // The catalog's own host has only the catalog form. Requests to the trading service have a cursor by now.
  const isCursorForm = (request: FastifyRequest): boolean =>
    app.hosts.serviceOf(request) !== 'gamma' && Object.hasOwn(request.query as object, 'next_cursor');
  // Both forms share one route, so its response schema can be neither of theirs.
  mount(
    app,
    { ...CATALOG_ROUTES.markets, response: {} },
    (request, reply) => {
      if (isCursorForm(request)) return sendPage(request, reply);
      const query = readQuery(request.query);
      if (query.kind === 'failure') return sendFailure(reply, query, 'catalog');
      const refusal = refuseDates(query.value);
      if (refusal !== null) return sendFailure(reply, refusal, 'catalog');
      return sendRead(reply, reader.read('markets', query.value, askerOf(reply.request)), NO_ANSWER, 'catalog');
    },
    { shapeOf: (request) => (isCursorForm(request) ? 'plain' : 'catalog') },
  );
}

const MARKET_NAME = new RegExp(MARKET_NAME_PATTERN);
const DIGITS = /^[0-9]{1,15}$/;

/**
 * A market by condition id or slug is answered in the trading clients' form; by catalog id, in the catalog's form and
 * with its errors. A host or prefix of either service decides the form, whatever identifies the market.
 */
function registerMarket(app: FastifyInstance, { reader, settings }: AppDependencies): void {
  const nameOf = (request: FastifyRequest) => (request.params as { readonly condition_id: string }).condition_id;
  const isCatalogForm = (request: FastifyRequest): boolean => {
    const service = app.hosts.serviceOf(request);
    return service === 'gamma' || (service !== 'clob' && DIGITS.test(nameOf(request)));
  };
  const shapeOf = (request: FastifyRequest) => (isCatalogForm(request) ? 'catalog' : 'plain');
  mount(
    app,
    // Both forms share one route, so its response schema can be neither of theirs.
    { ...CATALOG_ROUTES.market, response: {} },
    (request, reply) => {
      const shape = shapeOf(request);
      if (!mayReadLedger(request, settings.dataAllowlist))
        return sendFailure(reply, failure('ip_not_allowlisted'), shape);
      const parameters = marketParameters(nameOf(request));
      if (parameters === null) return sendFailure(reply, failure('invalid_market'), shape);
      const [read, missing] =
        shape === 'catalog'
          ? (['catalog-market', failure('id_not_found')] as const)
          : (['market', failure('market_not_found')] as const);
      return sendRead(reply, reader.read(read, parameters, askerOf(request)), missing, shape);
    },
    { plainFault: true, shapeOf },
  );

  mount(app, CATALOG_ROUTES.marketBySlug, (request, reply) => {
    const parameters = request.params as { readonly slug: string };
    const answer = reader.read('catalog-market', { slug: parameters.slug }, askerOf(request));
    return sendRead(reply, answer, failure('slug_not_found'), 'catalog');
  });

  mount(app, CATALOG_ROUTES.marketTags, (request, reply) => {
    const { condition_id } = request.params as { readonly condition_id: string };
    const parameters = marketParameters(condition_id);
    if (parameters === null || 'slug' in parameters)
      return sendFailure(
        reply,
        badRequest(`condition_id is malformed: expected ${allowedValues(MarketTagsParams.properties.condition_id)}`),
        'catalog',
      );
    return sendRead(
      reply,
      reader.read('market-tags', parameters, askerOf(request)),
      failure('id_not_found'),
      'catalog',
    );
  });
}

/** Parameters for a condition id, a catalog id or a slug; null for a text that can be none of these. */
export function marketParameters(text: string): MarketParameters | null {
  if (!MARKET_NAME.test(text)) return null;
  const conditionId = text.toLowerCase();
  if (isConditionId(conditionId)) return { conditionId };
  return DIGITS.test(text) ? { id: Number(text) } : { slug: text };
}

function registerEvents(app: FastifyInstance, { reader }: AppDependencies): void {
  const readById = createRouteQueryReader<Pick<EventByIdParameters, 'creator'>>(CATALOG_ROUTES.eventById);
  const readId = createQueryReader<Pick<EventByIdParameters, 'id'>>(EventIdParams, {
    invalid: (detail) => badRequest(`id is invalid: ${detail}`),
  });
  mount(app, CATALOG_ROUTES.eventTags, (request, reply) => {
    const params = readId(request.params);
    if (params.kind === 'failure') return sendFailure(reply, params, 'catalog');
    const answer = reader.read('event-tags', params.value, askerOf(request));
    return sendRead(reply, answer, failure('id_not_found'), 'catalog');
  });

  const readBySlug = createRouteQueryReader<Pick<EventBySlugParameters, 'creator'>>(CATALOG_ROUTES.eventBySlug);

  mount(app, CATALOG_ROUTES.eventById, (request, reply) => {
    const query = readById(request.query);
    if (query.kind === 'failure') return sendFailure(reply, query, 'catalog');
    const params = readId(request.params);
    if (params.kind === 'failure') return sendFailure(reply, params, 'catalog');
    const parameters: EventByIdParameters = { ...params.value, ...query.value };
    return sendRead(
      reply,
      reader.read('event-by-id', parameters, askerOf(reply.request)),
      failure('id_not_found'),
      'catalog',
    );
  });

  mount(app, CATALOG_ROUTES.eventBySlug, (request, reply) => {
    const query = readBySlug(request.query);
    if (query.kind === 'failure') return sendFailure(reply, query, 'catalog');
    const { slug } = request.params as { readonly slug: string };
    const parameters: EventBySlugParameters = { slug, ...query.value };
    return sendRead(
      reply,
      reader.read('event-by-slug', parameters, askerOf(reply.request)),
      failure('slug_not_found'),
      'catalog',
    );
  });
}
