/** Errors of routes that the public trading clients use beyond the interface. */
import { alike, type ErrorCases, says } from './error-case.ts';
import { MISSPELT_ADDRESS, UNKNOWN_HASH, UNKNOWN_TOKEN } from './venue.ts';

/** Error of every read without a query of its own. */
const UNKNOWN = { bad_request: says('unknown parameter: colour', '?colour=red') };
const BAD_CURSOR = { invalid_cursor: says('Invalid next_cursor', '?next_cursor=nonsense') };
const LISTING = { ...UNKNOWN, ...BAD_CURSOR };
const WRONG_TYPE = { invalid_signature_type: says('Invalid signature_type', '?signature_type=4') };
const BALANCE = {
  ...UNKNOWN,
  invalid_asset_type: says('Invalid asset type', '?asset_type=GOLD'),
  invalid_signature_type: says('Invalid signature_type', '?asset_type=COLLATERAL&signature_type=4'),
  invalid_token_id: says('Invalid token id', `?asset_type=CONDITIONAL&token_id=${UNKNOWN_TOKEN}`),
  token_id_missing: says('Invalid token id: the parameter token_id is missing', '?asset_type=CONDITIONAL'),
};
const REWARDS = {
  ...UNKNOWN,
  invalid_date: says('Invalid date (format: YYYY-MM-DD)', '?date=2026-13-01'),
  invalid_cursor: says('Invalid next_cursor', '?date=2026-07-01&next_cursor=nonsense'),
};
const NO_READONLY = { not_offered: says('read-only API keys are not offered: every key here can trade') };

const OF_MARKET = {
  ...UNKNOWN,
  invalid_market: says('Invalid market', '0x12'),
  market_not_found: says('market not found', UNKNOWN_HASH),
};

export const CLIENT_CASES: ErrorCases = {
  ...alike(UNKNOWN, 'GET /sports', 'GET /sports/market-types', 'GET /teams', 'GET /market-clarifications'),
  ...alike(UNKNOWN, 'GET /auth/ban-status/closed-only', 'GET /auth/readonly-api-keys', 'GET /rewards/user/percentages'),
  ...alike(NO_READONLY, 'POST /auth/readonly-api-key', 'DELETE /auth/readonly-api-key'),
  ...alike(LISTING, 'GET /data/pre-migration-orders', 'GET /rewards/markets/current', 'GET /simplified-markets'),
  ...alike(LISTING, 'GET /rewards/markets/multi'),
  ...alike(LISTING, 'GET /sampling-markets', 'GET /sampling-simplified-markets'),
  ...alike(REWARDS, 'GET /rewards/user', 'GET /rewards/user/total', 'GET /rewards/user/markets'),
  ...alike(BALANCE, 'GET /balance-allowance', 'GET /balance-allowance/update'),
  ...alike(OF_MARKET, 'GET /clob-markets/:condition_id', 'GET /markets/live-activity/:condition_id'),
  'GET /data/orders': {
    ...BAD_CURSOR,
    invalid_order_params: says(
      'invalid order params payload: market is malformed: expected 0x and 62 or 64 hex digits, or nothing',
      '?market=0x12',
    ),
  },
  'GET /data/trades': {
    ...BAD_CURSOR,
    invalid_trade_params: says(
      /^Invalid trade params payload: maker_address has a wrong checksum/,
      `?maker_address=${MISSPELT_ADDRESS}`,
    ),
  },
  'GET /rebates/current': {
    bad_request: says(/^maker_address has a wrong checksum/, `?date=2026-07-01&maker_address=${MISSPELT_ADDRESS}`),
    invalid_date: says(
      'Invalid date (format: YYYY-MM-DD)',
      `?date=2026-07&maker_address=${MISSPELT_ADDRESS.toLowerCase()}`,
    ),
  },
  'GET /notifications': { ...UNKNOWN, ...WRONG_TYPE },
  'DELETE /notifications': {
    bad_request: says('unknown field "colour"', { body: { colour: 'red' } }),
    invalid_signature_type: says('Invalid signature_type', { body: { signature_type: '9' } }),
    invalid_notification_ids: says('Invalid ids', { body: { ids: ['two'] } }),
  },
  'GET /order-scoring': { ...UNKNOWN, invalid_scoring_id: says('Invalid order_id', '?order_id=0x12') },
  'POST /orders-scoring': { invalid_payload: says('Invalid payload: the body must be array', { body: {} }) },
  'GET /markets-by-token/:token_id': {
    bad_request: says('unknown parameter: colour', `${UNKNOWN_TOKEN}?colour=red`),
    invalid_token_id: says('Invalid token id', '0x12'),
    market_not_found: says('market not found', UNKNOWN_TOKEN),
  },
  'GET /fees/builder-fees/:code': {
    bad_request: says('unknown parameter: colour', `${UNKNOWN_HASH}?colour=red`),
    invalid_payload: says('Invalid payload: code must be 0x and 64 hex digits', '0x12'),
  },
  'GET /rewards/markets/:condition_id': { ...LISTING, invalid_market: says('Invalid market', '0x12') },
};
