/** Routes of books, prices, price history and the terms of a token. */
import type { ErrorCode } from '../errors.ts';
import * as pricesSchemas from '../schemas/prices.ts';
import type { Route } from './route.ts';

const open = { auth: 'none', errorShape: 'plain', caps: ['trading'] } as const;

/** Read of one token by `token_id`. */
const single = {
  ...open,
  method: 'GET',
  query: pricesSchemas.BookQuery,
  errors: ['bad_request', 'invalid_token_id', 'token_id_missing', 'no_orderbook'],
} as const;
/** Read of up to 500 tokens. */
const batch = {
  ...open,
  method: 'POST',
  body: pricesSchemas.TokenList,
  publicClientBody: pricesSchemas.PublicClientTokenList,
  errors: ['invalid_payload', 'payload_too_long'],
} as const;
/** The terms of a token's market, by query or by path. */
const terms = { ...open, method: 'GET', errors: ['bad_request', 'invalid_token_id', 'market_not_found'] } as const;
const fees = { ...terms, errors: ['bad_request', 'invalid_token_id', 'fee_rate_not_found'] } as const;
const byQuery = <Terms extends { readonly errors: readonly ErrorCode[] }>(of: Terms) => ({
  ...of,
  query: pricesSchemas.BookQuery,
  errors: [...of.errors, 'token_id_missing' as const],
});

export const PRICE_ROUTES = {
  book: {
    ...single,
    path: '/book',
    summary: 'Order book of a token',
    response: { 200: pricesSchemas.Book },
    caps: ['trading', 'book'],
  },
  books: {
    ...batch,
    path: '/books',
    summary: 'Order books of up to 500 tokens',
    response: { 200: pricesSchemas.Books },
    caps: ['trading', 'books'],
  },
  price: {
    ...single,
    path: '/price',
    summary: 'Best bid (BUY) or best ask (SELL) of a token',
    query: pricesSchemas.PriceQuery,
    response: { 200: pricesSchemas.Price },
    errors: ['bad_request', 'invalid_token_id', 'token_id_missing', 'invalid_side', 'no_orderbook'],
    caps: ['trading', 'price'],
  },
  prices: {
    ...batch,
    path: '/prices',
    summary: 'Best bids and asks of up to 500 tokens',
    body: pricesSchemas.PriceList,
    publicClientBody: pricesSchemas.PriceList,
    response: { 200: pricesSchemas.Prices },
    errors: ['invalid_payload', 'invalid_side', 'payload_too_long'],
    caps: ['trading', 'prices'],
  },
  midpoint: {
    ...single,
    path: '/midpoint',
    summary: 'Half way between best bid and best ask of a token',
    response: { 200: pricesSchemas.Midpoint },
    caps: ['trading', 'midpoint'],
  },
  midpoints: {
    ...batch,
    path: '/midpoints',
    summary: 'Midpoints of up to 500 tokens',
    response: { 200: pricesSchemas.Midpoints },
    caps: ['trading', 'work'],
    cost: { base: 1, bytesPerUnit: 4_096 },
  },
  spread: {
    ...single,
    path: '/spread',
    summary: 'Best ask less best bid of a token',
    response: { 200: pricesSchemas.Spread },
  },
  spreads: {
    ...batch,
    path: '/spreads',
    summary: 'Spreads of up to 500 tokens',
    response: { 200: pricesSchemas.Spreads },
    caps: ['trading', 'work'],
    cost: { base: 1, bytesPerUnit: 4_096 },
  },
  lastTradePrice: {
    ...single,
    path: '/last-trade-price',
    summary: 'Price and side of the last trade of a token',
    response: { 200: pricesSchemas.TokenLastTradePrice },
  },
  lastTradePrices: {
    ...batch,
    path: '/last-trades-prices',
    summary: 'Last trade prices of up to 500 tokens',
    response: { 200: pricesSchemas.LastTradePrices },
    caps: ['trading', 'work'],
    cost: { base: 1, bytesPerUnit: 4_096 },
  },
  tickSize: {
    ...byQuery(terms),
    path: '/tick-size',
    summary: "Smallest price step of a token's market",
    response: { 200: pricesSchemas.TickSize },
  },
  tickSizeOf: {
    ...terms,
    path: '/tick-size/:token_id',
    summary: "Smallest price step of a token's market, by path",
    params: pricesSchemas.TokenParams,
    response: { 200: pricesSchemas.TickSize },
  },
  negRisk: {
    ...byQuery(terms),
    path: '/neg-risk',
    summary: "Whether a token's market belongs to a negative-risk event",
    response: { 200: pricesSchemas.NegRisk },
  },
  negRiskOf: {
    ...terms,
    path: '/neg-risk/:token_id',
    summary: "Whether a token's market belongs to a negative-risk event, by path",
    params: pricesSchemas.TokenParams,
    response: { 200: pricesSchemas.NegRisk },
  },
  feeRate: {
    ...byQuery(fees),
    path: '/fee-rate',
    summary: "Taker fee rate of a token's market",
    response: { 200: pricesSchemas.FeeRate },
  },
  feeRateOf: {
    ...fees,
    path: '/fee-rate/:token_id',
    summary: "Taker fee rate of a token's market, by path",
    params: pricesSchemas.TokenParams,
    response: { 200: pricesSchemas.FeeRate },
  },
  history: {
    ...open,
    method: 'GET',
    path: '/prices-history',
    summary: "How a token's price moved",
    query: pricesSchemas.HistoryQuery,
    response: { 200: pricesSchemas.History },
    errors: ['bad_request', 'invalid_token_id', 'invalid_filters'],
    caps: ['trading', 'history', 'work'],
    cost: { base: 0 },
  },
  batchHistory: {
    ...open,
    method: 'POST',
    path: '/batch-prices-history',
    summary: 'How the prices of up to 20 tokens moved',
    body: pricesSchemas.BatchHistoryBody,
    response: { 200: pricesSchemas.BatchHistory },
    errors: ['invalid_payload', 'payload_too_long', 'invalid_filters'],
    caps: ['trading', 'batchHistory', 'work'],
    cost: { base: 0 },
  },
} as const satisfies Record<string, Route>;
