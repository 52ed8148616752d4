/** Markets and events. Queries are checked here; the data comes from reader threads. */
import {
  allowedValues,
  CATALOG_ROUTES,
  conditionIdText,
  type EventByIdParameters,
  EventIdParams,
  MARKET_NAME_PATTERN,
  MARKETS_CURSOR_FORM,
  type MarketParameters,
  type MarketQuery,
  type MarketsCursorQuery,
  type MarketsQuery,
  MarketTagsParams,
  SCORE_ROUTES,
} from '@bellwether/contract';
import { isConditionId } from '@bellwether/engine';
import type { Reader } from '@bellwether/ports/reader.ts';
import { sortedMarkets } from '@bellwether/read-model/catalog/answer/catalog-filter.ts';
import { emptyMarketsPage } from '@bellwether/read-model/catalog/answer/markets.ts';
import { badRequest, type Failure, failure } from '@bellwether/wire/failure.ts';
import { decodeOffsetCursor } from '@bellwether/wire/forms/cursors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import { isFailure, mount } from '../mount.ts';
import { sendFailure, sendValue } from '../plugins/answers.ts';
import type { Read } from '../plugins/body.ts';
import { mayReadLedger } from '../plugins/client-address.ts';
import { createQueryReader, createRouteQueryReader } from '../plugins/query.ts';
import { answerRead, mountRead } from '../send-read.ts';

export function registerCatalogRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  registerMarkets(app, dependencies);
  registerMarket(app, dependencies);
  registerEvents(app, dependencies);
}

function registerMarkets(app: FastifyInstance, { reader, settings }: AppDependencies): void {
  const clamps = settings.profile === 'polymarket';
  const readQuery = createRouteQueryReader<MarketsQuery>(CATALOG_ROUTES.markets, { clamps });
  const readCursor = createRouteQueryReader<MarketsCursorQuery>(MARKETS_CURSOR_FORM);
  // The catalog's own host has only the catalog form. Requests to the trading service have a cursor by now.
  const isCursorForm = (request: FastifyRequest): boolean =>
    app.hosts.serviceOf(request) !== 'gamma' && Object.hasOwn(request.query as object, 'next_cursor');
  const shapeOf = (request: FastifyRequest) => (isCursorForm(request) ? 'plain' : 'catalog');
  const handler: RouteHandlerMethod = (request, reply) => {
    if (isCursorForm(request)) return answerMarketsPage(reply, reader, 'markets-page', readCursor(request.query));
    const query = readQuery(request.query);
    const parameters = query.kind === 'failure' ? query : sortedMarkets(query.value);
    return answerRead(reply, reader, 'markets', parameters);
  };
  // Both forms share one route, so its response schema can be neither of theirs.
  mount(app, { ...CATALOG_ROUTES.markets, response: {} }, handler, { shapeOf });
}

/** Answers with the page of markets that a cursor leads to, from the read `name`. */
export function answerMarketsPage(
  reply: FastifyReply,
  reader: Reader,
  name: string,
  query: Read<MarketsCursorQuery>,
): FastifyReply | Promise<FastifyReply> {
  if (query.kind === 'failure') return sendFailure(reply, query);
  const { limit, next_cursor } = query.value;
  const cursor = decodeOffsetCursor(next_cursor);
  if (cursor.kind === 'invalid') return sendFailure(reply, failure('invalid_cursor'));
  if (cursor.kind === 'end') return sendValue(reply, emptyMarketsPage(limit));
  return answerRead(reply, reader, name, { offset: cursor.offset, limit });
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
  const readQuery = createRouteQueryReader<MarketQuery>(CATALOG_ROUTES.market);
  const handler: RouteHandlerMethod = (request, reply) => {
    if (!mayReadLedger(request, settings.dataAllowlist)) return sendFailure(reply, failure('ip_not_allowlisted'));
    const parameters = marketParameters(nameOf(request));
    if (parameters === null) return sendFailure(reply, failure('invalid_market'));
    const query = readQuery(request.query);
    if (query.kind === 'failure') return sendFailure(reply, query);
    return isCatalogForm(request)
      ? answerRead(reply, reader, 'catalog-market', { ...parameters, ...query.value }, failure('id_not_found'))
      : answerRead(reply, reader, 'market', parameters, failure('market_not_found'));
  };
  // Both forms share one route, so its response schema can be neither of theirs.
  mount(app, { ...CATALOG_ROUTES.market, response: {} }, handler, { plainFault: true, shapeOf });

  const bySlug = { notFound: failure('slug_not_found') };
  mountRead<MarketQuery>(app, CATALOG_ROUTES.marketBySlug, reader, 'catalog-market', bySlug, (query, request) => {
    return { slug: (request.params as { readonly slug: string }).slug, ...query };
  });

  mount(app, CATALOG_ROUTES.marketTags, (request, reply) => {
    const { condition_id } = request.params as { readonly condition_id: string };
    const named = marketParameters(condition_id);
    const parameters =
      named === null || 'slug' in named
        ? badRequest(`condition_id is malformed: expected ${allowedValues(MarketTagsParams.properties.condition_id)}`)
        : named;
    return answerRead(reply, reader, 'market-tags', parameters, failure('id_not_found'));
  });
}

/** Parameters for a condition id, a catalog id or a slug; null for a text that can be none of these. */
export function marketParameters(text: string): MarketParameters | null {
  if (!MARKET_NAME.test(text)) return null;
  const conditionId = conditionIdText(text);
  if (isConditionId(conditionId)) return { conditionId };
  return DIGITS.test(text) ? { id: Number(text) } : { slug: text };
}

function registerEvents(app: FastifyInstance, { reader }: AppDependencies): void {
  const readId = createQueryReader<Pick<EventByIdParameters, 'id'>>(EventIdParams, {
    invalid: (detail) => badRequest(`id is invalid: ${detail}`),
  });
  const idIn = ({ params }: FastifyRequest): Pick<EventByIdParameters, 'id'> | Failure => {
    const read = readId(params);
    return read.kind === 'failure' ? read : read.value;
  };
  mount(app, CATALOG_ROUTES.eventTags, (request, reply) =>
    answerRead(reply, reader, 'event-tags', idIn(request), failure('id_not_found')),
  );
  mount(app, SCORE_ROUTES.eventScores, (request, reply) =>
    answerRead(reply, reader, 'event-scores', idIn(request), failure('id_not_found')),
  );
  type Scope = Pick<EventByIdParameters, 'creator'>;
  const byId = { notFound: failure('id_not_found') };
  mountRead<Scope>(app, CATALOG_ROUTES.eventById, reader, 'event-by-id', byId, (query, request) => {
    const named = idIn(request);
    return isFailure(named) ? named : { ...named, ...query };
  });
  const bySlug = { notFound: failure('slug_not_found') };
  mountRead<Scope>(app, CATALOG_ROUTES.eventBySlug, reader, 'event-by-slug', bySlug, (query, request) => {
    return { slug: (request.params as { readonly slug: string }).slug, ...query };
  });
}
