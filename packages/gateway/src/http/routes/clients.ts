/** Market and venue routes that the public trading clients use beyond the interface. */
import { CLIENT_ROUTES, conditionIdText, type MarketsCursorQuery } from '@bellwether/contract';
import { isConditionId, isTokenId, type MarketId } from '@bellwether/engine';
import { type Reader, ReadStoreUnavailable } from '@bellwether/ports/reader.ts';
import { type Failure, failure, RETRY_SECONDS, retryLater } from '@bellwether/wire/failure.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { marketOfToken } from '../book-cache.ts';
import { type AppDependencies, orderVersion } from '../dependencies.ts';
import { mount } from '../mount.ts';
import { sendFailure, sendJson, sendValue } from '../plugins/answers.ts';
import { createRouteQueryReader } from '../plugins/query.ts';
import { answerRead } from '../send-read.ts';
import { answerMarketsPage } from './catalog.ts';

const UNKNOWN_MARKET = failure('market_not_found');
const NOT_READY = retryLater('unavailable', RETRY_SECONDS);

export function registerClientRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  const canRead = createReadsCheck(dependencies.reader);
  const { settings, commitsWait = () => false } = dependencies;
  const version = orderVersion(settings);
  mount(app, CLIENT_ROUTES.ok, async (_request, reply) =>
    (await canRead()) && !commitsWait() ? sendJson(reply, '"OK"') : sendFailure(reply, NOT_READY),
  );
  mount(app, CLIENT_ROUTES.status, async (_request, reply) => {
    if (!(await canRead())) return sendFailure(reply, NOT_READY);
    reply.routeCounts?.count(200);
    return reply.header('content-type', 'text/plain; charset=utf-8').send('OK');
  });
  mount(app, CLIENT_ROUTES.orderVersion, (_request, reply) => sendValue(reply, { version }));
  registerListings(app, dependencies);
  registerMarketReads(app, dependencies);
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
}

/** The market that a path names, or a refusal. */
function marketOf(request: FastifyRequest, { state }: AppDependencies['view']): MarketId | Failure {
  const conditionId = conditionIdText((request.params as { readonly condition_id: string }).condition_id);
  if (!isConditionId(conditionId)) return failure('invalid_market');
  return state.marketsByCondition.get(conditionId) ?? UNKNOWN_MARKET;
}
