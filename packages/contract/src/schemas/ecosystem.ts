/**
 * Answers for the public trading clients of the ecosystem, in addition to the interface: own orders and trades,
 * allowances, notifications, compact market terms. Field names are theirs; anything the venue does not have is answered
 * as empty.
 */
import { Type } from 'typebox';
import { figure, flag, strict, text, whole } from '../described.ts';
import { MARKED } from '../fee-mark.ts';
import { MARKET_VERSIONS } from '../position-ids.ts';
import * as common from './common.ts';
import { BuilderTrades } from './data.ts';
import { MarketDetail, MarketListingItem } from './market-detail.ts';
import { FLAT_ORDER_FIELDS, makerOrder, ORDER_TYPES } from './order.ts';
import { RESULT_LINE_STATUSES } from './results.ts';

export const OrderVersion = Type.Object({
  version: Type.Enum([2, 3], { description: 'version of the exchange that clients sign orders for by default' }),
});

export const OWN_PAGE = 100;
export const Cursor = Type.String({
  default: 'MA==',
  maxLength: 32,
  description: 'as the page before gave it; MA== or empty is the first page, LTE= stands after the last',
});
/** A page of the ecosystem's listings. */
export const page = <Item extends Type.TSchema>(item: Item) =>
  Type.Object({
    limit: whole('rows a full page has'),
    count: whole('rows on this page'),
    next_cursor: text('cursor of the next page; LTE= after the last'),
    data: Type.Array(item),
  });

const ConditionIdOrEmpty = Type.String({ pattern: `^$|${common.CONDITION_ID_PATTERN}`, description: 'condition id' });
const TokenOrEmpty = Type.String({ pattern: '^(0|[1-9][0-9]{0,77})?$', description: 'token id: decimal digits' });
const UnixSeconds = (description: string) => Type.String({ pattern: '^(0|[1-9][0-9]{0,11})?$', description });

/** A row of `GET /data/orders`. */
export const OwnOrder = Type.Object({
  ...FLAT_ORDER_FIELDS,
  associate_trades: Type.Optional(Type.Array(Type.String(), { description: 'absent with `orders-2026-12`' })),
});
export type OwnOrder = Type.Static<typeof OwnOrder>;
export const OwnOrders = page(OwnOrder);
export type OwnOrders = Type.Static<typeof OwnOrders>;

/** `GET /data/orders`. */
export const OwnOrdersQuery = Type.Object({
  id: Type.Optional(Type.String({ pattern: `^$|${common.HASH_PATTERN}`, description: 'order id, open or not' })),
  market: Type.Optional(ConditionIdOrEmpty),
  asset_id: Type.Optional(TokenOrEmpty),
  next_cursor: Cursor,
});
export type OwnOrdersQuery = Type.Static<typeof OwnOrdersQuery>;

const OwnerText = text('the caller’s API key; the nil UUID where it is of another account');

/** A trade as shown to its participants: asset, side, size and price are always the taker's. */
export const OwnTrade = Type.Object({
  id: Type.String(),
  taker_order_id: Type.String(),
  market: text('condition id'),
  asset_id: text('token id of the taker'),
  side: common.SideText,
  size: common.DecimalAnswer,
  fee_rate_bps: text('fee rate of the taker in 1/10000'),
  price: common.DecimalAnswer,
  status: common.TradeStatus,
  match_time: text('Unix seconds'),
  last_update: text('Unix seconds'),
  outcome: Type.String(),
  bucket_index: Type.Integer(),
  owner: text('the caller’s API key'),
  maker_address: text('wallet that the caller traded from'),
  maker_orders: Type.Array(makerOrder(OwnerText), { description: 'all of them to the taker, their own to makers' }),
  transaction_hash: Type.String(),
  trader_side: Type.Enum(['TAKER', 'MAKER'], { description: 'the part that the caller had' }),
  fee: Type.Optional(text('collateral the taker paid, to the taker alone; additive')),
});
export type OwnTrade = Type.Static<typeof OwnTrade>;
export const OwnTrades = page(OwnTrade);
export type OwnTrades = Type.Static<typeof OwnTrades>;

/** `GET /data/trades`. */
export const OwnTradesQuery = Type.Object({
  id: Type.Optional(Type.String({ pattern: '^(0|[1-9][0-9]{0,11})$', description: 'id of a trade, decimal digits' })),
  maker_address: Type.Optional(common.AddressText),
  market: Type.Optional(ConditionIdOrEmpty),
  asset_id: Type.Optional(TokenOrEmpty),
  before: Type.Optional(UnixSeconds('Unix seconds: trades strictly before it')),
  after: Type.Optional(UnixSeconds('Unix seconds: trades strictly after it')),
  next_cursor: Cursor,
});
export type OwnTradesQuery = Type.Static<typeof OwnTradesQuery>;

/** `GET /balance-allowance`. */
export const BalanceAllowanceQuery = Type.Object({
  asset_type: Type.Enum(['COLLATERAL', 'CONDITIONAL', 'CONDITIONAL-V2'], {
    description: 'CONDITIONAL: shares of any market; CONDITIONAL-V2: of a market of version v2',
  }),
  token_id: Type.Optional(TokenOrEmpty),
  signature_type: Type.Optional(
    Type.String({
      pattern: '^[0-3]?$',
      description: '0: the account’s own wallet; 1 to 3: its deposit wallet, or what it bound last',
    }),
  ),
});
export type BalanceAllowanceQuery = Type.Static<typeof BalanceAllowanceQuery>;
export const BalanceAllowance = Type.Object({
  balance: text('in millionths: what the wallet owns, with what its open orders hold'),
  allowances: Type.Record(Type.String(), Type.String(), { description: 'by exchange contract: no limit' }),
});
export type BalanceAllowance = Type.Static<typeof BalanceAllowance>;
/** Hours for which notifications are kept, and the largest number kept. */
export const NOTIFICATION_HOURS = 48;
export const NOTIFICATIONS_MAX = 100;
export const SignatureTypeQuery = Type.Object({
  signature_type: Type.Optional(Type.String({ pattern: '^[0-3]?$', description: '0 to 3; of no effect' })),
});
const ofNotification = {
  id: Type.Integer({ minimum: 0 }),
  owner: text('the caller’s API key'),
  timestamp: whole('Unix seconds; milliseconds in dated profiles from 2026-09'),
};
const notifiedMarket = {
  market: Type.String(),
  condition_id: text('the same as market'),
  owner: text('the caller’s API key'),
  question: Type.String(),
  market_slug: Type.String(),
  eventSlug: Type.String(),
  seriesSlug: text('of the event’s first series; empty without one'),
  icon: Type.String(),
  image: Type.String(),
};
const FillNotification = Type.Object({
  ...ofNotification,
  type: Type.Literal(2, { description: '2: an order was filled' }),
  payload: Type.Object({
    ...notifiedMarket,
    asset_id: Type.String(),
    order_id: Type.String(),
    side: common.SideText,
    trader_side: Type.Enum(['TAKER', 'MAKER'], { description: 'MAKER: the order was resting; additive' }),
    price: common.DecimalAnswer,
    original_size: common.DecimalAnswer,
    matched_size: text('decimal: of this fill'),
    remaining_size: text('decimal: of the order, now'),
    outcome: Type.String(),
    outcome_index: Type.Integer(),
    type: Type.Enum([...ORDER_TYPES]),
    trade_id: Type.String(),
    transaction_hash: Type.String(),
  }),
});
const ResultNotification = Type.Object(
  {
    ...ofNotification,
    type: Type.Literal(4, { description: '4: of the result of a market' }),
    payload: Type.Object({
      ...notifiedMarket,
      status: Type.Enum([...RESULT_LINE_STATUSES]),
      payouts: Type.Array(Type.String(), {
        description: 'decimal, per outcome; empty for a refund, and without a result',
      }),
      refund: flag('true: each account gets back what the question cost it'),
      outcomes: Type.Array(Type.String(), { description: 'names, in the order of payouts' }),
      note: text('why'),
    }),
  },
  {
    description:
      'a proposed, disputed, withdrawn or final result of shares held, and a refund or a reversal of a market ever traded; additive',
  },
);
const GrantNotification = Type.Object({
  ...ofNotification,
  type: Type.Literal(5, { description: '5: play money was granted; additive' }),
  payload: Type.Object({ amount: common.DecimalAnswer, note: text('why') }),
});
const ClarificationNotification = Type.Object({
  ...ofNotification,
  type: Type.Literal(6, {
    description: '6: a question whose shares are held, or were to the end, was clarified; additive',
  }),
  payload: Type.Object({ title: text('of the event'), eventSlug: Type.String(), note: text('the clarification') }),
});
export const Notifications = Type.Array(
  Type.Union([FillNotification, ResultNotification, GrantNotification, ClarificationNotification]),
  { description: 'latest first' },
);
export type Notifications = Type.Static<typeof Notifications>;
const NOTIFICATIONS_DROPPED_MAX = 1_000;
/** Ids in the body, because the signature covers the body and not a query. */
export const DropNotificationsBody = strict({
  ids: Type.Optional(
    Type.Array(Type.String({ pattern: '^(0|[1-9][0-9]{0,15})$', description: 'id of a notification' }), {
      maxItems: NOTIFICATIONS_DROPPED_MAX,
      description: 'all when absent',
    }),
  ),
  signature_type: Type.Optional(Type.String({ pattern: '^[0-3]?$', description: '0 to 3; of no effect' })),
});
/** Query of the public clients; accepted only in the profile `polymarket`. */
export const DropNotificationsQuery = Type.Object({
  ids: Type.Optional(Type.String({ maxLength: 4_000, description: 'comma list of ids; all when absent' })),
  signature_type: Type.Optional(Type.String({ pattern: '^[0-3]?$', description: '0 to 3; of no effect' })),
});
export type DropNotificationsQuery = Type.Static<typeof DropNotificationsQuery>;

/** `POST /orders-scoring`: the venue pays no rewards, so no order scores. */
export const ScoringBody = Type.Array(Type.String({ pattern: common.HASH_PATTERN, description: 'order id' }), {
  maxItems: 1_000,
});
export const Scorings = Type.Record(Type.String(), Type.Boolean(), { description: 'false by order id' });

/** `GET /markets-by-token/{token_id}`. */
export const TokenMarket = Type.Object({
  condition_id: Type.String(),
  primary_token_id: text('token of the first outcome'),
  secondary_token_id: text('token of the second outcome'),
});

/** `GET /clob-markets/{condition_id}`: the terms of a market with short field names. */
export const CompactMarket = Type.Object({
  v: Type.Enum([...MARKET_VERSIONS], { description: 'version of the market; additive' }),
  c: text('condition id'),
  t: Type.Array(Type.Object({ t: common.TokenIdText, o: text('outcome') }), { description: 'tokens' }),
  mos: figure('minimum order size in shares'),
  mts: figure('tick size'),
  mbf: figure('maker fee rate in 1/10000'),
  tbf: figure(`taker fee rate in 1/10000; ${MARKED}; fd has the rate`),
  nr: flag('negative risk'),
  fd: Type.Object(
    {
      r: figure('rate'),
      e: figure('exponent of price × (1 − price)'),
      to: flag('takers only'),
    },
    { description: 'fee schedule: size × r × (price × (1 − price))^e' },
  ),
  r: Type.Object(
    { mi: figure('smallest size'), ma: figure('largest spread, in cents'), e: flag('any are paid daily') },
    { description: 'rewards as the record had them that the market was imported from; none are paid here' },
  ),
  ao: flag('takes orders'),
  aot: common.IsoTimeOrEmpty,
  gst: common.IsoTimeOrEmpty,
  sd: figure('delay of orders in seconds'),
  cbos: flag('the book is cleared when the game starts; never'),
  rfqe: flag('requests for quotes; never'),
  itode: MarketDetail.properties.itode,
  ibce: MarketDetail.properties.screening_check_enabled,
  oas: figure('least age of an order in seconds'),
});
export type CompactMarket = Type.Static<typeof CompactMarket>;

const { condition_id, rewards, tokens, active, closed, archived, accepting_orders } = MarketListingItem.properties;
export const SimplifiedMarket = Type.Object({
  condition_id,
  rewards,
  tokens,
  active,
  closed,
  archived,
  accepting_orders,
});
export const SimplifiedMarkets = page(SimplifiedMarket);
export type SimplifiedMarkets = Type.Static<typeof SimplifiedMarkets>;
export const SamplingMarkets = page(MarketListingItem);

/** `GET /markets/live-activity/{condition_id}`. */
export const LiveActivity = Type.Array(
  Type.Object({
    event_type: Type.Literal('trade'),
    market: Type.Object({
      condition_id: Type.String(),
      asset_id: Type.String(),
      question: Type.String(),
      icon: Type.String(),
      slug: Type.String(),
    }),
    user: Type.Object({
      address: Type.String(),
      username: Type.String(),
      profile_picture: Type.String(),
      optimized_profile_picture: Type.String(),
      pseudonym: Type.String(),
    }),
    side: common.SideText,
    size: common.DecimalAnswer,
    fee_rate_bps: Type.String(),
    price: common.DecimalAnswer,
    outcome: Type.String(),
    outcome_index: Type.Integer(),
    transaction_hash: Type.String(),
    timestamp: text('Unix seconds'),
  }),
  { description: 'the latest fills of takers, latest first' },
);
export type LiveActivity = Type.Static<typeof LiveActivity>;

/** `GET /builder/trades` with `builder_code`: a page with the clients' own field names. */
export const ClientBuilderTrade = Type.Object({
  id: Type.String(),
  tradeType: Type.Enum(['TAKER', 'MAKER']),
  takerOrderHash: Type.String(),
  builder: Type.String(),
  builderCode: Type.String(),
  market: Type.String(),
  assetId: Type.String(),
  side: common.SideText,
  size: common.DecimalAnswer,
  sizeUsdc: common.DecimalAnswer,
  price: common.DecimalAnswer,
  status: common.TradeStatus,
  outcome: Type.String(),
  outcomeIndex: Type.Integer(),
  owner: text('address of the account'),
  maker: text('wallet that traded'),
  transactionHash: Type.String(),
  matchTime: text('Unix seconds'),
  bucketIndex: Type.Integer(),
  fee: common.DecimalAnswer,
  feeUsdc: common.DecimalAnswer,
  builderFee: text('always 0'),
  createdAt: common.IsoTime,
  updatedAt: common.IsoTime,
});
export type ClientBuilderTrade = Type.Static<typeof ClientBuilderTrade>;
export const ClientBuilderTrades = page(ClientBuilderTrade);
export type ClientBuilderTrades = Type.Static<typeof ClientBuilderTrades>;
export const BuilderTradesAnswer = Type.Union([BuilderTrades, ClientBuilderTrades], {
  description: 'the array; with builder_code the page',
});
