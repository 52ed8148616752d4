/** How each client's typings are read, its calls made, and its options given values. */
import { Side } from '@polymarket/clob-client-v2';
import pmxt from 'pmxtjs';
import { exchangeOf } from '../ccxt-stage.ts';
import { repeating } from '../repeating.ts';
import { keyOf, openTrader } from '../stage.ts';
import type { ClientName } from '../table/clients.ts';
import type { Companions, Values } from './cases.ts';
import { at, call, type OptionClient, textValues } from './option-client.ts';
import type { OptionStage } from './stage.testing.ts';
import { Typings } from './typings.ts';
import { openUnified } from './unified.testing.ts';

export const OPTION_CLIENTS = {
  '@polymarket/client': openUnified,
  '@polymarket/clob-client-v2': openTrading,
  ccxt: openCcxt,
  pmxtjs: openPmxt,
} as const satisfies { readonly [name in ClientName]?: (stage: OptionStage, common: Values) => Promise<OptionClient> };

async function openTrading(stage: OptionStage, common: Values): Promise<OptionClient> {
  const { market, venue } = stage;
  const { client } = stage.alice;
  const limit = { tokenID: market.yes, price: 0.1, size: 5, side: Side.BUY };
  let opened = 0;
  const creating = ['createOrder', 'createMarketOrder', 'createAndPostOrder', 'createAndPostMarketOrder'];
  const forCases = (make: (name: string) => object, option: string): Companions =>
    Object.fromEntries(creating.map((name) => [`${name} ${option}`, () => make(name)]));
  return {
    calls: new Typings(['@polymarket/clob-client-v2/dist/client.d.ts'], ['SignedOrder', 'OrderBookSummary']).calls(
      'ClobClient',
    ),
    values: {
      ...common,
      ...textValues(common, ['after', 'before']),
      ...at(
        () => stage.trade,
        ...['getTrades', 'getTradesPaginated', 'getBuilderTrades'].map((name) => `${name}.params.id`),
      ),
      'getOpenOrders.params.id': () => stage.resting,
      'dropNotifications.params.ids': () => '1',
      'getPricesHistory.params.market': () => market.yes,
      'getPrice.side': () => 'BUY',
      heartbeatId: () => '',
      key: () => 'no such key',
      fidelity: () => 1,
      order_by: () => 'market',
      position: () => 'x',
      makerAmount: () => '500000',
      takerAmount: () => '5000000',
      'createExchangeV3OrderFromAmounts.userOrder.tokenID': () => stage.second.yes,
      '<SignedOrder>': () => client.createOrder(limit),
      '<OrderBookSummary>': () => client.getOrderBook(market.yes),
    },
    companions: {
      'getPricesHistory.params': () => ({ market: market.yes, interval: '1d' }),
      ...Object.fromEntries(
        ['getBalanceAllowance', 'updateBalanceAllowance'].flatMap((name) => [
          [name, () => ({ params: { asset_type: 'COLLATERAL' } })],
          [
            `${name} params.asset_type=CONDITIONAL`,
            () => ({ params: { asset_type: 'CONDITIONAL', token_id: market.yes } }),
          ],
        ]),
      ),
      'createAndPostOrder userOrder.expiration': () => ({ orderType: 'GTD' }),
      'createAndPostOrder orderType=GTD': () => ({ userOrder: { ...limit, expiration: common['expiration']?.() } }),
      'postOrder orderType=GTD': async () => ({
        order: await client.createOrder({ ...limit, expiration: common['expiration']?.() as number }),
      }),
      ...Object.fromEntries(
        ['FOK', 'FAK'].map((type) => [
          `postOrder orderType=${type}`,
          async () => ({ order: await client.createOrder({ ...limit, price: 0.5 }) }),
        ]),
      ),
      'createAndPostMarketOrder userMarketOrder.price': () => ({
        userMarketOrder: { ...limit, amount: 5, price: 0.5 },
      }),
      cancelMarketOrders: () => ({ payload: { market: market.conditionId } }),
      isOrderScoring: () => ({ params: { order_id: stage.resting } }),
      areOrdersScoring: () => ({ params: { orderIds: [stage.resting] } }),
      getPricesHistory: () => ({ params: { market: market.yes, interval: '1d' } }),
      ...forCases(
        (name) => ({
          [name.includes('Market') ? 'userMarketOrder' : 'userOrder']: {
            ...limit,
            price: 0.5,
            amount: 5,
            tokenID: stage.negRisk[0].yes,
          },
        }),
        'options.negRisk=true',
      ),
      ...forCases(
        (name) => ({
          [name.includes('Market') ? 'userMarketOrder' : 'userOrder']: {
            ...limit,
            price: 0.5,
            amount: 5,
            tokenID: stage.second.yes,
          },
        }),
        'options.version=3',
      ),
    },
    run: async (method, args) => {
      if (!/Key|cancelAll|Heartbeat/.test(method)) return call(client, method, args);
      opened += 1;
      return call((await openTrader(venue, `options ${opened}`, { chain: 137 })).client, method, args);
    },
  };
}

async function openCcxt(stage: OptionStage, common: Values): Promise<OptionClient> {
  const typings = new Typings(
    ['prediction/polymarket', 'abstract/prediction/polymarket'].map((name) => `ccxt/js/src/${name}.d.ts`),
  );
  const { venue, market, event } = stage;
  const client = exchangeOf(venue, 'c', { enableRateLimit: false });
  client.options['chainId'] = 137;
  await client.loadHttpProxyAgent();
  await client.loadMarkets();
  await client.createOrder(market.yes, 'limit', 'buy', 100, 0.5);
  const trade = () => client.createOrder(market.yes, 'limit', 'buy', 5, 0.5);
  const order = { outcome: market.yes, type: 'limit', side: 'buy', amount: 5, price: 0.1 };
  const other = exchangeOf(venue, 'd');
  other.options['chainId'] = 137;
  await other.loadHttpProxyAgent();
  await other.loadMarkets();
  await other.loadApiCredentials();
  const body = (): object => client.buildClobOrderBody(market.yes, 'limit', 'buy', 5, 0.1)['body'];
  const implicit = typings.calls('Exchange');
  return {
    // The last never ends by itself: it is a part of `watchOrders`.
    calls: [...typings.calls('polymarket').filter(({ method }) => method !== 'subscribeUserChannel'), ...implicit],
    values: {
      ...common,
      ...at(() => undefined, 'since'),
      ...at(() => 'limit', 'type'),
      ...at(() => 'buy', 'side'),
      ...at(() => stage.resting, 'id', 'ids'),
      ...at(() => event.slug, 'fetchEvent.id', 'slug'),
      ...at(() => market.eventId, 'eventId'),
      ...at(() => '1m', 'timeframe'),
      ...at(() => 0, 'since', 'signatureType', 'salt', 'nonce'),
      ...at(() => 5, 'cost', 'searchPageSize', 'maxSearchPages'),
      timestamp: () => Date.now(),
      funder: () => client.walletAddress,
      'createOrders.orders.params': () => ({}),
      'createMarketBuyOrderWithCost.params': () => ({}),
    },
    companions: {
      ...Object.fromEntries(implicit.map(({ method }) => [method, () => ({ params: implicitParams(method, stage) })])),
      fetchEvents: () => ({ params: { query: 'Lagoon' } }),
      createOrder: () => ({ price: 0.1 }),
      clobPrivatePostOrder: () => ({ params: body() }),
      clobPrivatePostOrders: () => ({ params: [body()] }),
      'fetchEvents params.tags': () => ({ params: { tags: ['harbours'] } }),
      'fetchOHLCV since': () => ({ since: Date.now() - 3_600_000 }),
      'createOrder params.orderType=FOK': () => ({ price: 0.5 }),
      'createOrder params.orderType=FAK': () => ({ price: 0.5 }),
      'createOrder params.orderType=GTD': () => ({
        params: { orderType: 'GTD', expiration: `${common['expiration']?.()}` },
      }),
      'createOrder params.expiration': () => ({
        params: { orderType: 'GTD', expiration: `${common['expiration']?.()}` },
      }),
      'createOrder params.negRisk=true': () => ({ outcome: stage.negRisk[0].yes }),
      fetchTickers: () => ({ outcomes: [market.yes] }),
      'createOrders.orders': () => order,
      'fetchEvents.params': () => ({ query: 'Lagoon' }),
    },
    run: (method, args) => {
      // A first heartbeat names no earlier one.
      const answer = call(method.endsWith('V1Heartbeats') ? other : client, method, args);
      return method.startsWith('watch') ? repeating(answer, trade, 100) : answer;
    },
  };
}

/** The least parameters of a call by route; ccxt offers each route by its address, with any parameters. */
function implicitParams(method: string, { market, event, comment, alice, resting }: OptionStage): object {
  const of = /Markets/.test(method)
    ? event.markets[0]
    : /Series/.test(method)
      ? event.series[0]
      : /Tags/.test(method) && !/Events/.test(method)
        ? event.tags[0]
        : { ...event, id: market.eventId };
  const { yes, conditionId } = market;
  const asset_type = 'COLLATERAL';
  const rules: readonly (readonly [RegExp, object])[] = [
    [/CommentsId$/, { id: comment.id }],
    [/UserAddress$/, { user_address: alice.address }],
    [/SlugSlug/, { slug: of.slug }],
    [/OrderId$/, { id: resting }],
    [/(Events|Creators|Markets|Series|Summary|Tags|Teams)Id/, { id: of.id }],
    [/PublicProfile$/, { address: alice.address }],
    [/PublicSearch$/, { q: 'Lagoon' }],
    [/Post(Books|LastTradesPrices|Midpoints|Spreads|Prices)$/, [{ token_id: yes, side: 'BUY' }]],
    [/PostBatchPricesHistory$/, { markets: [yes], interval: '1d' }],
    [/PostMarketsLiveActivity$/, [conditionId]],
    [/TokenId$|Book$|FeeRate$|LastTradePrice$|Midpoint$|NegRisk$|Spread$|TickSize$/, { token_id: yes }],
    [/ConditionId$/, { condition_id: conditionId }],
    [/GetPrice$/, { token_id: yes, side: 'BUY' }],
    [/PricesHistory$/, { market: yes, interval: '1d' }],
    [/RebatesCurrent$/, { date: '2026-07-01', maker_address: alice.address }],
    [/BalanceAllowance(Update)?$/, { asset_type }],
    [/OrderScoring$/, { order_id: resting }],
    [/Rewards(User|UserMarkets|UserTotal)$/, { date: '2026-07-01' }],
    [/V1Heartbeats$/, { heartbeat_id: '' }],
    [/DeleteOrder$/, { orderID: resting }],
    [/DeleteOrders$/, [resting]],
    [/CancelMarketOrders$/, { market: conditionId }],
    [/DeleteNotifications$/, { ids: '1' }],
    [/^data.*Trades$/, { limit: 5 }],
    [
      /^data.*(Activity|Positions|Traded|Value|Combos|Snapshot)$/,
      /MarketPositions/.test(method) ? { market: conditionId } : { user: alice.address },
    ],
    [/^data.*(Holders|Oi)$/, { market: conditionId }],
    [/LiveVolume$/, { id: market.eventId }],
  ];
  return rules.find(([name]) => name.test(method))?.[1] ?? {};
}

async function openPmxt(stage: OptionStage, common: Values): Promise<OptionClient> {
  const typings = new Typings(
    ['pmxtjs/dist/pmxt/client.d.ts', 'pmxt-core/dist/BaseExchange.d.ts'],
    ['MarketOutcome', 'BuiltOrder'],
  );
  const options = { privateKey: keyOf(stage.venue, 'p'), signatureType: 'eoa', autoStartServer: false } as const;
  const client = new pmxt.Polymarket(options);
  const { market, event } = stage;
  const listed = await client.fetchMarkets({ eventId: market.eventId });
  const [outcome] = listed[0]?.outcomes ?? [];
  const marketId = listed[0]?.marketId ?? '';
  const order = { marketId, outcomeId: market.yes, side: 'buy', type: 'limit', amount: 5, price: 0.1 } as const;
  await client.createOrder({ ...order, amount: 100, price: 0.5 });
  const resting = await client.createOrder(order);
  return {
    calls: typings
      .calls('Exchange', 'PredictionMarketExchange')
      .filter(({ method }) => !/^(getExecution|callApi|testDummy|close$)/.test(method)),
    values: {
      ...common,
      '<BuiltOrder>': () => client.buildOrder(order),
      ...at(() => 1, 'page', 'fee', 'onBehalfOf'),
      tickSize: () => 0.01,
      ...at(() => 0.5, 'similarityThreshold'),
      ...at(() => 'Harbours', 'category'),
      ...at(() => marketId, 'marketId'),
      ...at(() => market.eventId, 'eventId'),
      ...at(() => resting.id, 'orderId'),
      outcomeId: () => market.yes,
      ...at(() => new Date(Date.now() - 3_600_000), 'start', 'since'),
      ...at(() => new Date(), 'end', 'until'),
      ...at(() => event.markets[0].slug, 'fetchMarkets.params.slug', 'fetchMarket.params.slug'),
      ...at(() => 'Harbours', 'tags'),
      before: () => new Date('2100-01-01'),
      resolution: () => '1m',
      cursor: () => 'MA==',
    },
    companions: {
      'fetchMarket.params': () => ({ marketId }),
      'fetchEvent.params': () => ({ eventId: market.eventId }),
      'createOrder.params': () => order,
      'buildOrder.params': () => order,
      fetchMarket: () => ({ params: { slug: event.markets[0].slug } }),
      fetchEvent: () => ({ params: { slug: event.slug } }),
      fetchOHLCV: () => ({ params: { resolution: '1m' } }),
      'buildOrder params.outcome': () => ({ params: { outcome, side: 'buy', type: 'limit', amount: 5, price: 0.1 } }),
    },
    run: async (method, args) => {
      if (!method.endsWith('Paginated') || !JSON.stringify(args).includes('cursor')) return call(client, method, args);
      // The process keeps the pages of one listing a client.
      const other = new pmxt.Polymarket({ autoStartServer: false });
      const { nextCursor } = await other.fetchMarketsPaginated({ limit: 2 });
      return other.fetchMarketsPaginated({ limit: 2, cursor: nextCursor });
    },
  };
}
