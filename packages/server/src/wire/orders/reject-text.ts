/**
 * Converts an engine's refusal to status, text, code and `details` of the wire. Exhaustive over the engine's table of
 * rejects. Nothing here reads state: a refusal carries the figures that decided it.
 */
import type { DetailsOf, ErrorCode, ExplainedCode, RefusalDetails } from '@bellwether/contract';
import { PRICE_ONE, type Reject, type RejectCode, type Reservation } from '@bellwether/engine';
import { type Failure, failure, figureTexts } from '../failure.ts';
import { amountText, priceText } from '../forms/decimal.ts';

/** Wire names of rejects on routes where they differ from the default. */
export type RejectNames = Readonly<Partial<Record<RejectCode, ErrorCode>>>;

/** Rejects without an error of the same name. */
type OtherName = Exclude<RejectCode, ErrorCode>;

/** Wire codes of rejects; one that is missing here has an error of its own name. */
const NAMES = {
  unknown_account: 'invalid_api_key',
  wallet_already_bound: 'wallet_not_owned',
  unknown_market: 'market_not_found',
  market_not_accepting_orders: 'market_not_ready',
  mode_post_only: 'post_only_mode',
  nothing_to_cancel: 'order_not_found',
  api_key_revoked: 'could_not_create_api_key',
  unknown_api_key: 'invalid_api_key',
  unknown_catalog_event: 'event_not_found',
  catalog_invalid: 'bad_request',
  heartbeat_id_invalid: 'invalid_heartbeat_id',
  comment_invalid: 'bad_request',
  unknown_comment: 'id_not_found',
  unknown_parent_comment: 'parent_comment_not_found',
  unknown_comment_entity: 'parent_entity_not_found',
  profile_invalid: 'bad_request',
} as const satisfies Readonly<Record<OtherName, ErrorCode> & RejectNames>;

/** Names for `POST /order`, where a market is given by its token. */
export const ORDER_REJECT_NAMES: RejectNames = { unknown_market: 'unknown_token' };

/** Seconds before a retry at a restricted venue. */
const MODE_RETRY_SECONDS = 60;

/** Converts a refusal; `orderId` identifies the order in its text. */
export function rejectFailure(reject: Reject, names: RejectNames = {}, orderId = ''): Failure {
  const { code } = reject;
  const name = names[code] ?? (NAMES as RejectNames)[code] ?? (code as Exclude<RejectCode, OtherName>);
  const details = FIGURES[code]?.(reject, name) ?? null;
  const refusal = {
    ...failure(name, { ...textValues(reject, orderId), ...(details !== null && figureTexts(details)) }),
    ...(details !== null && { details }),
  };
  const byMode = code === 'mode_disabled' || code === 'mode_cancel_only' || code === 'mode_post_only';
  const wait = reject.details['retryAfterSeconds'];
  if (typeof wait === 'number') return { ...refusal, retryAfterSeconds: wait };
  return byMode ? { ...refusal, retryAfterSeconds: MODE_RETRY_SECONDS } : refusal;
}

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

/** `code` is the wire's name for the reject, which may differ between routes. */
type Explain = (reject: Reject, code: ErrorCode) => RefusalDetails | null;

/** Callers and names that the gateway has checked against the same state: their rejects only cover changes in between. */
type CheckedBefore =
  | ('unknown_account' | 'unknown_api_key' | 'unknown_market' | 'unknown_wallet')
  | ('wallet_not_owned' | 'wallet_already_bound' | 'not_neg_risk');

type NameOf<Code extends RejectCode> = Code extends keyof typeof NAMES ? (typeof NAMES)[Code] : Code;
type Explained = { [Code in RejectCode]: NameOf<Code> extends ExplainedCode ? Code : never }[RejectCode];

/** Figures of every reject whose error has `details`. The texts of all others say everything. */
const FIGURES: Readonly<Record<Exclude<Explained, CheckedBefore>, Explain> & Partial<Record<RejectCode, Explain>>> = {
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
};

const AMOUNT_FIELDS = ['makerAmount', 'takerAmount'] as const;
const ORDER_TYPES = ['GTC', 'GTD', 'FOK', 'FAK'] as const;

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
