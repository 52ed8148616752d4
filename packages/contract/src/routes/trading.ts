/** Routes of the venue, authentication, orders, the account and its positions. */
import { Type } from 'typebox';
import type { ErrorCode } from '../errors.ts';
import * as accountSchemas from '../schemas/account.ts';
import { OrderExplanation } from '../schemas/explanation.ts';
import * as order from '../schemas/order.ts';
import { Health, ServerTime, Venue } from '../schemas/venue.ts';
import { type Route, route } from './route.ts';

const open = { auth: 'none', errorShape: 'plain', errors: [], caps: ['trading'] } as const;
const keyed = { auth: 'l2', errorShape: 'plain', caps: ['trading'] } as const;
/** Calls whose signature does not serve as their key; `signatureIsNoKey` says why. */
const repeatable = { ...keyed, signatureIsNoKey: true } as const;
const cancel = { ...repeatable, response: { 200: order.CancelAnswer } } as const;
const position = {
  ...keyed,
  response: { 200: accountSchemas.PositionAnswer },
  caps: ['trading', 'work'],
  cost: { base: 3 },
} as const;

const PLACEMENT_ERRORS = [
  ...['invalid_order_payload', 'order_version_mismatch', 'wrong_owner', 'wrong_signer', 'signature_type_mismatch'],
  ...['maker_not_allowed', 'invalid_signature', 'condition_mismatch', 'unknown_token', 'price_off_grid'],
  ...['price_out_of_range', 'size_below_minimum', 'amount_out_of_range', 'insufficient_balance'],
  ...['insufficient_position', 'post_only_order_type', 'post_only_would_cross', 'fok_not_filled', 'fak_no_match'],
  ...['expiration_invalid', 'too_many_open_orders', 'too_many_wallets', 'too_many_matches', 'market_not_ready'],
  ...['market_closed', 'trading_ended', 'trading_not_open', 'mode_disabled', 'mode_cancel_only', 'post_only_mode'],
  ...['unknown_key', 'key_ended', 'key_scope', 'order_of_other_signer', 'result_proposed', 'account_in_debt'],
] as const satisfies readonly ErrorCode[];
const CANCEL_ERRORS: readonly ErrorCode[] = ['invalid_order_payload', 'invalid_order_id', 'mode_disabled'];
const POSITION_ERRORS = [
  ...['mode_disabled', 'invalid_payload', 'bad_request', 'market_not_found', 'market_closed', 'unknown_wallet'],
  ...['wallet_not_owned', 'amount_out_of_range'],
] as const satisfies readonly ErrorCode[];

export const VENUE_ROUTES = {
  health: route(open, 'GET /', { summary: 'Health check', response: { 200: Health }, caps: ['trading', 'health'] }),
  time: route(open, 'GET /time', { summary: 'Server time', response: { 200: ServerTime } }),
  venue: route(open, 'GET /venue', { summary: 'Name, signing domain and mode of the venue', response: { 200: Venue } }),
} as const satisfies Record<string, Route>;

const signed = {
  auth: 'l1',
  errorShape: 'plain',
  response: { 200: accountSchemas.Credentials },
  caps: ['trading', 'keys'],
} as const;

export const AUTH_ROUTES = {
  createApiKey: route(signed, 'POST /auth/api-key', {
    summary: 'Create API credentials for a wallet and nonce',
    errors: ['unauthenticated', 'could_not_create_api_key', 'too_many_api_keys', 'not_listed'],
  }),
  deriveApiKey: route(signed, 'GET /auth/derive-api-key', {
    summary: 'The credentials created before for a wallet and nonce',
    errors: ['unauthenticated', 'could_not_derive_api_key'],
  }),
  listApiKeys: route(keyed, 'GET /auth/api-keys', {
    summary: 'API keys of the account',
    response: { 200: accountSchemas.ApiKeys },
    errors: ['invalid_api_key'],
  }),
  deleteApiKey: route(keyed, 'DELETE /auth/api-key', {
    summary: 'Revoke the API key of this request, for ever',
    response: { 200: accountSchemas.Done },
    errors: ['invalid_api_key'],
    caps: ['trading', 'keys'],
  }),
} as const satisfies Record<string, Route>;

export const ORDER_ROUTES = {
  placeOrder: route(repeatable, 'POST /order', {
    summary: 'Place an order',
    tierCost: { bucket: 'order', tokens: 'one' },
    body: order.OrderPlacement,
    publicClientBody: order.PublicClientOrderPlacement,
    response: { 200: order.OrderAnswer },
    errors: PLACEMENT_ERRORS,
    caps: ['trading', 'order'],
  }),
  placeOrders: route(repeatable, 'POST /orders', {
    summary: 'Place up to 15 orders, each answered on its own',
    tierCost: { bucket: 'order', tokens: 'items' },
    body: order.OrderPlacements,
    publicClientBody: order.PublicClientOrderPlacements,
    response: { 200: order.OrderAnswers },
    errors: ['invalid_order_payload', 'too_many_orders', 'mode_disabled', 'mode_cancel_only', 'post_only_mode'],
    caps: ['trading', 'order'],
  }),
  cancelOrder: route(cancel, 'DELETE /order', {
    summary: 'Cancel an order',
    tierCost: { bucket: 'cancel', tokens: 'one' },
    body: order.CancelOrderBody,
    errors: CANCEL_ERRORS,
    caps: ['trading', 'cancel'],
  }),
  cancelOrders: route(cancel, 'DELETE /orders', {
    summary: 'Cancel orders by id',
    tierCost: { bucket: 'cancel', tokens: 'items' },
    // `maxItems` is for the documentation: the handler accepts longer lists and refuses them with their own error.
    body: { ...order.CancelOrdersBody, maxItems: order.ORDERS_PER_CANCEL_REQUEST_MAX },
    errors: [...CANCEL_ERRORS, 'too_many_cancels'],
    caps: ['trading', 'cancels'],
    cost: { base: 1, bytesPerUnit: 4_096 },
  }),
  cancelAll: route(cancel, 'DELETE /cancel-all', {
    summary: 'Cancel every open order of the account',
    tierCost: { bucket: 'cancel', tokens: 'canceled' },
    errors: ['mode_disabled'],
    caps: ['trading', 'cancels'],
    cost: { base: 8 },
  }),
  cancelMarketOrders: route(cancel, 'DELETE /cancel-market-orders', {
    summary: 'Cancel the open orders of a market or token',
    tierCost: { bucket: 'cancel', tokens: 'canceled' },
    body: order.CancelMarketOrdersBody,
    errors: ['invalid_order_payload', 'mode_disabled'],
    caps: ['trading', 'cancels'],
    cost: { base: 8 },
  }),
  getOrder: route(open, 'GET /data/order/:id', {
    summary: 'An order, open or not',
    params: order.OrderParams,
    response: { 200: order.SingleOrder },
    errors: ['invalid_order_id', 'order_not_found'],
    caps: ['trading', 'work'],
    cost: { base: 0 },
  }),
} as const satisfies Record<string, Route>;

export const ACCOUNT_ROUTES = {
  account: route(keyed, 'GET /account', {
    summary: 'Wallets, balances and positions of the account',
    response: { 200: accountSchemas.Account },
    errors: ['invalid_api_key'],
    caps: ['trading', 'work'],
    cost: { base: 2, ownedPerUnit: 75 },
  }),
  rateLimitTier: route(keyed, 'GET /v1/user/rate-limit-tier', {
    summary: 'Rate tier of the account, by its volume',
    since: 'rate-tiers',
    response: { 200: accountSchemas.RateLimitTier },
    errors: [],
    caps: ['trading', 'work'],
    cost: { base: 2 },
  }),
  splitPosition: route(position, 'POST /positions/split', {
    summary: 'Turn collateral into pairs of both outcomes',
    body: accountSchemas.PositionChange,
    errors: [...POSITION_ERRORS, 'insufficient_balance', 'account_in_debt'],
  }),
  mergePositions: route(position, 'POST /positions/merge', {
    summary: 'Turn pairs of both outcomes into collateral',
    body: accountSchemas.PositionChange,
    errors: [...POSITION_ERRORS, 'insufficient_position'],
  }),
  convertPositions: route(position, 'POST /positions/convert', {
    summary: 'Negative risk: NO on some questions becomes collateral and YES on the others',
    body: accountSchemas.PositionConversion,
    errors: [...POSITION_ERRORS, 'insufficient_position', 'not_neg_risk', 'conversion_invalid'],
  }),
} as const satisfies Record<string, Route>;

/** The metrics page is text: Prometheus has its own format. */
export const METRICS_ROUTE = route(open, 'GET /metrics', {
  summary: 'Figures for Prometheus',
  response: { 200: Type.String() },
  caps: ['metrics'],
});

export const EXPLAIN_ROUTES = {
  explainOrder: route(keyed, 'GET /explain/order/:id', {
    summary: 'Why your own order was filled, rests or was refused: each step with its figures',
    params: order.OrderParams,
    response: { 200: OrderExplanation },
    errors: ['invalid_order_id', 'order_not_found'],
    caps: ['trading', 'work'],
    cost: { base: 10 },
  }),
} as const satisfies Record<string, Route>;

/** The dead man's switch of an API key. */
const beat = {
  ...repeatable,
  summary: 'Keep the orders of this API key open: without a beat for 10 s they are cancelled',
  body: order.HeartbeatBody,
  response: { 200: order.HeartbeatAnswer },
  errors: ['invalid_heartbeat_id', 'invalid_payload'],
  caps: ['trading', 'cancels'],
  cost: { base: 2 },
} as const;

export const HEARTBEAT_ROUTES = {
  beat: route(beat, 'POST /v1/heartbeats', {}),
  /** The path that older clients of the ecosystem use. A beat without an id continues from the last one. */
  beatUnversioned: route(beat, 'POST /heartbeats', { response: { 200: order.UnversionedHeartbeatAnswer } }),
} as const satisfies Record<string, Route>;
