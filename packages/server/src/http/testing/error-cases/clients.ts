/** Errors of routes that the public trading clients use beyond the interface. */
import { type ErrorCases, says } from './error-case.ts';
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
  'GET /sports': UNKNOWN,
  'GET /sports/market-types': UNKNOWN,
  'GET /teams': UNKNOWN,
  'GET /market-clarifications': UNKNOWN,
  'GET /auth/ban-status/closed-only': UNKNOWN,
  'GET /auth/readonly-api-keys': UNKNOWN,
  'POST /auth/readonly-api-key': NO_READONLY,
  'DELETE /auth/readonly-api-key': NO_READONLY,
  'GET /data/orders': {
    ...BAD_CURSOR,
    invalid_order_params: says(
      'invalid order params payload: market is malformed: expected 0x and 64 hex digits, or nothing',
      '?market=0x12',
    ),
  },
  'GET /data/pre-migration-orders': LISTING,
  'GET /data/trades': {
    ...BAD_CURSOR,
    invalid_trade_params: says(
      /^Invalid trade params payload: maker_address has a wrong checksum/,
      `?maker_address=${MISSPELT_ADDRESS}`,
    ),
  },
  'GET /balance-allowance': BALANCE,
  'GET /balance-allowance/update': BALANCE,
  'GET /notifications': { ...UNKNOWN, ...WRONG_TYPE },
  'DELETE /notifications': {
    bad_request: says('unknown field "colour"', { body: { colour: 'red' } }),
    invalid_signature_type: says('Invalid signature_type', { body: { signature_type: '9' } }),
    invalid_notification_ids: says('Invalid ids', { body: { ids: ['two'] } }),
  },
  'GET /order-scoring': { ...UNKNOWN, invalid_scoring_id: says('Invalid order_id', '?order_id=0x12') },
  'POST /orders-scoring': { invalid_payload: says('Invalid payload: the body must be array', { body: {} }) },
  'GET /rewards/user': REWARDS,
  'GET /rewards/user/total': REWARDS,
  'GET /rewards/user/percentages': UNKNOWN,
  'GET /rewards/user/markets': REWARDS,
  'GET /simplified-markets': LISTING,
  'GET /sampling-markets': LISTING,
  'GET /sampling-simplified-markets': LISTING,
  'GET /markets-by-token/:token_id': {
    bad_request: says('unknown parameter: colour', `${UNKNOWN_TOKEN}?colour=red`),
    invalid_token_id: says('Invalid token id', '0x12'),
    market_not_found: says('market not found', UNKNOWN_TOKEN),
  },
  'GET /clob-markets/:condition_id': OF_MARKET,
  'GET /markets/live-activity/:condition_id': OF_MARKET,
  'GET /fees/builder-fees/:code': {
    bad_request: says('unknown parameter: colour', `${UNKNOWN_HASH}?colour=red`),
    invalid_payload: says('Invalid payload: code must be 0x and 64 hex digits', '0x12'),
  },
  'GET /rewards/markets/current': LISTING,
  'GET /rewards/markets/:condition_id': { ...LISTING, invalid_market: says('Invalid market', '0x12') },
};
