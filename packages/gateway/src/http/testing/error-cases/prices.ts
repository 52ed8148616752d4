/** Errors of books, prices, terms of a token and price history. */
import { alike, type ErrorCases, says } from './error-case.ts';
import { UNKNOWN_TOKEN } from './venue.ts';

const BATCH_MAX = 500;
const BAD_TOKEN = 'Invalid token id';
const NO_MARKET = 'market not found';
const NO_FEE = 'fee rate not found for market';
const ONE = `?token_id=${UNKNOWN_TOKEN}`;

/** Errors of routes that read one token by `token_id`; `more`: other required parameters. */
const single = (more = '') => ({
  bad_request: says('unknown parameter: tokenid; did you mean token_id?', `${ONE}${more}&tokenid=1`),
  invalid_token_id: says(BAD_TOKEN, `?token_id=0x1${more}`),
  token_id_missing: says('Invalid token id: the parameter token_id is missing', `?${more.slice(1)}`),
});
const withBook = (more = '') => ({
  ...single(more),
  no_orderbook: says('No orderbook exists for the requested token id', `${ONE}${more}`),
});
const BATCH = {
  invalid_payload: says('Invalid payload: [0].token_id must be string', { body: [{ token_id: 1 }] }),
  payload_too_long: says('Payload exceeds the limit', { body: Array(BATCH_MAX + 1).fill({ token_id: UNKNOWN_TOKEN }) }),
};
const BY_PATH = {
  bad_request: says('unknown parameter: x', `${UNKNOWN_TOKEN}?x=1`),
  invalid_token_id: says(BAD_TOKEN, '0x1'),
};

export const PRICE_CASES: ErrorCases = {
  ...alike(withBook(), 'GET /book', 'GET /midpoint', 'GET /spread', 'GET /last-trade-price'),
  ...alike(BATCH, 'POST /books', 'POST /midpoints', 'POST /spreads', 'POST /last-trades-prices'),
  'GET /price': {
    ...withBook('&side=BUY'),
    invalid_side: says('Invalid side', ({ open }) => `?token_id=${open.yes}&side=both`),
  },
  'POST /prices': {
    ...BATCH,
    invalid_side: says('Invalid side', { body: [{ token_id: UNKNOWN_TOKEN, side: 'both' }] }),
  },
  ...alike({ ...single(), market_not_found: says(NO_MARKET, ONE) }, 'GET /tick-size', 'GET /neg-risk'),
  ...alike(
    { ...BY_PATH, market_not_found: says(NO_MARKET, UNKNOWN_TOKEN) },
    ...['GET /tick-size/:token_id', 'GET /neg-risk/:token_id'],
  ),
  'GET /fee-rate': { ...single(), fee_rate_not_found: says(NO_FEE, ONE) },
  'GET /fee-rate/:token_id': { ...BY_PATH, fee_rate_not_found: says(NO_FEE, UNKNOWN_TOKEN) },
  'GET /prices-history': {
    bad_request: says('unknown parameter: window', ({ open }) => `?market=${open.yes}&window=1d`),
    invalid_token_id: says(BAD_TOKEN, '?market=x'),
    invalid_filters: says(/^invalid filters: /, ({ open }) => `?market=${open.yes}&interval=1w&fidelity=1`),
  },
  'POST /batch-prices-history': {
    invalid_payload: says('Invalid payload: markets is required', { body: {} }),
    payload_too_long: says('Payload exceeds the limit', { body: { markets: Array(21).fill(UNKNOWN_TOKEN) } }),
    invalid_filters: says(/^invalid filters: /, ({ open }) => ({
      body: { markets: [open.yes], interval: '1w', fidelity: 1 },
    })),
  },
};
