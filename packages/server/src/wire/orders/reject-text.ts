/** Converts an engine's refusal to status, text and code of the wire. Exhaustive over the engine's table of rejects. */
import type { ErrorCode } from '@bellwether/contract';
import type { Reject, RejectCode } from '@bellwether/engine';
import { type Failure, failure, figureTexts } from '../failure.ts';
import { amountText } from '../forms/decimal.ts';
import { rejectDetails } from './refusal-details.ts';

/** Wire names of rejects on routes where they differ from the default. */
export type RejectNames = Readonly<Partial<Record<RejectCode, ErrorCode>>>;

const NAMES: Readonly<Record<RejectCode, ErrorCode>> = {
  unknown_account: 'invalid_api_key',
  unknown_wallet: 'unknown_wallet',
  wallet_not_owned: 'wallet_not_owned',
  wallet_already_bound: 'wallet_not_owned',
  unknown_market: 'market_not_found',
  market_not_accepting_orders: 'market_not_ready',
  market_closed: 'market_closed',
  trading_ended: 'trading_ended',
  price_off_grid: 'price_off_grid',
  price_out_of_range: 'price_out_of_range',
  size_below_minimum: 'size_below_minimum',
  amount_out_of_range: 'amount_out_of_range',
  insufficient_balance: 'insufficient_balance',
  insufficient_position: 'insufficient_position',
  post_only_order_type: 'post_only_order_type',
  post_only_would_cross: 'post_only_would_cross',
  fok_not_filled: 'fok_not_filled',
  fak_no_match: 'fak_no_match',
  expiration_invalid: 'expiration_invalid',
  too_many_open_orders: 'too_many_open_orders',
  mode_disabled: 'mode_disabled',
  mode_cancel_only: 'mode_cancel_only',
  mode_post_only: 'post_only_mode',
  nothing_to_cancel: 'order_not_found',
  api_key_revoked: 'could_not_create_api_key',
  unknown_api_key: 'invalid_api_key',
  unknown_catalog_event: 'event_not_found',
  catalog_conflict: 'catalog_conflict',
  catalog_invalid: 'bad_request',
  already_resolved: 'already_resolved',
  payouts_invalid: 'payouts_invalid',
  neg_risk_payouts_invalid: 'neg_risk_payouts_invalid',
  not_neg_risk: 'not_neg_risk',
  conversion_invalid: 'conversion_invalid',
  deposit_limit: 'deposit_limit',
  too_many_matches: 'too_many_matches',
  heartbeat_id_invalid: 'invalid_heartbeat_id',
  comment_invalid: 'bad_request',
  unknown_comment: 'id_not_found',
  unknown_parent_comment: 'parent_comment_not_found',
  unknown_comment_entity: 'parent_entity_not_found',
  comment_not_owned: 'comment_not_owned',
  too_many_comments: 'too_many_comments',
  profile_invalid: 'bad_request',
  name_taken: 'name_taken',
  not_moderator: 'not_moderator',
  wallet_borrowed: 'wallet_borrowed',
  too_many_wallets: 'too_many_wallets',
  too_many_api_keys: 'too_many_api_keys',
  market_not_resolved: 'market_not_resolved',
  relay_nonce_invalid: 'relay_nonce_invalid',
  wallet_deployed: 'wallet_deployed',
  wallet_not_deployed: 'wallet_not_deployed',
  idempotency_key_used: 'idempotency_key_used',
  signature_used: 'signature_used',
};

/** Names for `POST /order`, where a market is given by its token. */
export const ORDER_REJECT_NAMES: RejectNames = { unknown_market: 'unknown_token' };

/** Seconds before a retry at a restricted venue. */
const MODE_RETRY_SECONDS = 60;

/** Converts a refusal; `orderId` identifies the order in its text. */
export function rejectFailure(reject: Reject, names: RejectNames = {}, orderId = ''): Failure {
  const { code } = reject;
  const name = names[code] ?? NAMES[code];
  const details = rejectDetails(reject, name);
  const refusal = {
    ...failure(name, { ...textValues(reject, orderId), ...(details !== null && figureTexts(details)) }),
    ...(details !== null && { details }),
  };
  const byMode = code === 'mode_disabled' || code === 'mode_cancel_only' || code === 'mode_post_only';
  const wait = reject.details['retryAfterSeconds'];
  if (typeof wait === 'number') return { ...refusal, retryAfterSeconds: wait };
  return byMode ? { ...refusal, retryAfterSeconds: MODE_RETRY_SECONDS } : refusal;
}

/** Values in a text besides the figures of its `details`. */
function textValues({ code, details }: Reject, orderId: string): Record<string, string | number> {
  const values: Record<string, string | number> = { wallets: 'those of GET /account', ...details, orderId };
  const { reason, needed, earliest, maximum } = details;
  if (typeof reason === 'string') values['detail'] = reason;
  // In millionths: clients of the ecosystem parse this part of the text.
  if (needed !== undefined) values['amount'] = needed;
  if (code === 'expiration_invalid') values['allowed'] = details['type'] === 'GTD' ? `${earliest} or later` : '0';
  if (code === 'deposit_limit') values['maximum'] = amountText(Number(maximum));
  return values;
}
