/** Empty answers of the rewards and rebates programmes that the venue does not have. */
import {
  CLIENT_ROUTES,
  type CursorQuery,
  END_CURSOR,
  OWN_PAGE,
  OWN_ROUTES,
  type RebatesQuery,
  type RewardsMarketsQuery,
} from '@bellwether/contract';
import { badRequest, failure } from '@bellwether/wire/failure.ts';
import { decodeOffsetCursor } from '@bellwether/wire/forms/cursors.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import { answer, isFailure, mount, mountPrivate } from '../mount.ts';
import { sendFailure, sendJson } from '../plugins/answers.ts';
import { createRouteQueryReader, type QueryRoute } from '../plugins/query.ts';
import { marketOf } from './clients.ts';

type PageQuery = CursorQuery & Partial<Pick<RewardsMarketsQuery, 'date' | 'page_size'>>;

/** Returns what answers a route's query: an empty page, or a refusal of its date or cursor. */
function pageOf(route: QueryRoute): (request: FastifyRequest) => object {
  const readQuery = createRouteQueryReader<PageQuery>(route);
  return (request) => {
    const query = readQuery(request.query);
    if (query.kind === 'failure') return query;
    const { date, next_cursor, page_size: limit = OWN_PAGE } = query.value;
    if (date !== undefined && !isDay(date)) return failure('invalid_date');
    if (decodeOffsetCursor(next_cursor).kind === 'invalid') return failure('invalid_cursor');
    return { limit, count: 0, next_cursor: END_CURSOR, data: [] };
  };
}

export function registerRewardsRoutes(app: FastifyInstance, { parseAddress, view }: AppDependencies): void {
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
  for (const route of [CLIENT_ROUTES.rewardsMarkets, CLIENT_ROUTES.rewardedMarkets] as const) {
    const page = pageOf(route);
    mount(app, route, (request, reply) => answer(reply, page(request)));
  }
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

/** True for a calendar day without a time: `2026-07-01`. */
function isDay(text: string): boolean {
  return /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}
