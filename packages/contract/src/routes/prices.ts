/** Routes of books, prices, price history and the terms of a token. */
import type { ErrorCode } from '../errors.ts';
import * as pricesSchemas from '../schemas/prices.ts';
import { type Route, route } from './route.ts';

const open = { auth: 'none', errorShape: 'plain', caps: ['trading'] } as const;

/** Read of one token by `token_id`. */
const single = {
  ...open,
  query: pricesSchemas.BookQuery,
  errors: ['bad_request', 'invalid_token_id', 'token_id_missing', 'no_orderbook'],
} as const;
/** Read of up to 500 tokens. */
const batch = {
  ...open,
  body: pricesSchemas.TokenList,
  publicClientBody: pricesSchemas.PublicClientTokenList,
  errors: ['invalid_payload', 'payload_too_long'],
} as const;
/** The terms of a token's market, by query or by path. */
const terms = { ...open, errors: ['bad_request', 'invalid_token_id', 'market_not_found'] } as const;
const fees = { ...terms, errors: ['bad_request', 'invalid_token_id', 'fee_rate_not_found'] } as const;
const byQuery = <Terms extends { readonly errors: readonly ErrorCode[] }>(of: Terms) => ({
  ...of,
  query: pricesSchemas.BookQuery,
  errors: [...of.errors, 'token_id_missing' as const],
});

export const PRICE_ROUTES = {
  book: route(single, 'GET /book', {
    summary: 'Order book of a token',
    response: { 200: pricesSchemas.Book },
    caps: ['trading', 'book'],
  }),
  books: route(batch, 'POST /books', {
    summary: 'Order books of up to 500 tokens',
    response: { 200: pricesSchemas.Books },
    caps: ['trading', 'books'],
  }),
  price: route(single, 'GET /price', {
    summary: 'Best bid (BUY) or best ask (SELL) of a token',
    query: pricesSchemas.PriceQuery,
    response: { 200: pricesSchemas.Price },
    errors: ['bad_request', 'invalid_token_id', 'token_id_missing', 'invalid_side', 'no_orderbook'],
    caps: ['trading', 'price'],
  }),
  prices: route(batch, 'POST /prices', {
    summary: 'Best bids and asks of up to 500 tokens',
    body: pricesSchemas.PriceList,
    publicClientBody: pricesSchemas.PriceList,
    response: { 200: pricesSchemas.Prices },
    errors: ['invalid_payload', 'invalid_side', 'payload_too_long'],
    caps: ['trading', 'prices'],
  }),
  midpoint: route(single, 'GET /midpoint', {
    summary: 'Half way between best bid and best ask of a token',
    response: { 200: pricesSchemas.Midpoint },
    caps: ['trading', 'midpoint'],
  }),
  midpoints: route(batch, 'POST /midpoints', {
    summary: 'Midpoints of up to 500 tokens',
    response: { 200: pricesSchemas.Midpoints },
    caps: ['trading', 'work'],
    cost: { base: 1, bytesPerUnit: 4_096 },
  }),
  spread: route(single, 'GET /spread', {
    summary: 'Best ask less best bid of a token',
    response: { 200: pricesSchemas.Spread },
  }),
  spreads: route(batch, 'POST /spreads', {
    summary: 'Spreads of up to 500 tokens',
    response: { 200: pricesSchemas.Spreads },
    caps: ['trading', 'work'],
    cost: { base: 1, bytesPerUnit: 4_096 },
  }),
  lastTradePrice: route(single, 'GET /last-trade-price', {
    summary: 'Price and side of the last trade of a token',
    response: { 200: pricesSchemas.TokenLastTradePrice },
  }),
  lastTradePrices: route(batch, 'POST /last-trades-prices', {
    summary: 'Last trade prices of up to 500 tokens',
    response: { 200: pricesSchemas.LastTradePrices },
    caps: ['trading', 'work'],
    cost: { base: 1, bytesPerUnit: 4_096 },
  }),
  tickSize: route(byQuery(terms), 'GET /tick-size', {
    summary: "Smallest price step of a token's market",
    response: { 200: pricesSchemas.TickSize },
  }),
  tickSizeOf: route(terms, 'GET /tick-size/:token_id', {
    summary: "Smallest price step of a token's market, by path",
    params: pricesSchemas.TokenParams,
    response: { 200: pricesSchemas.TickSize },
  }),
  negRisk: route(byQuery(terms), 'GET /neg-risk', {
    summary: "Whether a token's market belongs to a negative-risk event",
    response: { 200: pricesSchemas.NegRisk },
  }),
  negRiskOf: route(terms, 'GET /neg-risk/:token_id', {
    summary: "Whether a token's market belongs to a negative-risk event, by path",
    params: pricesSchemas.TokenParams,
    response: { 200: pricesSchemas.NegRisk },
  }),
  feeRate: route(byQuery(fees), 'GET /fee-rate', {
    summary: "Taker fee rate of a token's market",
    response: { 200: pricesSchemas.FeeRate },
  }),
  feeRateOf: route(fees, 'GET /fee-rate/:token_id', {
    summary: "Taker fee rate of a token's market, by path",
    params: pricesSchemas.TokenParams,
    response: { 200: pricesSchemas.FeeRate },
  }),
  history: route(open, 'GET /prices-history', {
    summary: "How a token's price moved",
    query: pricesSchemas.HistoryQuery,
    response: { 200: pricesSchemas.History },
    errors: ['bad_request', 'invalid_token_id', 'invalid_filters'],
    caps: ['trading', 'history', 'work'],
    cost: { base: 0 },
  }),
  batchHistory: route(open, 'POST /batch-prices-history', {
    summary: 'How the prices of up to 20 tokens moved',
    body: pricesSchemas.BatchHistoryBody,
    response: { 200: pricesSchemas.BatchHistory },
    errors: ['invalid_payload', 'payload_too_long', 'invalid_filters'],
    caps: ['trading', 'batchHistory', 'work'],
    cost: { base: 0 },
  }),
} as const satisfies Record<string, Route>;
