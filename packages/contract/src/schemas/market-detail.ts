/** Markets in the form for trading clients: `GET /markets/{condition_id}` and the cursor form of `GET /markets`. */
import { Type } from 'typebox';
import { count, figure, flag, text, whole } from '../described.ts';
import { CloseTime, EndDateIso, IsoTimeOrEmpty, OpenTime } from './common.ts';
import { ResultLine, resultFields } from './results.ts';

const MarketToken = Type.Object({
  token_id: Type.String(),
  outcome: Type.String(),
  price: figure('displayed price, the payout once resolved; 0.5 while price_known is false'),
  winner: Type.Boolean(),
  price_known: flag('false: no price is known and the 0.5 in price stands for none; additive'),
});
export type MarketToken = Type.Static<typeof MarketToken>;

const Rewards = Type.Object({
  rates: Type.Array(Type.Object({ asset_address: Type.String(), rewards_daily_rate: Type.Number() })),
  min_size: Type.Number(),
  max_spread: Type.Number(),
});

const listingFields = {
  enable_order_book: Type.Boolean(),
  active: Type.Boolean(),
  closed: Type.Boolean(),
  archived: Type.Boolean(),
  accepting_orders: Type.Boolean(),
  accepting_order_timestamp: IsoTimeOrEmpty,
  minimum_order_size: figure('in shares, for resting orders'),
  minimum_tick_size: Type.Number(),
  condition_id: Type.String(),
  question_id: Type.String(),
  question: Type.String(),
  description: Type.String(),
  market_slug: Type.String(),
  end_date_iso: EndDateIso,
  game_start_time: IsoTimeOrEmpty,
  close_time: CloseTime,
  open_time: OpenTime,
  seconds_delay: Type.Number(),
  fpmm: Type.String(),
  maker_base_fee: Type.Number(),
  taker_base_fee: figure('taker fee rate in 1/10000'),
  notifications_enabled: Type.Boolean(),
  neg_risk: Type.Boolean(),
  neg_risk_market_id: Type.String(),
  neg_risk_request_id: Type.String(),
  icon: Type.String(),
  image: Type.String(),
  rewards: Rewards,
  is_50_50_outcome: Type.Boolean(),
  tokens: Type.Array(MarketToken),
  tags: Type.Array(Type.String()),
};

/** A market on a page of the cursor form. */
export const MarketListingItem = Type.Object(listingFields);
export type MarketListingItem = Type.Static<typeof MarketListingItem>;

export const MarketListingPage = Type.Object({
  data: Type.Array(MarketListingItem),
  next_cursor: text('base64 of the next offset; LTE= after the last page'),
  limit: whole('markets a full page has'),
  count: whole('markets on this page'),
});
export type MarketListingPage = Type.Static<typeof MarketListingPage>;

export const MarketDetail = Type.Object({
  ...listingFields,
  itode: Type.Boolean(),
  screening_check_enabled: Type.Boolean(),
  slug: Type.String(),
  status: Type.Enum(['open', 'closed', 'resolving', 'resolved'], {
    description: 'closed: takes no orders and has no result yet, also while one is proposed',
  }),
  ...resultFields,
  result_lines: Type.Array(ResultLine, { description: 'steps in the life of its result, oldest first; additive' }),
  market_id: whole('catalog id'),
  taker_order_delay_ms: Type.Number(),
  order_age_seconds: Type.Number(),
  assets_ids: Type.Array(Type.String()),
  outcomes: Type.Array(Type.String()),
  event: Type.Object({
    id: Type.String(),
    slug: Type.String(),
    title: Type.String(),
    ticker: Type.String(),
    description: Type.String(),
  }),
  raw_metadata: Type.Object({}, { additionalProperties: true, description: 'free-form' }),
});
export type MarketDetail = Type.Static<typeof MarketDetail>;

/** The effect of a changed market term on resting orders: they all stay and keep their funds reserved. */
export const TermEffect = Type.Object({
  term: Type.Enum(['minimum_tick_size', 'minimum_order_size', 'taker_base_fee']),
  from: figure('before the change'),
  to: figure('for every order and every trade after the journal entry'),
  sequence: count('journal entry from which it counts'),
  resting_orders: count('orders that rest in the market, all of which stay'),
  outside: count('of these, how many would be refused as new ones under the term; none for a fee'),
});
export type TermEffect = Type.Static<typeof TermEffect>;
/** Answer of `PATCH /admin/markets/{condition_id}`. */
export const PatchedMarket = Type.Object({
  ...MarketDetail.properties,
  effects: Type.Array(TermEffect, { description: 'of the terms that were changed; additive' }),
});
export type PatchedMarket = Type.Static<typeof PatchedMarket>;

export const CURSOR_LIMIT_MAX = 1_000;
export const CURSOR_LIMIT_DEFAULT = 100;
/** Cursor of the first page: base64 of `0`. */
export const FIRST_CURSOR = 'MA==';
/** Cursor after the last page: base64 of `-1`. */
export const END_CURSOR = 'LTE=';

/** `GET /markets`, cursor form. */
export const MarketsCursorQuery = Type.Object({
  next_cursor: Type.String({ maxLength: 24, description: 'base64 of a decimal offset; empty = first page' }),
  limit: Type.Integer({
    minimum: 1,
    maximum: CURSOR_LIMIT_MAX,
    default: CURSOR_LIMIT_DEFAULT,
    description: 'rows of a page',
  }),
});
export type MarketsCursorQuery = Type.Static<typeof MarketsCursorQuery>;

/** Parameters of the read `markets-page`; the cursor `LTE=` never reaches it. */
export type MarketsPageParameters = { readonly offset: number; readonly limit: number };

/** A condition id, a catalog id or a slug; not a malformed condition id. */
export const MARKET_NAME_PATTERN =
  '^(0[xX][0-9a-fA-F]{62}([0-9a-fA-F]{2})?|(?!0[xX][^-]*$)[^\\s\\x00-\\x1f\\x7f/?#%&,"\\\\]{1,250})$';

export const MarketParams = Type.Object({
  condition_id: Type.String({
    pattern: MARKET_NAME_PATTERN,
    description: 'condition id; a catalog id or a market slug do as well',
  }),
});

/** Parameters of the read `market`: exactly one way to identify it. */
export type MarketParameters = { readonly conditionId: string } | { readonly id: number } | { readonly slug: string };
