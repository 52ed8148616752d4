/** Errors of routes that the public trading clients use beyond the interface. */
import { type ErrorCases, says } from './error-case.ts';
import { byAlice, get, MISSPELT_ADDRESS, UNKNOWN_HASH, UNKNOWN_TOKEN } from './venue.ts';

const UNKNOWN_FIELD = 'unknown parameter: colour';
const INVALID_CURSOR = 'Invalid next_cursor';

/** Error of every private read without a query of its own. */
const unknown = (path: string) => ({ bad_request: says(UNKNOWN_FIELD, byAlice('GET', `${path}?colour=red`)) });
const unknownOpen = (path: string) => ({ bad_request: says(UNKNOWN_FIELD, get(`${path}?colour=red`)) });
const listing = (path: string) => ({
  ...unknownOpen(path),
  invalid_cursor: says(INVALID_CURSOR, get(`${path}?next_cursor=nonsense`)),
});
const wrongType = (path: string) => ({
  invalid_signature_type: says('Invalid signature_type', byAlice('GET', `${path}?signature_type=4`)),
});
const balance = (path: string) => ({
  ...unknown(path),
  invalid_asset_type: says('Invalid asset type', byAlice('GET', `${path}?asset_type=GOLD`)),
  invalid_signature_type: says(
    'Invalid signature_type',
    byAlice('GET', `${path}?asset_type=COLLATERAL&signature_type=4`),
  ),
  invalid_token_id: says(
    'Invalid token id',
    byAlice('GET', `${path}?asset_type=CONDITIONAL&token_id=${UNKNOWN_TOKEN}`),
  ),
  token_id_missing: says(
    'Invalid token id: the parameter token_id is missing',
    byAlice('GET', `${path}?asset_type=CONDITIONAL`),
  ),
});
const rewards = (path: string) => ({
  ...unknown(path),
  invalid_date: says('Invalid date (format: YYYY-MM-DD)', byAlice('GET', `${path}?date=2026-13-01`)),
  invalid_cursor: says(INVALID_CURSOR, byAlice('GET', `${path}?date=2026-07-01&next_cursor=nonsense`)),
});
const absent = (method: 'POST' | 'DELETE', path: string, text: string) => ({
  not_offered: { text, provoke: byAlice(method, path) },
});
const NO_READONLY = 'read-only API keys are not offered: every key here can trade';

const ofMarket = (path: (conditionId: string) => string) => ({
  ...unknownOpen(path(UNKNOWN_HASH)),
  invalid_market: says('Invalid market', get(path('0x12'))),
  market_not_found: says('market not found', get(path(UNKNOWN_HASH))),
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
    invalid_order_params: says(
      'invalid order params payload: market is malformed: expected 0x and 64 hex digits, or nothing',
      byAlice('GET', '/data/orders?market=0x12'),
    ),
    invalid_cursor: says(INVALID_CURSOR, byAlice('GET', '/data/orders?next_cursor=nonsense')),
  },
  'GET /data/pre-migration-orders': {
    ...unknown('/data/pre-migration-orders'),
    invalid_cursor: says(INVALID_CURSOR, byAlice('GET', '/data/pre-migration-orders?next_cursor=nonsense')),
  },
  'GET /data/trades': {
    invalid_trade_params: says(
      /^Invalid trade params payload: maker_address has a wrong checksum/,
      byAlice('GET', `/data/trades?maker_address=${MISSPELT_ADDRESS}`),
    ),
    invalid_cursor: says(INVALID_CURSOR, byAlice('GET', '/data/trades?next_cursor=nonsense')),
  },
  'GET /balance-allowance': balance('/balance-allowance'),
  'GET /balance-allowance/update': balance('/balance-allowance/update'),
  'GET /notifications': { ...unknown('/notifications'), ...wrongType('/notifications') },
  'DELETE /notifications': {
    bad_request: says('unknown field "colour"', byAlice('DELETE', '/notifications', { colour: 'red' })),
    invalid_signature_type: says(
      'Invalid signature_type',
      byAlice('DELETE', '/notifications', { signature_type: '9' }),
    ),
    invalid_notification_ids: says('Invalid ids', byAlice('DELETE', '/notifications', { ids: ['two'] })),
  },
  'GET /order-scoring': {
    ...unknown('/order-scoring'),
    invalid_scoring_id: says('Invalid order_id', byAlice('GET', '/order-scoring?order_id=0x12')),
  },
  'POST /orders-scoring': {
    invalid_payload: says('Invalid payload: the body must be array', byAlice('POST', '/orders-scoring', {})),
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
    invalid_token_id: says('Invalid token id', get('/markets-by-token/0x12')),
    market_not_found: says('market not found', get(`/markets-by-token/${UNKNOWN_TOKEN}`)),
  },
  'GET /clob-markets/:condition_id': ofMarket((conditionId) => `/clob-markets/${conditionId}`),
  'GET /markets/live-activity/:condition_id': ofMarket((conditionId) => `/markets/live-activity/${conditionId}`),
  'GET /fees/builder-fees/:code': {
    ...unknownOpen(`/fees/builder-fees/${UNKNOWN_HASH}`),
    invalid_payload: says('Invalid payload: code must be 0x and 64 hex digits', get('/fees/builder-fees/0x12')),
  },
  'GET /rewards/markets/current': listing('/rewards/markets/current'),
  'GET /rewards/markets/:condition_id': {
    ...listing(`/rewards/markets/${UNKNOWN_HASH}`),
    invalid_market: says('Invalid market', get('/rewards/markets/0x12')),
  },
};
