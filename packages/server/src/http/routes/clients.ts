/** Market and venue routes that the public trading clients use beyond the interface. */
import {
  CLIENT_ROUTES,
  type CursorQuery,
  conditionIdText,
  END_CURSOR,
  type MarketsCursorQuery,
  OWN_PAGE,
  OWN_ROUTES,
  type RebatesQuery,
} from '@bellwether/contract';
import { isConditionId, isTokenId, type MarketId } from '@bellwether/engine';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Reader, ReadStoreUnavailable } from '../../ports/reader.ts';
import { badRequest, type Failure, failure, invalidPayload, RETRY_SECONDS, retryLater } from '../../wire/failure.ts';
import { decodeOffsetCursor } from '../../wire/forms/cursors.ts';
import { marketOfToken } from '../book-cache.ts';
import { type AppDependencies, orderVersion } from '../dependencies.ts';
import { answer, isFailure, mount, mountPrivate } from '../mount.ts';
import { sendFailure, sendJson, sendValue } from '../plugins/answers.ts';
import { createRouteQueryReader, type QueryRoute } from '../plugins/query.ts';
import { answerRead } from '../send-read.ts';
import { answerMarketsPage } from './catalog.ts';

const UNKNOWN_MARKET = failure('market_not_found');
const NOT_READY = retryLater('unavailable', RETRY_SECONDS);

export function registerClientRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  const canRead = createReadsCheck(dependencies.reader);
  const version = orderVersion(dependencies.settings);
  mount(app, CLIENT_ROUTES.ok, async (_request, reply) =>
    (await canRead()) ? sendJson(reply, '"OK"') : sendFailure(reply, NOT_READY),
  );
  mount(app, CLIENT_ROUTES.status, async (_request, reply) => {
    if (!(await canRead())) return sendFailure(reply, NOT_READY);
    reply.routeCounts?.count(200);
    return reply.header('content-type', 'text/plain; charset=utf-8').send('OK');
  });
  mount(app, CLIENT_ROUTES.orderVersion, (_request, reply) => sendValue(reply, { version }));
  registerListings(app, dependencies);
  registerMarketReads(app, dependencies);
  registerRewards(app, dependencies);
}

/**
 * Returns a check for reads. True once a first read has worked, or once reads are known to be down for longer than a
 * start takes.
 */
function createReadsCheck(reader: Reader): () => Promise<boolean> {
  let hasRead = false;
  return async () => {
    hasRead ||= await reader.read('event-by-slug', { slug: '' }).then(
      () => true,
      (error: unknown) => error instanceof ReadStoreUnavailable,
    );
    return hasRead;
  };
}

function registerListings(app: FastifyInstance, { reader }: AppDependencies): void {
  for (const [route, read] of [
    [CLIENT_ROUTES.simplifiedMarkets, 'simplified-markets'],
    [CLIENT_ROUTES.samplingMarkets, 'sampling-markets'],
    [CLIENT_ROUTES.samplingSimplifiedMarkets, 'sampling-simplified-markets'],
  ] as const) {
    const readQuery = createRouteQueryReader<MarketsCursorQuery>(route);
    mount(app, route, (request, reply) =>
      answerMarketsPage(reply, reader, read, readQuery({ next_cursor: '', ...(request.query as object) })),
    );
  }
}

function registerMarketReads(app: FastifyInstance, { reader, view }: AppDependencies): void {
  for (const [route, read] of [
    [CLIENT_ROUTES.compactMarket, 'compact-market'],
    [CLIENT_ROUTES.liveActivity, 'live-activity'],
  ] as const) {
    mount(app, route, (request, reply) => {
      const market = marketOf(request, view);
      return answerRead(reply, reader, read, typeof market === 'object' ? market : { market }, UNKNOWN_MARKET);
    });
  }

  mount(app, CLIENT_ROUTES.marketByToken, (request, reply) => {
    const { token_id } = request.params as { readonly token_id: string };
    if (!isTokenId(token_id)) return sendFailure(reply, failure('invalid_token_id'));
    const found = marketOfToken(view.state, token_id);
    if (found === null) return sendFailure(reply, UNKNOWN_MARKET);
    const [primary_token_id, secondary_token_id] = found.market.tokenIds;
    return sendValue(reply, { condition_id: found.market.conditionId, primary_token_id, secondary_token_id });
  });

  mount(app, CLIENT_ROUTES.builderFees, (request, reply) => {
    const params = request.params as { readonly code: string };
    const refusal = HASH.test(params.code.toLowerCase()) ? null : invalidPayload('code must be 0x and 64 hex digits');
    const fees = { builder_maker_fee_rate_bps: 0, builder_taker_fee_rate_bps: 0 };
    return answer(reply, refusal ?? fees);
  });
}

/** Empty pages of the rewards and rebates programmes that the venue does not have. */
function registerRewards(app: FastifyInstance, { parseAddress, view }: AppDependencies): void {
  const none = { limit: OWN_PAGE, count: 0, next_cursor: END_CURSOR, data: [] };
  const pageOf = (route: QueryRoute): ((request: FastifyRequest) => object) => {
    const readQuery = createRouteQueryReader<CursorQuery & { readonly date?: string }>(route);
    return (request) => {
      const query = readQuery(request.query);
      if (query.kind === 'failure') return query;
      const { date, next_cursor } = query.value;
      if (date !== undefined && !isDay(date)) return failure('invalid_date');
      return decodeOffsetCursor(next_cursor).kind === 'invalid' ? failure('invalid_cursor') : none;
    };
  };
  for (const route of [OWN_ROUTES.rewardsOfUser, OWN_ROUTES.rewardsMarketsOfUser] as const) {
    const page = pageOf(route);
    mountPrivate(app, route, (_caller, request) => page(request));
  }
  const totals = pageOf(OWN_ROUTES.rewardsTotal);
  mountPrivate(app, OWN_ROUTES.rewardsTotal, (_caller, request) => {
    const page = totals(request);
    return isFailure(page) ? page : [];
  });
  const readType = createRouteQueryReader<object>(OWN_ROUTES.rewardsPercentages);
  mountPrivate(app, OWN_ROUTES.rewardsPercentages, (_caller, request) => {
    const query = readType(request.query);
    return query.kind === 'failure' ? query : {};
  });
  const current = pageOf(CLIENT_ROUTES.rewardsMarkets);
  mount(app, CLIENT_ROUTES.rewardsMarkets, (request, reply) => answer(reply, current(request)));
  const ofMarket = pageOf(CLIENT_ROUTES.rewardsOfMarket);
  mount(app, CLIENT_ROUTES.rewardsOfMarket, (request, reply) => {
    const market = marketOf(request, view);
    const isInvalid = typeof market === 'object' && market.code === 'invalid_market';
    return answer(reply, isInvalid ? market : ofMarket(request));
  });
  const readRebates = createRouteQueryReader<RebatesQuery>(CLIENT_ROUTES.rebates, {
    invalid: (detail) => (detail.startsWith('date is malformed') ? failure('invalid_date') : badRequest(detail)),
  });
  mount(app, CLIENT_ROUTES.rebates, (request, reply) => {
    const query = readRebates(request.query);
    if (query.kind === 'failure') return sendFailure(reply, query);
    const maker = parseAddress(query.value.maker_address);
    if (maker.kind === 'invalid') return sendFailure(reply, badRequest(`maker_address ${maker.error}`));
    return sendJson(reply, 'null');
  });
}

const HASH = /^0x[0-9a-f]{64}$/;

function marketOf(request: FastifyRequest, { state }: AppDependencies['view']): MarketId | Failure {
  const conditionId = conditionIdText((request.params as { readonly condition_id: string }).condition_id);
  if (!isConditionId(conditionId)) return failure('invalid_market');
  return state.marketsByCondition.get(conditionId) ?? UNKNOWN_MARKET;
}

/** True for a calendar day without a time: `2026-07-01`. */
function isDay(text: string): boolean {
  return /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}
