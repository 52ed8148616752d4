/** Errors of books, prices, terms of a token and price history. */
import { type ErrorCases, says } from './error-case.ts';
import { get, post, UNKNOWN_TOKEN } from './venue.ts';

const NO_BOOK = 'No orderbook exists for the requested token id';
const BATCH_MAX = 500;

/** Errors of routes that read one token by `token_id`; `more`: other required parameters. */
const single = (path: string, more = '') => ({
  bad_request: says(
    'unknown parameter: tokenid; did you mean token_id?',
    get(`${path}?token_id=${UNKNOWN_TOKEN}${more}&tokenid=1`),
  ),
  invalid_token_id: says('Invalid token id', get(`${path}?token_id=0x1${more}`)),
  token_id_missing: says('Invalid token id: the parameter token_id is missing', get(`${path}?${more.slice(1)}`)),
});
const withBook = (path: string, more = '') => ({
  ...single(path, more),
  no_orderbook: says(NO_BOOK, get(`${path}?token_id=${UNKNOWN_TOKEN}${more}`)),
});
const batch = (path: string) => ({
  invalid_payload: says('Invalid payload: [0].token_id must be string', post(path, [{ token_id: 1 }])),
  payload_too_long: says(
    'Payload exceeds the limit',
    post(path, Array(BATCH_MAX + 1).fill({ token_id: UNKNOWN_TOKEN })),
  ),
});
const byPath = (path: string) => ({
  bad_request: says('unknown parameter: x', get(`${path}/${UNKNOWN_TOKEN}?x=1`)),
  invalid_token_id: says('Invalid token id', get(`${path}/0x1`)),
});
const noMarket = (url: string) => ({ market_not_found: says('market not found', get(url)) });
const noFee = (url: string) => ({ fee_rate_not_found: says('fee rate not found for market', get(url)) });

export const PRICE_CASES: ErrorCases = {
  'GET /book': withBook('/book'),
  'POST /books': batch('/books'),
  'GET /price': {
    ...withBook('/price', '&side=BUY'),
    invalid_side: says(
      'Invalid side',
      get(({ open }) => `/price?token_id=${open.yes}&side=buy`),
    ),
  },
  'POST /prices': {
    ...batch('/prices'),
    invalid_side: says('Invalid side', post('/prices', [{ token_id: UNKNOWN_TOKEN, side: 'both' }])),
  },
  'GET /midpoint': withBook('/midpoint'),
  'POST /midpoints': batch('/midpoints'),
  'GET /spread': withBook('/spread'),
  'POST /spreads': batch('/spreads'),
  'GET /last-trade-price': withBook('/last-trade-price'),
  'POST /last-trades-prices': batch('/last-trades-prices'),
  'GET /tick-size': { ...single('/tick-size'), ...noMarket(`/tick-size?token_id=${UNKNOWN_TOKEN}`) },
  'GET /tick-size/:token_id': { ...byPath('/tick-size'), ...noMarket(`/tick-size/${UNKNOWN_TOKEN}`) },
  'GET /neg-risk': { ...single('/neg-risk'), ...noMarket(`/neg-risk?token_id=${UNKNOWN_TOKEN}`) },
  'GET /neg-risk/:token_id': { ...byPath('/neg-risk'), ...noMarket(`/neg-risk/${UNKNOWN_TOKEN}`) },
  'GET /fee-rate': { ...single('/fee-rate'), ...noFee(`/fee-rate?token_id=${UNKNOWN_TOKEN}`) },
  'GET /fee-rate/:token_id': { ...byPath('/fee-rate'), ...noFee(`/fee-rate/${UNKNOWN_TOKEN}`) },
  'GET /prices-history': {
    bad_request: says(
      'unknown parameter: window',
      get(({ open }) => `/prices-history?market=${open.yes}&window=1d`),
    ),
    invalid_token_id: says('Invalid token id', get('/prices-history?market=x')),
    invalid_filters: says(
      /^invalid filters: /,
      get(({ open }) => `/prices-history?market=${open.yes}&interval=1w&fidelity=1`),
    ),
  },
  'POST /batch-prices-history': {
    invalid_payload: says('Invalid payload: markets is required', post('/batch-prices-history', {})),
    payload_too_long: says(
      'Payload exceeds the limit',
      post('/batch-prices-history', { markets: Array(21).fill(UNKNOWN_TOKEN) }),
    ),
    invalid_filters: says(/^invalid filters: /, (venue) =>
      post('/batch-prices-history', { markets: [venue.open.yes], interval: '1w', fidelity: 1 })(venue),
    ),
  },
};
