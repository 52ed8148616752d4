/** Options of the unified SDK. */
import { Side } from '@polymarket/clob-client-v2';
import { COLLATERAL, CONDITIONAL_TOKENS } from '../relayer-stage.testing.ts';
import type { Values } from './cases.ts';
import { at, call, type OptionClient, textValues } from './option-client.ts';
import type { OptionStage } from './stage.testing.ts';
import { Typings } from './typings.ts';

const of = (field: string, ...methods: readonly string[]): string[] =>
  methods.map((method) => `${method}.request.${field}`);
/** Stands for the cursor of the second page, which only the first page tells. */
const CURSOR = 'of the second page';

async function paged(client: unknown, method: string, [request]: readonly unknown[]): Promise<readonly unknown[]> {
  const { cursor, ...others } = (request ?? {}) as { readonly cursor?: string };
  if (cursor !== CURSOR) return request === undefined ? [] : [request];
  const pages = await call(client, method, [{ ...others, pageSize: 1 }]);
  const first = (await call(pages, 'firstPage', [])) as { readonly nextCursor?: string };
  return [{ ...others, cursor: first.nextCursor }];
}

export async function openUnified(stage: OptionStage, common: Values): Promise<OptionClient> {
  const { owner, market, event } = stage;
  const limit = { tokenId: market.yes, price: 0.1, size: 5, side: Side.BUY } as never;
  const signed = () => owner.createLimitOrder(limit);
  return {
    calls: new Typings(
      ['@polymarket/client/dist/types-vvy5wT5V.d.ts'],
      ['SignedOrder', 'AcceptedOrderResponse', 'CollateralReturnPlanResponse'],
    ).calls('SecureActions'),
    values: {
      ...common,
      ...textValues(common, ['after', 'before']),
      id: () => market.eventId,
      price: () => 0.1,
      cursor: () => CURSOR,
      'fetchTotalEarningsForUserForDay.request.cursor': () => 'MA==',
      '<SignedOrder>': signed,
      '<AcceptedOrderResponse>': async () => owner.postOrder(await signed()),
      ...at(() => new Date().toISOString(), 'endDateMax', 'endDateMin', 'startDateMax', 'startDateMin'),
      ...at(() => new Date().toISOString(), 'startTimeMax', 'startTimeMin', 'eventDate'),
      ...at(() => 1, 'eventWeek', 'gameIds', 'gameId', 'providerId', 'fidelity', 'filterAmount', 'keepClosedMarkets'),
      ...at(() => 'x', 'partnerSlug', 'abbreviation', 'league', 'name', 'userName', 'position', 'presets'),
      'listEvents.request.order': () => 'volume',
      'listMarkets.request.order': () => 'volumeNum',
      ...at(() => 'createdAt', 'listComments.request.order', 'listCommentsByUserAddress.request.order'),
      ...at(() => 'id', 'listSeries.request.order', 'listTags.request.order', 'listTeams.request.order'),
      'listMarketClarifications.request.order': () => 'id',
      'listUserEarningsAndMarketsConfig.request.orderBy': () => 'market',
      seriesIds: () => Number(event.series[0].id),
      questionIds: () => event.markets[0].questionID,
      questionId: () => event.markets[0].questionID,
      ...at(() => event.markets[0].id, 'fetchMarket.request.id', 'fetchMarketTags.request.id', 'marketId'),
      'redeemPositions.request.conditionId': () => stage.past.conditionId,
      'redeemPositions.request.marketId': () => stage.pastId,
      'fetchMarket.request.slug': () => event.markets[0].slug,
      'listMarkets.request.slug': () => event.markets[0].slug,
      'listMarkets.request.ids': () => Number(event.markets[0].id),
      'fetchSeries.request.id': () => event.series[0].id,
      'listSeries.request.slug': () => event.series[0].slug,
      ...at(() => event.tags[0].id, ...of('id', 'fetchTag', 'fetchRelatedTags', 'fetchRelatedTagResources')),
      ...at(() => event.tags[0].slug, ...of('slug', 'fetchTag', 'fetchRelatedTags', 'fetchRelatedTagResources')),
      ...at(() => `0x03${'0'.repeat(60)}`, ...of('conditionId', 'listComboPositions', 'listComboActivity'), 'exclude'),
      'fetchCommentsById.request.id': () => stage.comment.id,
      'fetchEvent.request.url': () => `https://polymarket.com/event/${event.slug}`,
      'fetchMarket.request.url': () => `https://polymarket.com/market/${event.markets[0].slug}`,
      ...at(() => stage.trade, ...of('id', 'listAccountTrades', 'listBuilderTrades')),
      'listOpenOrders.request.id': () => stage.resting,
      'dropNotifications.request.ids': () => '1',
      positionIds: () => market.yes,
      sportsMarketTypes: () => 'moneyline',
      umaResolutionStatus: () => 'resolved',
      eventsStatus: () => 'active',
      txHash: () => `0x${'1'.repeat(64)}`,
      ...at(() => 0.9, 'maxPrice'),
      ...at(
        () => 5_000_000n,
        ...['split', 'merge'].map((name) => `${name}Position${name === 'merge' ? 's' : ''}.request.amount`),
      ),
      metadata: () => 'a note',
      ...at(() => COLLATERAL, 'tokenAddress', 'spenderAddress', 'recipientAddress', 'operatorAddress'),
      legs: () => market.yes,
      positionId: () => market.yes,
      timeoutMs: () => 1_000,
      instrumentId: () => 1,
      symbols: () => 'btcusdt',
      symbol: () => 'AAPL',
      'subscribe.subscriptions.interval': () => '1m',
    },
    companions: {
      'listTrades.request': () => ({ filterType: 'CASH', filterAmount: 1 }),
      'fetchPriceHistory.request': () => ({ startTs: common['startTs']?.() }),
      cancelMarketOrders: () => ({ request: { market: market.conditionId } }),
      'approveErc1155ForAll.request': () => ({ tokenAddress: CONDITIONAL_TOKENS }),
    },
    run: async (method, args) => {
      const answer = await call(owner, method, await paged(owner, method, args));
      if (answer === null || typeof answer !== 'object') return answer;
      if ('firstPage' in answer) return call(answer, 'firstPage', []);
      if ('wait' in answer) return call(answer, 'wait', []);
      for (const one of Array.isArray(answer) ? answer : [answer]) if (one?.ok === false) throw new Error(one.message);
      return answer;
    },
  };
}
