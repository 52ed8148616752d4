import type { Address, ConditionId, Micros, OrderId, TokenId } from './units/units.ts';

/**
 * All reasons for which the engine refuses a command. A reject is a value, never thrown; it leaves no trace in state or
 * journal. What a client is told of one is its row in the contract's table of errors.
 */
export type RejectCode =
  | ('unknown_account' | 'unknown_wallet' | 'wallet_not_owned' | 'wallet_already_bound' | 'wallet_borrowed')
  | ('too_many_wallets' | 'account_in_debt' | 'account_suspended' | 'deposit_limit')
  | ('unknown_market' | 'market_not_accepting_orders' | 'market_closed' | 'trading_ended' | 'trading_not_open')
  | ('mode_disabled' | 'mode_cancel_only' | 'mode_post_only')
  | ('price_off_grid' | 'price_out_of_range' | 'size_below_minimum' | 'amount_out_of_range' | 'expiration_invalid')
  | ('too_many_open_orders' | 'nothing_to_cancel' | 'idempotency_key_used' | 'signature_used')
  | ('insufficient_balance' | 'insufficient_position' | 'not_neg_risk' | 'conversion_invalid')
  | ('post_only_order_type' | 'post_only_would_cross' | 'fok_not_filled' | 'fak_no_match' | 'too_many_matches')
  | ('unknown_api_key' | 'api_key_revoked' | 'too_many_api_keys' | 'heartbeat_id_invalid')
  | ('unknown_key' | 'key_ended' | 'key_scope' | 'key_invalid' | 'too_many_keys' | 'relay_nonce_invalid')
  | ('wallet_deployed' | 'wallet_not_deployed')
  | ('unknown_catalog_event' | 'catalog_conflict' | 'catalog_invalid')
  | ('already_resolved' | 'payouts_invalid' | 'neg_risk_payouts_invalid' | 'market_not_resolved' | 'result_proposed')
  | ('result_not_proposed' | 'result_disputed' | 'result_invalid' | 'result_running')
  | ('result_final' | 'result_too_large')
  | ('comment_invalid' | 'unknown_comment' | 'unknown_parent_comment' | 'unknown_comment_entity')
  | ('comment_not_owned' | 'too_many_comments' | 'not_moderator' | 'profile_invalid' | 'name_taken')
  | ('asking_invalid' | 'too_many_suggestions' | 'unknown_suggestion' | 'suggestion_decided')
  | ('grant_invalid' | 'token_invalid' | 'token_name_taken' | 'unknown_admin_token' | 'too_many_tokens')
  | 'looks_invalid';

/** An open order of the refused account, and the amount it holds: micros of collateral or of shares. */
export interface ReservingOrder {
  readonly orderId: OrderId;
  readonly tokenId: TokenId;
  readonly held: Micros;
}

/** An account's amounts of the missing collateral or shares. For that account only. */
export interface Reservation {
  /** The wallets over which amounts are summed, the wallet of the command first. */
  readonly wallets: readonly Address[];
  /** The missing shares; null for collateral. */
  readonly token: { readonly conditionId: ConditionId; readonly tokenId: TokenId } | null;
  readonly free: Micros;
  readonly held: Micros;
  /** Number of open orders that hold `held`. */
  readonly count: number;
  /**
   * The largest of these orders, at most ORDERS_PER_REFUSAL_MAX, largest first. For an account with more than
   * ORDERS_LOOKED_AT_PER_REFUSAL_MAX open orders, only the latest are considered.
   */
  readonly largest: readonly ReservingOrder[];
}

/**
 * A refusal: its code, and figures as plain numbers (micros, prices, seconds) or text. A figure with the name of one of
 * the code's figures in the contract becomes that figure.
 */
export interface Reject {
  readonly kind: 'reject';
  readonly code: RejectCode;
  readonly details: Readonly<Record<string, number | string>>;
  /** Set for `insufficient_balance` and `insufficient_position`. */
  readonly reservation?: Reservation;
}

export function reject(code: RejectCode, details: Readonly<Record<string, number | string>> = {}): Reject {
  return { kind: 'reject', code, details };
}

/** Refuses an amount outside `minimum`..`maximum`. */
export function outOfRange(amount: number, maximum: number, field = 'amount'): Reject {
  return reject('amount_out_of_range', { field, amount, minimum: 1, maximum });
}
