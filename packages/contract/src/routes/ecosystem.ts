/**
 * Routes that the public trading clients of the ecosystem call in addition to the interface. They are the same in every
 * profile. `constant.ts` has those that answer with nothing.
 */

import { Type } from 'typebox';
import type { ErrorCode } from '../errors.ts';
import { ApiKeys, Done } from '../schemas/account.ts';
import { ConditionIdText } from '../schemas/common.ts';
import * as ecosystem from '../schemas/ecosystem.ts';
import { MarketsCursorQuery } from '../schemas/market-detail.ts';
import { TokenParams } from '../schemas/prices.ts';
import { Health } from '../schemas/venue.ts';
import { type Route, route } from './route.ts';

const open = { auth: 'none', errorShape: 'plain', errors: ['bad_request'], caps: ['trading'] } as const;
const keyed = { auth: 'l2', errorShape: 'plain', errors: ['bad_request'], caps: ['trading'] } as const;

const ConditionOfPath = Type.Object({ condition_id: ConditionIdText });
const MARKET_ERRORS: readonly ErrorCode[] = ['bad_request', 'invalid_market', 'market_not_found'];
const LISTING_ERRORS: readonly ErrorCode[] = ['bad_request', 'invalid_cursor'];
const listing = {
  ...open,
  query: MarketsCursorQuery,
  errors: LISTING_ERRORS,
  caps: ['trading', 'work'],
  cost: { base: 1, rowsPerUnit: 40 },
} as const;
const BALANCE_ERRORS = [
  ...['bad_request', 'invalid_asset_type', 'invalid_signature_type', 'invalid_token_id', 'token_id_missing'],
] as const satisfies readonly ErrorCode[];
/** The account's own orders, trades, balances and messages. */
export const OWN_ROUTES = {
  createReadonlyKey: route(keyed, 'POST /auth/readonly-api-key', {
    summary: 'Refused: the venue has no read-only API keys',
    isWrite: false,
    response: { 200: ApiKeys },
    errors: ['not_offered'],
  }),
  deleteReadonlyKey: route(keyed, 'DELETE /auth/readonly-api-key', {
    summary: 'Refused: the venue has no read-only API keys',
    isWrite: false,
    response: { 200: Type.Boolean() },
    errors: ['not_offered'],
  }),
  ownOrders: route(keyed, 'GET /data/orders', {
    summary: 'Own open orders, oldest first; with id that order, open or not',
    query: ecosystem.OwnOrdersQuery,
    response: { 200: ecosystem.OwnOrders },
    errors: ['invalid_order_params', 'invalid_cursor'],
    caps: ['trading', 'work'],
    cost: { base: 4 },
  }),
  ownTrades: route(keyed, 'GET /data/trades', {
    summary: 'Own trades as taker and as maker, latest first',
    query: ecosystem.OwnTradesQuery,
    response: { 200: ecosystem.OwnTrades },
    errors: ['invalid_trade_params', 'invalid_cursor'],
    caps: ['trading', 'work'],
    cost: { base: 2 },
  }),
  balanceAllowance: route(keyed, 'GET /balance-allowance', {
    summary: 'What a wallet of the account owns of collateral or of a token',
    query: ecosystem.BalanceAllowanceQuery,
    response: { 200: ecosystem.BalanceAllowance },
    errors: BALANCE_ERRORS,
  }),
  notifications: route(keyed, 'GET /notifications', {
    summary: 'Own fills, results, grants and clarifications of the last 48 hours, less dropped ones',
    query: ecosystem.SignatureTypeQuery,
    response: { 200: ecosystem.Notifications },
    errors: ['bad_request', 'invalid_signature_type'],
    caps: ['trading', 'work'],
    cost: { base: 1 },
  }),
  dropNotifications: route(keyed, 'DELETE /notifications', {
    summary: 'Drop notifications; a query is taken in the profile polymarket alone',
    query: ecosystem.DropNotificationsQuery,
    body: ecosystem.DropNotificationsBody,
    response: { 200: Done },
    errors: ['bad_request', 'invalid_signature_type', 'invalid_notification_ids'],
    caps: ['trading', 'work'],
    cost: { base: 4, bytesPerUnit: 2_048 },
  }),
  ordersScoring: route(keyed, 'POST /orders-scoring', {
    summary: 'Whether orders earn rewards: none does',
    isWrite: false,
    body: ecosystem.ScoringBody,
    response: { 200: ecosystem.Scorings },
    errors: ['invalid_payload'],
    caps: ['trading', 'work'],
    cost: { base: 1, bytesPerUnit: 2_048 },
  }),
} as const satisfies Record<string, Route>;

/** Information about markets and the venue. */
export const CLIENT_ROUTES = {
  ok: route(open, 'GET /ok', {
    summary: 'Health check',
    response: { 200: Health },
    errors: [],
    caps: ['trading', 'health'],
  }),
  status: route(open, 'GET /status', {
    summary: 'Health check of the catalog, as text: clients compare it with `OK`',
    response: { 200: Type.String() },
    errors: [],
    caps: ['catalog', 'health'],
  }),
  orderVersion: route(open, 'GET /version', {
    summary: 'Version of the exchange that clients sign orders for by default',
    response: { 200: ecosystem.OrderVersion },
    errors: [],
  }),
  simplifiedMarkets: route(listing, 'GET /simplified-markets', {
    summary: 'All markets in few fields, page by page, in order of creation',
    response: { 200: ecosystem.SimplifiedMarkets },
  }),
  samplingMarkets: route(listing, 'GET /sampling-markets', {
    summary: 'Markets that take orders now; a page may hold fewer than its limit',
    response: { 200: ecosystem.SamplingMarkets },
  }),
  samplingSimplifiedMarkets: route(listing, 'GET /sampling-simplified-markets', {
    summary: 'Markets that take orders now, in few fields; a page may hold fewer than its limit',
    response: { 200: ecosystem.SimplifiedMarkets },
  }),
  marketByToken: route(open, 'GET /markets-by-token/:token_id', {
    summary: 'The market of a token',
    params: TokenParams,
    response: { 200: ecosystem.TokenMarket },
    errors: ['bad_request', 'invalid_token_id', 'market_not_found'],
  }),
  compactMarket: route(open, 'GET /clob-markets/:condition_id', {
    summary: 'Terms of a market under short names',
    params: ConditionOfPath,
    response: { 200: ecosystem.CompactMarket },
    errors: MARKET_ERRORS,
    caps: ['trading', 'work'],
    cost: { base: 1 },
  }),
  liveActivity: route(open, 'GET /markets/live-activity/:condition_id', {
    summary: 'The latest fills of a market',
    params: ConditionOfPath,
    response: { 200: ecosystem.LiveActivity },
    errors: MARKET_ERRORS,
    caps: ['trading', 'work'],
    cost: { base: 1 },
  }),
} as const satisfies Record<string, Route>;
