/**
 * Figures of an engine's refusal as the wire's `details`. Every reject code has a row: how it is explained, or null if
 * its text says everything. Nothing here reads state: a refusal carries the figures that decided it.
 */
import type { DetailsOf, ErrorCode, RefusalDetails } from '@bellwether/contract';
import { PRICE_ONE, type Reject, type RejectCode, type Reservation } from '@bellwether/engine';
import { priceText } from '../forms/decimal.ts';

/** `code` is the wire's name for the reject, which may differ between routes. */
type Explain = (reject: Reject, code: ErrorCode) => RefusalDetails | null;

const EXPLAINED: Readonly<Record<RejectCode, Explain | null>> = {
  insufficient_balance: balance,
  insufficient_position: position,
  price_off_grid: (reject) => ({ rule: 'price_off_grid', ...priceFigures(reject) }),
  price_out_of_range: (reject) => ({ rule: 'price_out_of_range', ...priceFigures(reject) }),
  size_below_minimum: ({ details }) => ({
    rule: 'size_below_minimum',
    size: String(details['size']),
    minimum: String(details['minimum']),
  }),
  amount_out_of_range: ({ details }) => ({
    rule: 'amount_out_of_range',
    field: AMOUNT_FIELDS.find((field) => field === details['field']) ?? 'amount',
    amount: String(details['amount']),
    minimum: '1',
    maximum: String(details['maximum']),
  }),
  post_only_order_type: ({ details }) => ({
    rule: 'post_only_order_type',
    orderType: details['type'] === 'FAK' ? 'FAK' : 'FOK',
    allowed: ['GTC', 'GTD'],
  }),
  post_only_would_cross: ({ details }) => ({
    rule: 'post_only_would_cross',
    price: priceText(Number(details['price'])),
    best: priceText(Number(details['best'])),
  }),
  fok_not_filled: ({ details }) => ({
    rule: 'fok_not_filled',
    price: priceText(Number(details['price'])),
    makerAmount: String(details['makerAmount']),
    making: String(details['making']),
    taking: String(details['taking']),
    ownOrders: Number(details['ownOrders']),
  }),
  fak_no_match: ({ details }) => ({
    rule: 'fak_no_match',
    price: priceText(Number(details['price'])),
    best: details['best'] === undefined ? null : priceText(Number(details['best'])),
    ownOrders: Number(details['ownOrders']),
  }),
  expiration_invalid: ({ details }) => ({
    rule: 'expiration_invalid',
    orderType: ORDER_TYPES.find((type) => type === details['type']) ?? 'GTC',
    expiration: Number(details['expiration']),
    earliest: details['type'] === 'GTD' ? Number(details['earliest']) : null,
  }),
  too_many_open_orders: (reject) => ({ rule: 'too_many_open_orders', ...bounded(reject) }),
  too_many_wallets: (reject) => ({ rule: 'too_many_wallets', ...bounded(reject) }),
  too_many_matches: ({ details }) => ({ rule: 'too_many_matches', maximum: Number(details['maximum']) }),
  market_not_accepting_orders: (reject) => ({ rule: 'market_not_ready', ...marketFigures(reject) }),
  market_closed: (reject) => ({ rule: 'market_closed', ...marketFigures(reject) }),
  trading_ended: ({ details }) => ({
    rule: 'trading_ended',
    conditionId: String(details['market']),
    since: Math.floor(Number(details['closeTimeMs']) / 1000),
  }),
  mode_disabled: () => ({ rule: 'mode_disabled', mode: 'disabled' }),
  mode_cancel_only: () => ({ rule: 'mode_cancel_only', mode: 'cancel_only' }),
  mode_post_only: () => ({ rule: 'post_only_mode', mode: 'post_only' }),
  unknown_catalog_event: ({ details }, code) =>
    code === 'event_not_found' && details['event'] !== undefined
      ? { rule: 'event_not_found', eventId: String(details['event']) }
      : null,

  // The gateway checks caller and names against the same state: these codes only cover changes in between.
  unknown_account: null,
  unknown_wallet: null,
  wallet_not_owned: null,
  wallet_already_bound: null,
  unknown_market: null,
  not_neg_risk: null,
  // The reason is in the text.
  conversion_invalid: null,
  catalog_conflict: null,
  catalog_invalid: null,
  comment_invalid: null,
  profile_invalid: null,
  neg_risk_payouts_invalid: null,
  payouts_invalid: null,
  // Not about orders or positions: the text contains any figures.
  nothing_to_cancel: null,
  api_key_revoked: null,
  unknown_api_key: null,
  too_many_api_keys: null,
  already_resolved: null,
  market_not_resolved: null,
  relay_nonce_invalid: null,
  wallet_deployed: null,
  wallet_not_deployed: null,
  deposit_limit: null,
  wallet_borrowed: null,
  heartbeat_id_invalid: null,
  unknown_comment: null,
  unknown_parent_comment: null,
  unknown_comment_entity: null,
  comment_not_owned: null,
  too_many_comments: null,
  name_taken: null,
  not_moderator: null,
  idempotency_key_used: null,
  signature_used: null,
};

const AMOUNT_FIELDS = ['makerAmount', 'takerAmount'] as const;
const ORDER_TYPES = ['GTC', 'GTD', 'FOK', 'FAK'] as const;

export function rejectDetails(reject: Reject, code: ErrorCode): RefusalDetails | null {
  return EXPLAINED[reject.code]?.(reject, code) ?? null;
}

type Funds = Omit<DetailsOf<'insufficient_position'>, 'rule' | 'conditionId' | 'tokenId'>;

function balance({ details, reservation }: Reject): DetailsOf<'insufficient_balance'> | null {
  if (reservation === undefined) return null;
  const { needed, cost, fee } = details;
  return {
    rule: 'insufficient_balance',
    ...funds(reservation, Number(needed)),
    cost: String(cost),
    fee: fee === undefined ? null : String(fee),
  };
}

function position({ details, reservation }: Reject): DetailsOf<'insufficient_position'> | null {
  if (reservation === undefined || reservation.token === null) return null;
  return { rule: 'insufficient_position', ...reservation.token, ...funds(reservation, Number(details['needed'])) };
}

function funds({ wallets, free, held, count, largest }: Reservation, needed: number): Funds {
  const listed = largest.reduce((sum, order) => sum + order.held, 0);
  return {
    wallets: [...wallets],
    owned: String(free + held),
    reserved: String(held),
    free: String(free),
    needed: String(needed),
    missing: String(needed - free),
    reservedBy: {
      count,
      orders: largest.map((order) => ({
        orderID: order.orderId,
        tokenId: order.tokenId,
        reserved: String(order.held),
      })),
      others: { count: count - largest.length, reserved: String(held - listed) },
    },
  };
}

function priceFigures({ details }: Reject): Omit<DetailsOf<'price_off_grid'>, 'rule'> {
  const tick = Number(details['tick']);
  return {
    price: String(details['price']),
    tick: priceText(tick),
    minimum: priceText(tick),
    maximum: priceText(PRICE_ONE - tick),
  };
}

function bounded({ details }: Reject): Omit<DetailsOf<'too_many_wallets'>, 'rule'> {
  return { count: Number(details['count']), maximum: Number(details['maximum']) };
}

function marketFigures({ details }: Reject): Omit<DetailsOf<'market_closed'>, 'rule'> {
  const { market, status, stoppedMs } = details;
  return {
    conditionId: String(market),
    status: status === 'resolving' || status === 'resolved' ? status : 'open',
    since: stoppedMs === undefined ? null : Math.floor(Number(stoppedMs) / 1000),
  };
}
