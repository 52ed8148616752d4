/** Errors of routes that the public trading clients use beyond the interface. */
import type { ErrorCase, ErrorCases } from './error-case.ts';
import { ask, type ErrorVenue, MISSPELT_ADDRESS, UNKNOWN_HASH, UNKNOWN_TOKEN } from './venue.ts';

const own =
  (url: string, method: 'GET' | 'POST' | 'DELETE' = 'GET', body?: unknown): ErrorCase['provoke'] =>
  ({ alice }: ErrorVenue) =>
    alice.send(method, url, body);
const get =
  (url: string): ErrorCase['provoke'] =>
  (venue) =>
    ask(venue, 'GET', url);

const UNKNOWN_FIELD = 'unknown parameter: colour';
const INVALID_CURSOR = 'Invalid next_cursor';

/** Error of every private read without a query of its own. */
const unknown = (path: string) => ({
  bad_request: { text: UNKNOWN_FIELD, provoke: own(`${path}?colour=red`) },
});
const unknownOpen = (path: string) => ({
  bad_request: { text: UNKNOWN_FIELD, provoke: get(`${path}?colour=red`) },
});
const listing = (path: string) => ({
  ...unknownOpen(path),
  invalid_cursor: { text: INVALID_CURSOR, provoke: get(`${path}?next_cursor=nonsense`) },
});
const wrongType = (path: string) => ({
  invalid_signature_type: { text: 'Invalid signature_type', provoke: own(`${path}?signature_type=4`) },
});
const balance = (path: string) => ({
  ...unknown(path),
  invalid_asset_type: { text: 'Invalid asset type', provoke: own(`${path}?asset_type=GOLD`) },
  invalid_signature_type: {
    text: 'Invalid signature_type',
    provoke: own(`${path}?asset_type=COLLATERAL&signature_type=4`),
  },
  invalid_token_id: {
    text: 'Invalid token id',
    provoke: own(`${path}?asset_type=CONDITIONAL&token_id=${UNKNOWN_TOKEN}`),
  },
  token_id_missing: {
    text: 'Invalid token id: the parameter token_id is missing',
    provoke: own(`${path}?asset_type=CONDITIONAL`),
  },
});
const rewards = (path: string) => ({
  ...unknown(path),
  invalid_date: { text: 'Invalid date (format: YYYY-MM-DD)', provoke: own(`${path}?date=2026-13-01`) },
  invalid_cursor: { text: INVALID_CURSOR, provoke: own(`${path}?date=2026-07-01&next_cursor=nonsense`) },
});
const absent = (method: 'POST' | 'DELETE', path: string, text: string) => ({
  not_offered: { text, provoke: own(path, method) },
});
const NO_READONLY = 'read-only API keys are not offered: every key here can trade';

const ofMarket = (path: (conditionId: string) => string) => ({
  ...unknownOpen(path(UNKNOWN_HASH)),
  invalid_market: { text: 'Invalid market', provoke: get(path('0x12')) },
  market_not_found: { text: 'market not found', provoke: get(path(UNKNOWN_HASH)) },
});

export const CLIENT_CASES: ErrorCases = {
  'GET /sports': unknownOpen('/sports'),
  'GET /sports/market-types': unknownOpen('/sports/market-types'),
  'GET /teams': unknownOpen('/teams'),
  'GET /market-clarifications': unknownOpen('/market-clarifications'),
  'GET /auth/ban-status/closed-only': unknown('/auth/ban-status/closed-only'),
  'GET /auth/readonly-api-keys': unknown('/auth/readonly-api-keys'),
  'POST /auth/readonly-api-key': absent('POST', '/auth/readonly-api-key', NO_READONLY),
  'DELETE /auth/readonly-api-key': absent('DELETE', '/auth/readonly-api-key', NO_READONLY),
  'GET /data/orders': {
    invalid_order_params: {
      text: 'invalid order params payload: market is malformed: expected 0x and 64 hex digits, or nothing',
      provoke: own('/data/orders?market=0x12'),
    },
    invalid_cursor: { text: INVALID_CURSOR, provoke: own('/data/orders?next_cursor=nonsense') },
  },
  'GET /data/pre-migration-orders': {
    ...unknown('/data/pre-migration-orders'),
    invalid_cursor: { text: INVALID_CURSOR, provoke: own('/data/pre-migration-orders?next_cursor=nonsense') },
  },
  'GET /data/trades': {
    invalid_trade_params: {
      text: /^Invalid trade params payload: maker_address has a wrong checksum/,
      provoke: own(`/data/trades?maker_address=${MISSPELT_ADDRESS}`),
    },
    invalid_cursor: { text: INVALID_CURSOR, provoke: own('/data/trades?next_cursor=nonsense') },
  },
  'GET /balance-allowance': balance('/balance-allowance'),
  'GET /balance-allowance/update': balance('/balance-allowance/update'),
  'GET /notifications': { ...unknown('/notifications'), ...wrongType('/notifications') },
  'DELETE /notifications': {
    bad_request: { text: 'unknown field "colour"', provoke: own('/notifications', 'DELETE', { colour: 'red' }) },
    invalid_signature_type: {
      text: 'Invalid signature_type',
      provoke: own('/notifications', 'DELETE', { signature_type: '9' }),
    },
    invalid_notification_ids: { text: 'Invalid ids', provoke: own('/notifications', 'DELETE', { ids: ['two'] }) },
  },
  'GET /order-scoring': {
    ...unknown('/order-scoring'),
    invalid_scoring_id: { text: 'Invalid order_id', provoke: own('/order-scoring?order_id=0x12') },
  },
  'POST /orders-scoring': {
    invalid_payload: { text: 'Invalid payload: the body must be array', provoke: own('/orders-scoring', 'POST', {}) },
  },
  'GET /rewards/user': rewards('/rewards/user'),
  'GET /rewards/user/total': rewards('/rewards/user/total'),
  'GET /rewards/user/percentages': unknown('/rewards/user/percentages'),
  'GET /rewards/user/markets': rewards('/rewards/user/markets'),
  'GET /simplified-markets': listing('/simplified-markets'),
  'GET /sampling-markets': listing('/sampling-markets'),
  'GET /sampling-simplified-markets': listing('/sampling-simplified-markets'),
  'GET /markets-by-token/:token_id': {
    ...unknownOpen(`/markets-by-token/${UNKNOWN_TOKEN}`),
    invalid_token_id: { text: 'Invalid token id', provoke: get('/markets-by-token/0x12') },
    market_not_found: { text: 'market not found', provoke: get(`/markets-by-token/${UNKNOWN_TOKEN}`) },
  },
  'GET /clob-markets/:condition_id': ofMarket((conditionId) => `/clob-markets/${conditionId}`),
  'GET /markets/live-activity/:condition_id': ofMarket((conditionId) => `/markets/live-activity/${conditionId}`),
  'GET /fees/builder-fees/:code': {
    ...unknownOpen(`/fees/builder-fees/${UNKNOWN_HASH}`),
    invalid_payload: {
      text: 'Invalid payload: code must be 0x and 64 hex digits',
      provoke: get('/fees/builder-fees/0x12'),
    },
  },
  'GET /rewards/markets/current': listing('/rewards/markets/current'),
  'GET /rewards/markets/:condition_id': {
    ...listing(`/rewards/markets/${UNKNOWN_HASH}`),
    invalid_market: { text: 'Invalid market', provoke: get('/rewards/markets/0x12') },
  },
};
