/** Routes of the venue, authentication, orders, the account and its positions. */
import { Type } from 'typebox';
import type { ErrorCode } from '../errors.ts';
import {
  Account,
  ApiKeys,
  Credentials,
  Done,
  PositionAnswer,
  PositionChange,
  PositionConversion,
} from '../schemas/account.ts';
import {
  CancelAnswer,
  CancelMarketOrdersBody,
  CancelOrderBody,
  CancelOrdersBody,
  ORDERS_PER_CANCEL_REQUEST_MAX,
  OrderAnswer,
  OrderAnswers,
  OrderParams,
  OrderPlacement,
  OrderPlacements,
  SingleOrder,
} from '../schemas/order.ts';
import { Health, ServerTime, Venue } from '../schemas/venue.ts';
import type { Route } from './route.ts';

const open = { auth: 'none', errorShape: 'plain' } as const;
const keyed = { auth: 'l2', errorShape: 'plain', caps: ['trading'] } as const;

const PLACEMENT_ERRORS: readonly ErrorCode[] = [
  'invalid_order_payload',
  'order_version_mismatch',
  'wrong_owner',
  'wrong_signer',
  'maker_not_allowed',
  'invalid_signature',
  'condition_mismatch',
  'unknown_token',
  'price_off_grid',
  'price_out_of_range',
  'size_below_minimum',
  'amount_out_of_range',
  'insufficient_balance',
  'insufficient_position',
  'post_only_order_type',
  'post_only_would_cross',
  'fok_not_filled',
  'fak_no_match',
  'expiration_invalid',
  'too_many_open_orders',
  'too_many_wallets',
  'too_many_matches',
  'market_not_ready',
  'market_closed',
  'trading_ended',
  'mode_disabled',
  'mode_cancel_only',
  'post_only_mode',
];
const CANCEL_ERRORS: readonly ErrorCode[] = ['invalid_order_payload', 'invalid_order_id', 'mode_disabled'];
const POSITION_ERRORS: readonly ErrorCode[] = [
  'mode_disabled',
  'invalid_payload',
  'bad_request',
  'market_not_found',
  'market_closed',
  'unknown_wallet',
  'wallet_not_owned',
  'amount_out_of_range',
];

export const VENUE_ROUTES = {
  health: {
    ...open,
    method: 'GET',
    path: '/',
    summary: 'Health check',
    response: { 200: Health },
    errors: [],
    caps: ['trading', 'health'],
  },
  time: {
    ...open,
    method: 'GET',
    path: '/time',
    summary: 'Server time',
    response: { 200: ServerTime },
    errors: [],
    caps: ['trading'],
  },
  venue: {
    ...open,
    method: 'GET',
    path: '/venue',
    summary: 'Name, signing domain and mode of the venue',
    response: { 200: Venue },
    errors: [],
    caps: ['trading'],
  },
} as const satisfies Record<string, Route>;

export const AUTH_ROUTES = {
  createApiKey: {
    method: 'POST',
    path: '/auth/api-key',
    summary: 'Create API credentials for a wallet and nonce',
    auth: 'l1',
    errorShape: 'plain',
    response: { 200: Credentials },
    errors: ['unauthenticated', 'could_not_create_api_key'],
    caps: ['trading'],
  },
  deriveApiKey: {
    method: 'GET',
    path: '/auth/derive-api-key',
    summary: 'The credentials created before for a wallet and nonce',
    auth: 'l1',
    errorShape: 'plain',
    response: { 200: Credentials },
    errors: ['unauthenticated', 'could_not_derive_api_key'],
    caps: ['trading'],
  },
  listApiKeys: {
    ...keyed,
    method: 'GET',
    path: '/auth/api-keys',
    summary: 'API keys of the account',
    response: { 200: ApiKeys },
    errors: ['invalid_api_key'],
  },
  deleteApiKey: {
    ...keyed,
    method: 'DELETE',
    path: '/auth/api-key',
    summary: 'Revoke the API key of this request, for ever',
    response: { 200: Done },
    errors: ['invalid_api_key'],
  },
} as const satisfies Record<string, Route>;

export const ORDER_ROUTES = {
  placeOrder: {
    ...keyed,
    method: 'POST',
    path: '/order',
    summary: 'Place an order',
    body: OrderPlacement,
    response: { 200: OrderAnswer },
    errors: PLACEMENT_ERRORS,
    caps: ['trading', 'order'],
  },
  placeOrders: {
    ...keyed,
    method: 'POST',
    path: '/orders',
    summary: 'Place up to 15 orders, each answered on its own',
    body: OrderPlacements,
    response: { 200: OrderAnswers },
    errors: ['invalid_order_payload', 'too_many_orders', 'mode_disabled', 'mode_cancel_only', 'post_only_mode'],
    caps: ['trading', 'order'],
  },
  cancelOrder: {
    ...keyed,
    method: 'DELETE',
    path: '/order',
    summary: 'Cancel an order',
    body: CancelOrderBody,
    response: { 200: CancelAnswer },
    errors: CANCEL_ERRORS,
    caps: ['trading', 'cancel'],
  },
  cancelOrders: {
    ...keyed,
    method: 'DELETE',
    path: '/orders',
    summary: 'Cancel orders by id',
    // Too many are refused in words of their own, after the schema.
    body: { ...CancelOrdersBody, maxItems: ORDERS_PER_CANCEL_REQUEST_MAX },
    response: { 200: CancelAnswer },
    errors: [...CANCEL_ERRORS, 'too_many_cancels'],
  },
  cancelAll: {
    ...keyed,
    method: 'DELETE',
    path: '/cancel-all',
    summary: 'Cancel every open order of the account',
    response: { 200: CancelAnswer },
    errors: ['mode_disabled'],
  },
  cancelMarketOrders: {
    ...keyed,
    method: 'DELETE',
    path: '/cancel-market-orders',
    summary: 'Cancel the open orders of a market or token',
    body: CancelMarketOrdersBody,
    response: { 200: CancelAnswer },
    errors: ['invalid_order_payload', 'mode_disabled'],
  },
  getOrder: {
    ...open,
    method: 'GET',
    path: '/data/order/:id',
    summary: 'An order, open or not',
    params: OrderParams,
    response: { 200: SingleOrder },
    errors: ['invalid_order_id', 'order_not_found'],
    caps: ['trading'],
  },
} as const satisfies Record<string, Route>;

export const ACCOUNT_ROUTES = {
  account: {
    ...keyed,
    method: 'GET',
    path: '/account',
    summary: 'Wallets, balances and positions of the account',
    response: { 200: Account },
    errors: ['invalid_api_key'],
  },
  splitPosition: {
    ...keyed,
    method: 'POST',
    path: '/positions/split',
    summary: 'Turn collateral into pairs of both outcomes',
    body: PositionChange,
    response: { 200: PositionAnswer },
    errors: [...POSITION_ERRORS, 'insufficient_balance'],
  },
  mergePositions: {
    ...keyed,
    method: 'POST',
    path: '/positions/merge',
    summary: 'Turn pairs of both outcomes into collateral',
    body: PositionChange,
    response: { 200: PositionAnswer },
    errors: [...POSITION_ERRORS, 'insufficient_position'],
  },
  convertPositions: {
    ...keyed,
    method: 'POST',
    path: '/positions/convert',
    summary: 'Negative risk: NO on some questions becomes collateral and YES on the others',
    body: PositionConversion,
    response: { 200: PositionAnswer },
    errors: [...POSITION_ERRORS, 'insufficient_position', 'not_neg_risk', 'conversion_invalid'],
  },
} as const satisfies Record<string, Route>;

/** Text of the metrics page is no JSON: the one answer that Prometheus wants in its own format. */
export const METRICS_ROUTE = {
  ...open,
  method: 'GET',
  path: '/metrics',
  summary: 'Figures for Prometheus',
  response: { 200: Type.String() },
  errors: [],
  caps: ['metrics'],
} as const satisfies Route;
