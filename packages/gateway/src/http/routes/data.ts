/**
 * Trades, holders, volumes, builder trades, portfolios and rankings. Queries are checked here; reader threads answer.
 */
import {
  type BuilderTradesQuery,
  conditionIdText,
  DATA_ROUTES,
  END_CURSOR,
  LEDGER_ROUTES,
  type LiveVolumeQuery,
  type Route,
  SCORE_ROUTES,
  type TradesQuery,
  UNIFIED_ROUTES,
} from '@bellwether/contract';
import { keptTypes } from '@bellwether/read-model/ledger/answer/activity.ts';
import {
  type BuilderTradesParameters,
  NEXT_CURSOR_HEADER,
} from '@bellwether/read-model/ledger/answer/builder-trades.ts';
import { NO_BUILDER_TRADES } from '@bellwether/read-model/ledger/answer/data-output.ts';
import { holdersParameters, type LiveVolumeParameters } from '@bellwether/read-model/ledger/answer/holders.ts';
import type { TradesParameters } from '@bellwether/read-model/ledger/answer/trades.ts';
import { badRequest, type Failure, failure } from '@bellwether/wire/failure.ts';
import type { ParseAddress } from '@bellwether/wire/forms/address.ts';
import { decodeFillCursor, decodeOffsetCursor } from '@bellwether/wire/forms/cursors.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { AppDependencies } from '../dependencies.ts';
import { isFailure, mount } from '../mount.ts';
import { sendFailure, sendValue } from '../plugins/answers.ts';
import { mayReadLedger } from '../plugins/client-address.ts';
import { createRouteQueryReader, type QueryRoute } from '../plugins/query.ts';
import { answerRead } from '../send-read.ts';

export function registerDataRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  const { reader, settings, clock, parseAddress } = dependencies;

  /** Mounts a route that runs the read `name` with the parameters that `parametersOf` builds from the query. */
  function serve<R extends Route & QueryRoute>(
    route: R,
    name: string,
    parametersOf: (query: Static<R['query']>) => object,
  ): void {
    const isAllowListed = route.errors.includes('ip_not_allowlisted');
    const readQuery = createRouteQueryReader<Static<R['query']>>(route, {
      clamps: settings.profile === 'polymarket',
      unknown: (field) => failure('unknown_field', { name: field }),
      missing: (field) => failure('missing_field', { name: field }),
    });
    mount(app, route, (request, reply) => {
      if (isAllowListed && !mayReadLedger(request, settings.dataAllowlist)) {
        return sendFailure(reply, failure('ip_not_allowlisted'));
      }
      const read = readQuery(request.query);
      const parameters = read.kind === 'failure' ? read : parametersOf(read.value);
      const isOfClient = takesTokenIds(request) && !isFailure(parameters);
      return answerRead(reply, reader, name, isOfClient ? { ...parameters, tokenIds: true } : parameters);
    });
  }

  /** True for clients of that profile at a host or prefix of the data service: they know tokens by decimal ids. */
  const takesTokenIds = (request: FastifyRequest): boolean =>
    settings.profile === 'polymarket' && app.hosts.serviceOf(request) === 'data';

  const ofUser = <Query extends UserQuery>(query: Query): Query | Failure => normalized(query, parseAddress);

  serve(LEDGER_ROUTES.trades, 'trades', (query) => tradesParameters(query, parseAddress));
  serve(DATA_ROUTES.holders, 'holders', (query) => holdersParameters({ ...query, market: distinct(query.market) }));
  serve(DATA_ROUTES.liveVolume, 'live-volume', liveVolumeParameters);
  serve(DATA_ROUTES.positions, 'positions', ofUser);
  serve(DATA_ROUTES.closedPositions, 'closed-positions', ofUser);
  serve(DATA_ROUTES.value, 'value', ofUser);
  serve(DATA_ROUTES.traded, 'traded', ofUser);
  // Clients of the profile polymarket expect deposits and withdrawals only if they ask for them.
  const areExcluded = settings.profile === 'polymarket' ? undefined : false;
  serve(DATA_ROUTES.activity, 'activity', ({ excludeDepositsWithdrawals: excludes = areExcluded, ...query }) =>
    ofUser({ ...query, type: keptTypes(query.type, excludes) }),
  );
  for (const route of [DATA_ROUTES.leaderboard, DATA_ROUTES.leaderboardV1]) {
    serve(route, 'leaderboard', (query) => {
      const complete = ofUser(query);
      return isFailure(complete) ? complete : { ...complete, nowMs: clock() };
    });
  }
  serve(SCORE_ROUTES.calibration, 'calibration', ofUser);
  serve(UNIFIED_ROUTES.marketPositions, 'market-positions', ({ market, ...query }) => {
    const complete = ofUser(query);
    return isFailure(complete) ? complete : { ...complete, market: conditionIdText(market) };
  });
  registerBuilderTrades(app, dependencies);
}

function liveVolumeParameters({ market, id }: LiveVolumeQuery): LiveVolumeParameters | Failure {
  if (market !== undefined && id !== undefined) return badRequest('market and id are two questions: send one');
  if (market !== undefined) return { market: distinct(market) };
  return id === undefined ? failure('missing_field', { name: 'market' }) : { event: id };
}

function tradesParameters(query: TradesQuery, parseAddress: ParseAddress): TradesParameters | Failure {
  const { after_cursor: cursor = '', ...rest } = query;
  const below = decodeFillCursor(cursor);
  if (below === null)
    return badRequest('after_cursor is no cursor of this list: send the x-next-cursor of the page before as it came');
  if (below !== undefined && rest.offset > 0)
    return badRequest('offset and after_cursor are two ways to page: send one');
  const incomplete = incompleteFilter(query);
  return incomplete ?? normalized({ ...rest, ...(below !== undefined && { below }) }, parseAddress);
}

/** Refuses a minimum amount without its unit, and a unit without an amount. */
function incompleteFilter({ filterType, filterAmount }: TradesQuery): Failure | null {
  if ((filterType === undefined) === (filterAmount === undefined)) return null;
  return badRequest(filterType === undefined ? 'filterAmount needs filterType' : 'filterType needs filterAmount');
}

interface UserQuery {
  readonly user?: string | undefined;
  readonly market?: readonly string[] | undefined;
  readonly eventId?: readonly string[] | undefined;
}

/** The query with ids and address in lower case, each market and event once. */
function normalized<Query extends UserQuery>(query: Query, parseAddress: ParseAddress): Query | Failure {
  const { user, market, eventId } = query;
  if (market !== undefined && eventId !== undefined) return badRequest('market and eventId are two filters: send one');
  const named = user === undefined ? null : parseAddress(user);
  if (named?.kind === 'invalid') return badRequest(`user ${named.error}`);
  return {
    ...query,
    ...(named !== null && { user: named.address }),
    ...(market !== undefined && { market: distinct(market) }),
    ...(eventId !== undefined && { eventId: [...new Set(eventId)] }),
  };
}

const distinct = (ids: readonly string[]): string[] => [...new Set(ids.map(conditionIdText))];

function registerBuilderTrades(app: FastifyInstance, { reader, parseAddress }: AppDependencies): void {
  const route = DATA_ROUTES.builderTrades;
  const readQuery = createRouteQueryReader<BuilderTradesQuery>(route);

  const parametersOf = (query: BuilderTradesQuery, offset: number): BuilderTradesParameters | Failure => {
    const { maker_address, market, builder_code, builder = builder_code, next_cursor: _, ...rest } = query;
    if (builder_code !== undefined && builder?.toLowerCase() !== builder_code.toLowerCase())
      return badRequest('builder and builder_code are the same parameter, here with two values: send one');
    const maker = maker_address === undefined ? null : parseAddress(maker_address);
    if (maker?.kind === 'invalid') return badRequest(`maker_address ${maker.error}`);
    return {
      ...rest,
      offset,
      ...(maker !== null && { maker_address: maker.address }),
      ...(market !== undefined && { market: conditionIdText(market) }),
      ...(builder !== undefined && { builder: builder.toLowerCase() }),
    };
  };

  mount(app, route, (request, reply) => {
    const query = readQuery(request.query);
    if (query.kind === 'failure') return sendFailure(reply, query);
    const cursor = decodeOffsetCursor(query.value.next_cursor);
    if (cursor.kind === 'invalid') return sendFailure(reply, failure('invalid_cursor'));
    const parameters = parametersOf(query.value, cursor.kind === 'end' ? 0 : cursor.offset);
    if (isFailure(parameters)) return sendFailure(reply, parameters);
    const isClientForm = query.value.builder_code !== undefined;
    if (cursor.kind === 'end') {
      reply.header(NEXT_CURSOR_HEADER, END_CURSOR);
      return sendValue(reply, isClientForm ? NO_BUILDER_TRADES : []);
    }
    return answerRead(reply, reader, isClientForm ? 'client-builder-trades' : 'builder-trades', parameters);
  });
}
