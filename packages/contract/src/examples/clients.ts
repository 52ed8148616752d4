/** Examples of the routes that clients of the ecosystem call in addition to the interface. */
import type { Json, JsonObject } from '../json.ts';
import { LISTING_ITEM } from './catalog.ts';
import type { RouteExample, RouteExamples } from './example.ts';
import { SAMPLE, SECONDS } from './sample.ts';
import { FLAT_ORDER } from './trading.ts';

const page = (...data: readonly Json[]): JsonObject => ({ limit: 100, count: data.length, next_cursor: 'LTE=', data });
const answer = (what: string, value: Json): RouteExample => ({ responses: { [what]: value } });
const NONE = 'there are none';
const REFUSED = 'never: it is refused';
const ofMarket = { parameters: { condition_id: SAMPLE.conditionId } };

const { condition_id, rewards, tokens, active, closed, archived, accepting_orders } = LISTING_ITEM;
const SIMPLE = answer(
  'one market',
  page({ condition_id, rewards, tokens, active, closed, archived, accepting_orders } as JsonObject),
);

const TRADE: JsonObject = {
  id: '5120',
  taker_order_id: SAMPLE.orderId,
  market: SAMPLE.conditionId,
  asset_id: SAMPLE.yesTokenId,
  side: 'BUY',
  size: '5',
  fee_rate_bps: '0',
  price: '0.55',
  status: 'CONFIRMED',
  match_time: String(SECONDS),
  last_update: String(SECONDS),
  outcome: 'Yes',
  bucket_index: 0,
  owner: SAMPLE.apiKey,
  maker_address: SAMPLE.alice,
  maker_orders: [
    {
      order_id: SAMPLE.restingOrderId,
      owner: '00000000-0000-0000-0000-000000000000',
      maker_address: SAMPLE.bob,
      matched_amount: '5',
      price: '0.55',
      fee_rate_bps: '0',
      asset_id: SAMPLE.yesTokenId,
      outcome: 'Yes',
      outcome_index: 0,
      side: 'SELL',
    },
  ],
  transaction_hash: SAMPLE.transactionHash,
  trader_side: 'TAKER',
  fee: '0',
};

const NOTIFICATION: JsonObject = {
  id: 12,
  owner: SAMPLE.apiKey,
  type: 2,
  timestamp: SECONDS,
  payload: {
    asset_id: SAMPLE.yesTokenId,
    market: SAMPLE.conditionId,
    order_id: SAMPLE.orderId,
    side: 'BUY',
    price: '0.55',
    original_size: '20',
    matched_size: '5',
    remaining_size: '15',
    outcome: 'Yes',
    outcome_index: 0,
    type: 'GTC',
    trade_id: '5120',
    transaction_hash: SAMPLE.transactionHash,
    question: 'Will it rain in Lisbon on Saturday?',
    market_slug: SAMPLE.marketSlug,
    eventSlug: SAMPLE.eventSlug,
    icon: '',
  },
};

const COMPACT: JsonObject = {
  c: SAMPLE.conditionId,
  t: [
    { t: SAMPLE.yesTokenId, o: 'Yes' },
    { t: SAMPLE.noTokenId, o: 'No' },
  ],
  mos: 5,
  mts: 0.01,
  mbf: 0,
  tbf: 0,
  nr: false,
  fd: { r: 0, e: 1, to: true },
  r: null,
  ao: true,
  aot: '',
  gst: '',
  sd: 0,
  cbos: false,
  rfqe: false,
  itode: false,
  ibce: false,
  oas: 0,
};

const ACTIVITY: JsonObject = {
  event_type: 'trade',
  market: {
    condition_id: SAMPLE.conditionId,
    asset_id: SAMPLE.yesTokenId,
    question: 'Will it rain in Lisbon on Saturday?',
    icon: '',
    slug: SAMPLE.marketSlug,
  },
  user: {
    address: SAMPLE.alice,
    username: '',
    profile_picture: '',
    optimized_profile_picture: '',
    pseudonym: 'Patient-Heron',
  },
  side: 'BUY',
  size: '20',
  fee_rate_bps: '0',
  price: '0.55',
  outcome: 'Yes',
  outcome_index: 0,
  transaction_hash: SAMPLE.transactionHash,
  timestamp: String(SECONDS),
};

export const CLIENT_EXAMPLES: RouteExamples = {
  'GET /auth/ban-status/closed-only': answer('no one is', { closed_only: false }),
  'GET /auth/readonly-api-keys': answer(NONE, []),
  'POST /auth/readonly-api-key': answer(REFUSED, { apiKeys: [] }),
  'DELETE /auth/readonly-api-key': answer(REFUSED, false),
  'GET /data/orders': answer('one open order', page(FLAT_ORDER)),
  'GET /data/pre-migration-orders': answer(NONE, page()),
  'GET /data/trades': answer('one trade, as its taker', page(TRADE)),
  'GET /balance-allowance': {
    parameters: { asset_type: 'COLLATERAL' },
    responses: {
      'ten thousand': {
        balance: '10000000000',
        allowances: { '0x7b5f0c1d2e3a4958677685a4b3c2d1e0f9e8d7c6': (2n ** 256n - 1n).toString() },
      },
    },
  },
  'GET /balance-allowance/update': answer('nothing to do', {}),
  'GET /notifications': answer('an order was filled', [NOTIFICATION]),
  'DELETE /notifications': { request: { ids: ['12'] }, responses: { dropped: 'OK' } },
  'GET /order-scoring': { parameters: { order_id: SAMPLE.orderId }, responses: { 'none does': { scoring: false } } },
  'POST /orders-scoring': { request: [SAMPLE.orderId], responses: { 'none does': { [SAMPLE.orderId]: false } } },
  'GET /rewards/user': answer(NONE, page()),
  'GET /rewards/user/total': answer(NONE, []),
  'GET /rewards/user/percentages': answer(NONE, {}),
  'GET /rewards/user/markets': answer(NONE, page()),
  'GET /ok': answer('health', 'OK'),
  'GET /status': answer('health', 'OK'),
  'GET /version': answer('the only one', { version: 2 }),
  'GET /simplified-markets': SIMPLE,
  'GET /sampling-markets': answer('one market', page(LISTING_ITEM)),
  'GET /sampling-simplified-markets': SIMPLE,
  'GET /markets-by-token/:token_id': {
    parameters: { token_id: SAMPLE.yesTokenId },
    responses: {
      'its market': {
        condition_id: SAMPLE.conditionId,
        primary_token_id: SAMPLE.yesTokenId,
        secondary_token_id: SAMPLE.noTokenId,
      },
    },
  },
  'GET /clob-markets/:condition_id': { ...ofMarket, ...answer('terms', COMPACT) },
  'GET /markets/live-activity/:condition_id': { ...ofMarket, ...answer('one fill', [ACTIVITY]) },
  'GET /fees/builder-fees/:code': {
    parameters: { code: SAMPLE.builder },
    ...answer(NONE, { builder_maker_fee_rate_bps: 0, builder_taker_fee_rate_bps: 0 }),
  },
  'GET /rewards/markets/current': answer(NONE, page()),
  'GET /rewards/markets/:condition_id': { ...ofMarket, ...answer(NONE, page()) },
};
