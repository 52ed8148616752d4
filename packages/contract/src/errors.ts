/**
 * The error catalogue: every refusal with its status, text and machine-readable code. Texts that the interface states
 * are never changed; `code` is additive. `errorText` fills in `{name}` placeholders.
 */

/** Shape of an area's error body: `{error}`, `{type, error}`, or `{error}` with the ledger's own texts. */
export type ErrorShape = 'plain' | 'catalog' | 'ledger';

export interface ErrorEntry {
  readonly status: number;
  readonly text: string;
  /** The text inside a batch item, if a public client compares the whole text. */
  readonly itemText?: string;
}

export const ERRORS = {
  // HTTP
  malformed_json: { status: 400, text: 'malformed JSON: {detail}' },
  bad_request: { status: 400, text: '{detail}' },
  unexpected_body: { status: 400, text: 'this route takes no body' },
  unexpected_query: { status: 400, text: 'this route takes no query: the signature does not cover it' },
  body_incomplete: { status: 400, text: 'the body is not as long as its content-length' },
  route_not_found: { status: 404, text: 'no such route: {method} {path}' },
  replay_not_found: { status: 404, text: 'there is no replay {id}' },
  method_not_allowed: { status: 405, text: 'method {method} is not allowed here, use {allowed}' },
  request_timeout: { status: 408, text: 'the request took too long to arrive' },
  body_too_large: { status: 413, text: 'the body is larger than {maximum} bytes' },
  unsupported_media_type: { status: 415, text: 'the body must be application/json' },
  unsupported_content_encoding: { status: 415, text: 'the body must be sent without Content-Encoding' },
  idempotency_key_invalid: {
    status: 400,
    text: 'the header Idempotency-Key must come once, as 1 to 128 visible ASCII characters without spaces',
  },
  idempotency_key_used: {
    status: 422,
    text: 'this Idempotency-Key was used for another request: a key goes with one method, path and body',
  },
  upgrade_required: { status: 426, text: 'this is a WebSocket: connect with an upgrade' },
  rate_limited: { status: 429, text: 'rate limit exceeded' },
  expectation_failed: { status: 417, text: 'no expectation but 100-continue can be met' },
  headers_too_large: { status: 431, text: 'the request headers are too large' },
  unavailable: { status: 503, text: 'the venue cannot take this request now, retry shortly' },
  done_not_shown: {
    status: 503,
    text: 'the request succeeded, but its result is not available yet: read it shortly, or send the request again with the same Idempotency-Key',
  },
  outcome_unknown: {
    status: 503,
    text: 'the journal has not answered in time, so the outcome is unknown. Send the request again with the same Idempotency-Key, or the same order',
  },
  read_store_rebuilding: {
    status: 503,
    text: 'the read store is being rebuilt from the journal: retry shortly; trading goes on',
  },
  read_store_unavailable: {
    status: 503,
    text: 'the disk of the read store rejects writes; the venue retries, and trading goes on',
  },
  storage_full: {
    status: 503,
    text: 'the disk of the venue is almost full: it accepts only cancels and heartbeats until there is room',
  },
  read_too_long: { status: 503, text: 'this read takes too long, ask for less at a time' },
  internal: { status: 500, text: 'Internal server error ({id})' },

  // Authentication
  invalid_api_key: { status: 401, text: 'Unauthorized/Invalid api key' },
  unauthenticated: { status: 401, text: '{detail}' },
  invalid_admin_token: { status: 401, text: 'Unauthorized/Invalid admin token' },
  sign_in_used: { status: 401, text: 'this sign-in signature was used already: sign again with a later timestamp' },
  signature_used: {
    status: 409,
    text: 'this signature was used already, under another Idempotency-Key or for secrets that are told once: sign again with a later timestamp',
  },
  could_not_create_api_key: { status: 400, text: 'Could not create api key' },
  could_not_derive_api_key: { status: 400, text: 'Could not derive api key!' },

  // Orders
  invalid_order_payload: { status: 400, text: 'Invalid order payload: {detail}' },
  wrong_owner: {
    status: 400,
    text: 'the order owner has to be the owner of the API KEY: {expected} or the key itself, not {owner}',
  },
  wrong_signer: {
    status: 400,
    text: 'the order signer address has to be the address of the API KEY: {expected}, not {signer}',
  },
  signature_type_mismatch: {
    status: 400,
    text: 'Invalid order payload: order.signatureType {signatureType} does not fit order.maker {maker}, {whose}: it takes signatureType {fitting}',
  },
  maker_not_allowed: {
    status: 400,
    text: 'maker address not allowed, please use the deposit wallet flow: {maker} is none of the wallets of this account, {wallets}',
  },
  invalid_signature: {
    status: 400,
    text: 'invalid signature: recovered signer {recovered}, expected {expected}; digest expected to be signed {digest}, for {terms}',
  },
  condition_mismatch: {
    status: 400,
    text: 'Invalid order payload: order.conditionId is not the market of order.tokenId, which is {expected}',
  },
  unknown_token: { status: 400, text: 'Invalid order payload: order.tokenId belongs to no market' },
  too_many_orders: { status: 400, text: 'Too many orders in payload: {count}, max allowed: {maximum}' },
  too_many_cancels: { status: 400, text: 'Too many orders in payload, max allowed: {maximum}' },
  price_off_grid: {
    status: 400,
    text: 'order {orderId} is invalid. Price ({price}) breaks minimum tick size rule: {tick}',
  },
  price_out_of_range: {
    status: 400,
    text: 'order {orderId} is invalid. Price ({price}), min: {minimum} - max: {maximum}',
  },
  size_below_minimum: {
    status: 400,
    text: 'order {orderId} is invalid. Size ({size}) lower than the minimum: {minimum}',
  },
  amount_out_of_range: { status: 400, text: 'invalid amounts, {field} {amount} is not in {minimum}..{maximum}' },
  insufficient_balance: {
    status: 400,
    text: 'not enough balance / allowance: the balance is not enough -> balance: {balance}, order amount: {amount}; in units {free} free of {needed} needed, {missing} missing',
  },
  insufficient_position: {
    status: 400,
    text: 'not enough balance / allowance: the balance is not enough -> balance: {balance}, order amount: {amount}; in units {free} free of {needed} needed, {missing} missing',
  },
  post_only_order_type: { status: 400, text: 'invalid post-only order: only GTC and GTD order types are allowed' },
  post_only_would_cross: {
    status: 400,
    text: 'invalid post-only order: order crosses book, its price {price} meets the best price {best}',
    itemText: 'invalid post-only order: order crosses book',
  },
  /** Clients look for the first word and then read `GET /version` again. */
  order_version_mismatch: {
    status: 400,
    text: 'order_version_mismatch: the order has the fields of version 1; this venue takes version 2, as GET /version says: sign it with a client for version 2, such as @polymarket/clob-client-v2 or @polymarket/client',
  },
  fok_not_filled: {
    status: 400,
    text: "order couldn't be fully filled. FOK orders are fully filled or killed. Within its limit {price} it could give {making} of {makerAmount}, for {taking}.",
    itemText: "order couldn't be fully filled. FOK orders are fully filled or killed.",
  },
  fak_no_match: {
    status: 400,
    text: 'no orders found to match with FAK order. FAK orders are partially filled or killed if no match is found. Its limit is {price}, the best price on the other side is {best}.',
    itemText:
      'no orders found to match with FAK order. FAK orders are partially filled or killed if no match is found.',
  },
  expiration_invalid: {
    status: 400,
    text: 'invalid expiration: {orderType} takes {allowed}, not {expiration}',
    itemText: 'invalid expiration',
  },
  too_many_open_orders: { status: 400, text: 'too many open orders, max allowed: {maximum}' },
  too_many_matches: {
    status: 400,
    text: 'the order would match too many orders at once, send a smaller one: at most {maximum} orders',
  },
  market_not_ready: { status: 400, text: 'the market is not yet ready to process new orders' },
  market_closed: { status: 400, text: 'the market is closed' },
  trading_ended: { status: 400, text: 'trading in this market has ended' },
  mode_disabled: { status: 503, text: 'Trading is currently disabled.' },
  mode_cancel_only: {
    status: 503,
    text: 'Trading is currently cancel-only. New orders are not accepted, but cancels are allowed.',
  },
  post_only_mode: { status: 503, text: 'post-only mode: only post-only orders and cancels are allowed' },
  invalid_order_id: { status: 400, text: 'Invalid orderID' },
  order_not_found: { status: 404, text: 'Order not found' },
  /** The body also has `heartbeat_id`: the expected one. */
  invalid_heartbeat_id: { status: 400, text: 'Invalid Heartbeat ID' },
  invalid_trade_params: { status: 400, text: 'Invalid trade params payload: {detail}' },
  invalid_order_params: { status: 400, text: 'invalid order params payload: {detail}' },
  invalid_scoring_id: { status: 400, text: 'Invalid order_id' },
  invalid_asset_type: { status: 400, text: 'Invalid asset type' },
  invalid_signature_type: { status: 400, text: 'Invalid signature_type' },
  invalid_notification_ids: { status: 400, text: 'Invalid ids' },
  invalid_date: { status: 400, text: 'Invalid date (format: YYYY-MM-DD)' },
  not_offered: { status: 400, text: '{what}' },

  // Books and prices
  invalid_token_id: { status: 400, text: 'Invalid token id' },
  token_id_missing: { status: 400, text: 'Invalid token id: the parameter token_id is missing' },
  invalid_payload: { status: 400, text: 'Invalid payload: {detail}' },
  payload_too_long: { status: 400, text: 'Payload exceeds the limit' },
  invalid_side: { status: 400, text: 'Invalid side' },
  invalid_filters: { status: 400, text: 'invalid filters: {detail}' },
  fee_rate_not_found: { status: 404, text: 'fee rate not found for market' },
  no_orderbook: { status: 404, text: 'No orderbook exists for the requested token id' },

  // Ledger
  unknown_field: { status: 400, text: 'unknown_field: {name}' },
  missing_field: { status: 400, text: 'missing_field: {name}' },
  ip_not_allowlisted: { status: 401, text: 'unauthorized: ip_not_allowlisted' },
  ledger_internal: { status: 500, text: 'internal_error: {id}' },

  // Catalog and market detail
  id_not_found: { status: 404, text: 'id not found' },
  slug_not_found: { status: 404, text: 'slug not found' },
  invalid_market: { status: 400, text: 'Invalid market' },
  market_not_found: { status: 404, text: 'market not found' },
  market_internal: { status: 500, text: 'Internal server error' },
  invalid_cursor: { status: 400, text: 'Invalid next_cursor' },
  catalog_conflict: { status: 409, text: '{detail}' },

  // Positions, money and operation
  unknown_wallet: { status: 400, text: 'unknown wallet' },
  wallet_not_owned: {
    status: 400,
    text: 'the wallet {wallet} belongs to another account; the wallets of this one are {wallets}',
  },
  deposit_limit: { status: 400, text: 'the venue cannot hold more than {maximum} in all' },
  wallet_borrowed: {
    status: 400,
    text: 'the demo lends {wallet} to the account {account}: deposit to the address of that account, or to its deposit wallet',
  },
  too_many_wallets: { status: 400, text: 'too many wallets, max allowed for an account: {maximum}' },
  too_many_api_keys: {
    status: 400,
    text: 'too many API keys, max allowed for an account: {maximum}; delete one first, up to 1,000 ever',
  },
  market_not_resolved: { status: 400, text: 'the market {market} has no result yet: there is nothing to redeem' },
  relay_refused: { status: 400, text: 'the relayer cannot do this: {detail}' },
  relay_nonce_invalid: { status: 400, text: 'invalid nonce {nonce}: the next one is {expected}' },
  wallet_deployed: { status: 400, text: 'the wallet {wallet} is deployed already' },
  wallet_not_deployed: { status: 400, text: 'the wallet {wallet} is not deployed: deploy it first' },
  already_resolved: { status: 409, text: 'the market is resolved already' },
  payouts_invalid: { status: 400, text: 'payouts must be given for each outcome and sum to 1' },
  neg_risk_payouts_invalid: { status: 400, text: 'the markets of a negative-risk event share one winner: {detail}' },
  not_neg_risk: { status: 400, text: 'the event is not a negative-risk event' },
  conversion_invalid: { status: 400, text: 'invalid conversion: {detail}' },
  event_not_found: { status: 404, text: 'event not found' },

  // Joining and set-up
  not_listed: {
    status: 403,
    text: 'this venue admits only addresses that its operator has added: ask the operator to add {address}',
  },
  setup_link_wrong: {
    status: 401,
    text: 'this is not the set-up link of this start of the venue: open the one that it printed last',
  },
  setup_over: { status: 409, text: '{detail}' },
  setup_failed: { status: 503, text: 'nothing was set up: {detail}' },

  // Comments and profiles
  parent_entity_not_found: { status: 404, text: 'parentEntityID not found: there is no {type} {id}' },
  parent_comment_not_found: { status: 404, text: 'parentCommentID not found' },
  comment_not_owned: { status: 403, text: 'only its author or a moderator may remove a comment' },
  not_moderator: { status: 403, text: 'only a moderator may dismiss the reports of a comment' },
  too_many_comments: { status: 429, text: 'too many comments: at most {maximum} a minute' },
  name_taken: { status: 409, text: 'the name is taken' },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

export type ErrorCode = keyof typeof ERRORS;

/** The text of an error with its placeholders filled in; a missing value stays as `{name}`. */
export function errorText(code: ErrorCode, values: Readonly<Record<string, string | number>> = {}): string {
  return ERRORS[code].text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : placeholder,
  );
}

const CATALOG_TYPES: Readonly<Record<number, string>> = {
  400: 'bad request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not found error',
  409: 'conflict',
  422: 'unprocessable content',
  429: 'rate limited',
  503: 'service unavailable',
};

export function catalogErrorType(status: number): string {
  return CATALOG_TYPES[status] ?? (status < 500 ? 'bad request' : 'internal error');
}
