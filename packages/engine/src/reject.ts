import type { Address, ConditionId, Micros, OrderId, TokenId } from './units/units.ts';

/**
 * All reasons for which the engine refuses a command: one closed, numbered table. A reject is a value, never thrown; it
 * leaves no trace in state or journal. Numbers are stable for ever; new reasons are appended.
 */
export const REJECT_NUMBERS = {
  unknown_account: 1,
  unknown_wallet: 2,
  wallet_not_owned: 3,
  wallet_already_bound: 4,
  unknown_market: 5,
  market_not_accepting_orders: 6,
  market_closed: 7,
  price_off_grid: 8,
  price_out_of_range: 9,
  size_below_minimum: 10,
  amount_out_of_range: 11,
  insufficient_balance: 12,
  insufficient_position: 13,
  post_only_order_type: 14,
  post_only_would_cross: 15,
  fok_not_filled: 16,
  fak_no_match: 17,
  expiration_invalid: 18,
  too_many_open_orders: 19,
  mode_disabled: 20,
  mode_cancel_only: 21,
  mode_post_only: 22,
  nothing_to_cancel: 23,
  api_key_revoked: 24,
  unknown_api_key: 25,
  unknown_catalog_event: 26,
  catalog_conflict: 27,
  catalog_invalid: 28,
  already_resolved: 29,
  payouts_invalid: 30,
  neg_risk_payouts_invalid: 31,
  not_neg_risk: 32,
  conversion_invalid: 33,
  deposit_limit: 34,
  too_many_matches: 35,
  heartbeat_id_invalid: 36,
  comment_invalid: 41,
  unknown_comment: 42,
  unknown_parent_comment: 43,
  unknown_comment_entity: 44,
  comment_not_owned: 45,
  too_many_comments: 46,
  profile_invalid: 47,
  name_taken: 48,
  not_moderator: 49,
  wallet_borrowed: 60,
  too_many_wallets: 61,
  trading_ended: 62,
  too_many_api_keys: 63,
  market_not_resolved: 70,
  relay_nonce_invalid: 71,
  wallet_deployed: 72,
  wallet_not_deployed: 73,
  idempotency_key_used: 80,
  signature_used: 81,
} as const;

export type RejectCode = keyof typeof REJECT_NUMBERS;

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

/** A refusal: its code and the figures that the user message needs, as plain numbers (micros, prices) or text. */
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
