/**
 * The live feeds: their paths, and the client messages and venue messages of `/ws/market` and `/ws/user`. Fields and
 * messages that the venue adds to the ecosystem's are marked as additive. docs/reference/feeds.md has the rules for joining and
 * resuming.
 */
import { Type } from 'typebox';
import { count, flag, orNull, text } from '../described.ts';
import { MARKED } from '../fee-mark.ts';
import { FeeSchedule } from './catalog.ts';
import { DiscussionName } from './comment.ts';
import { ConditionIdText, DecimalAnswer, SideText, TokenIdText, TradeStatus } from './common.ts';
import { makerOrder, ShownOrderStatus } from './order.ts';
import { Book } from './prices.ts';

/** Paths of the feeds, for a WebSocket upgrade of `GET`. */
export const FEED_PATHS = { market: '/ws/market', user: '/ws/user', live: '/ws/live-data' } as const;
export type FeedChannel = keyof typeof FEED_PATHS;

const Sequence = Type.Integer({ minimum: 0 });
const Operation = Type.Enum(['subscribe', 'unsubscribe']);

/** Any message from a client on the market channel. Unknown fields are ignored. */
export const MarketSubscription = Type.Object({
  type: Type.Optional(Type.Enum(['market'], { description: 'market' })),
  operation: Type.Optional(Operation),
  assets_ids: Type.Optional(
    Type.Array(TokenIdText, {
      description: 'token ids; may be left out only where comments is given, or custom_feature_enabled is true',
    }),
  ),
  comments: Type.Optional(
    Type.Array(DiscussionName, { description: 'discussions whose comments and reactions are wanted too; additive' }),
  ),
  initial_dump: Type.Optional(flag('false: no book snapshots; true when absent')),
  level: Type.Optional(Type.Enum([1, 2, 3], { description: 'taken; all levels are sent whatever it is' })),
  custom_feature_enabled: Type.Optional(
    flag(
      'best_bid_ask, new_market and market_resolved too, without any token the market_resolved of every market; stays as it was when absent',
    ),
  ),
  grouped: Type.Optional(
    flag('all messages of a market that one entry caused in one frame; stays as it was when absent; additive'),
  ),
  since: Type.Optional(
    Type.Record(Type.String(), Sequence, {
      description: 'last sequence seen, by condition id, token id or discussion: resume after it; additive',
    }),
  ),
});
export type MarketSubscription = Type.Static<typeof MarketSubscription>;

/** First message from a client on the user channel. Unknown fields are ignored. */
export const UserSubscription = Type.Object({
  type: Type.Enum(['user'], { description: 'user' }),
  auth: Type.Object({ apiKey: Type.String(), secret: Type.String(), passphrase: Type.String() }),
  markets: Type.Optional(
    Type.Array(ConditionIdText, { description: 'condition ids; all markets when absent or empty' }),
  ),
  custom_feature_enabled: Type.Optional(flag('balance messages too; for the whole connection; additive')),
  since: Type.Optional(count('last sequence seen: resume after it; additive')),
});
export type UserSubscription = Type.Static<typeof UserSubscription>;

/** Later messages from a client on the user channel. */
export const UserOperation = Type.Object({ operation: Operation, markets: Type.Array(ConditionIdText) });
export type UserOperation = Type.Static<typeof UserOperation>;

const Milliseconds = Type.String({ pattern: '^[0-9]{1,16}$', description: 'Unix milliseconds' });
const Seconds = Type.String({ pattern: '^[0-9]{1,13}$', description: 'Unix seconds' });
const ofMarket = {
  market: text('condition id'),
  sequence: count('rises by 1 with each entry that changes the market; `GET /book` shows it; additive'),
};
const Index = count('place among the messages of this sequence; additive');
const Count = Type.Integer({ minimum: 1, description: 'how many messages this sequence has; additive' });
const inMarket = { ...ofMarket, index: Index, count: Count };

/** The whole book of a token: the effect of an entry if it has `index` and `count`, otherwise a snapshot. */
export const BookMessage = Type.Object({
  event_type: Type.Literal('book'),
  ...Book.properties,
  ...ofMarket,
  index: Type.Optional(Index),
  count: Type.Optional(Count),
});

const PriceChange = Type.Object({
  asset_id: Type.String(),
  price: DecimalAnswer,
  size: text('what rests at the price now; 0 removes the level'),
  side: SideText,
  hash: text('hash of the whole book of the token after this sequence'),
  best_bid: text('0 when there is none'),
  best_ask: text('1 when there is none'),
});
export const PriceChangeMessage = Type.Object({
  event_type: Type.Literal('price_change'),
  timestamp: Milliseconds,
  price_changes: Type.Array(PriceChange, { description: 'every level that changed, for both tokens of the market' }),
  ...inMarket,
});

export const LastTradePriceMessage = Type.Object({
  event_type: Type.Literal('last_trade_price'),
  asset_id: text("the taker's token"),
  price: DecimalAnswer,
  size: text('what was traded at this price'),
  side: SideText,
  fee_rate_bps: Type.String(),
  timestamp: Milliseconds,
  transaction_hash: Type.String(),
  ...inMarket,
});

export const TickSizeChangeMessage = Type.Object({
  event_type: Type.Literal('tick_size_change'),
  asset_id: Type.String(),
  old_tick_size: Type.String(),
  new_tick_size: Type.String(),
  hash: text('hash of the book of the token after this sequence; additive'),
  timestamp: Milliseconds,
  ...inMarket,
});

/** A best price changed; custom. */
export const BestBidAskMessage = Type.Object({
  event_type: Type.Literal('best_bid_ask'),
  asset_id: Type.String(),
  best_bid: text('0 when there is none'),
  best_ask: text('1 when there is none'),
  spread: DecimalAnswer,
  timestamp: Milliseconds,
  ...inMarket,
});

const EventOfMessage = Type.Object(
  { id: Type.String(), ticker: Type.String(), slug: Type.String(), title: Type.String(), description: Type.String() },
  { description: 'the event as it is when the market is added or resolved' },
);

/** The same schedule in the spelling of the public feed. */
const PublicFeeSchedule = Type.Object(
  { exponent: DecimalAnswer, rate: DecimalAnswer, taker_only: Type.Boolean(), rebate_rate: DecimalAnswer },
  { description: 'in the profile polymarket' },
);
export type PublicFeeSchedule = Type.Static<typeof PublicFeeSchedule>;

/** A market was added; custom. */
export const NewMarketMessage = Type.Object({
  event_type: Type.Literal('new_market'),
  id: Type.String(),
  question: Type.String(),
  slug: Type.String(),
  description: Type.String(),
  assets_ids: Type.Array(Type.String()),
  outcomes: Type.Array(Type.String()),
  event_message: orNull(EventOfMessage),
  timestamp: Milliseconds,
  tags: Type.Array(Type.String()),
  condition_id: Type.String(),
  active: Type.Boolean(),
  clob_token_ids: Type.Array(Type.String()),
  sports_market_type: Type.String(),
  line: Type.String(),
  game_start_time: Type.String(),
  close_time: text('ISO 8601; empty: trading ends with the result; additive'),
  order_price_min_tick_size: Type.String(),
  group_item_title: Type.String(),
  taker_base_fee: text(`rate in 1/10000; ${MARKED}`),
  fees_enabled: Type.Boolean(),
  fee_schedule: Type.Union([FeeSchedule, PublicFeeSchedule]),
  ...inMarket,
});

/** The payouts were fixed, or replaced by a reversal; custom. */
export const MarketResolvedMessage = Type.Object({
  event_type: Type.Literal('market_resolved'),
  id: Type.String(),
  assets_ids: Type.Array(Type.String()),
  outcomes: Type.Array(Type.String()),
  winning_asset_id: text('empty when no outcome pays in full'),
  winning_outcome: Type.String(),
  payouts: Type.Array(Type.String(), { description: 'payout per share of each outcome; empty for a refund; additive' }),
  refunded: Type.Optional(flag('true: a refund of what the question cost; else absent; additive')),
  event_message: orNull(EventOfMessage),
  timestamp: Milliseconds,
  tags: Type.Array(Type.String()),
  ...inMarket,
});

/** The closing or opening time was set, moved, removed or reached; custom, additive. */
export const CloseTimeMessage = Type.Object({
  event_type: Type.Literal('close_time'),
  assets_ids: Type.Array(Type.String()),
  close_time: text('ISO 8601; empty: trading ends with the result'),
  open_time: text('ISO 8601; empty: trading has opened'),
  trading_ended: flag('true: no order is taken any more, and what rests is being cancelled'),
  timestamp: Milliseconds,
  ...inMarket,
});

/** A result was proposed, disputed or withdrawn, or a paid one reversed; custom, additive. */
export const ResultStatusMessage = Type.Object({
  event_type: Type.Literal('result_status'),
  assets_ids: Type.Array(Type.String()),
  status: Type.Enum(['proposed', 'disputed', 'withdrawn', 'reversed', 'reopened']),
  payouts: Type.Array(Type.String(), {
    description: 'proposed payout per share of each outcome; empty: none or a refund',
  }),
  refund: flag('true: proposed is a refund of what the question cost'),
  note: text('of the proposal or the reversal, or the reason of a dispute or a withdrawal; empty once reopened'),
  ends_at: text('ISO 8601, end of the window for disputes; empty: nothing is proposed'),
  timestamp: Milliseconds,
  ...inMarket,
});

/** An event was clarified; custom, additive. It comes once, whatever markets the connection follows. */
export const ClarificationMessage = Type.Object({
  event_type: Type.Literal('clarification'),
  event_id: text('catalog id of the event'),
  event_slug: Type.String(),
  number: count('place among the clarifications of the event, from 1'),
  text: Type.String(),
  timestamp: Milliseconds,
  ...inMarket,
});

/** `rewound` occurs only in a sandbox: the venue cannot know what a client saw before the rewind. */
const RESYNC_REASONS = ['too_old', 'ahead', 'slow_reader', 'rewound'] as const;
export type ResyncReason = (typeof RESYNC_REASONS)[number];
export const ResyncReasonText = Type.Enum([...RESYNC_REASONS]);

/** The branch that a rewind begins; clients that reconnect later get `rewound` without it. */
export const RewoundTo = Type.Optional(text('rewound: the branch that begins'));

export const MarketResyncMessage = Type.Object(
  {
    event_type: Type.Literal('resync'),
    market: text('condition id; empty: new_market messages were left out'),
    asset_ids: Type.Array(Type.String()),
    reason: Type.Enum([...RESYNC_REASONS]),
    sequence: Sequence,
    branch: RewoundTo,
  },
  { description: 'messages are missing; fresh books follow at once; additive' },
);

/** The last message before the venue closes a connection because of a client error; additive. */
export const FeedErrorMessage = Type.Object({
  event_type: Type.Literal('error'),
  code: Type.String(),
  message: Type.String(),
});
export type FeedErrorMessage = Type.Static<typeof FeedErrorMessage>;

/**
 * A message of the market channel. A frame is a single message; snapshots and `grouped` messages are sent as arrays.
 */
export const MarketFeedMessage = Type.Union([
  BookMessage,
  PriceChangeMessage,
  LastTradePriceMessage,
  TickSizeChangeMessage,
  BestBidAskMessage,
  NewMarketMessage,
  MarketResolvedMessage,
  CloseTimeMessage,
  ResultStatusMessage,
  ClarificationMessage,
  MarketResyncMessage,
  FeedErrorMessage,
]);
export type MarketFeedMessage = Type.Static<typeof MarketFeedMessage>;

const inAccount = {
  index: count('place among the messages of this sequence; additive'),
  count: Type.Integer({ minimum: 1, description: 'how many messages this sequence has; additive' }),
  sequence: count('journal entry that caused it; additive'),
  previous: count("sequence of the message before in this account's stream, or where the stream began; additive"),
};

const OwnerText = text('API key; the nil UUID where it is of another account');

/** One of the account's orders was accepted, filled or ended. */
export const OrderMessage = Type.Object({
  event_type: Type.Literal('order'),
  type: Type.Enum(['PLACEMENT', 'UPDATE', 'CANCELLATION']),
  id: Type.String(),
  owner: OwnerText,
  order_owner: OwnerText,
  market: Type.String(),
  asset_id: Type.String(),
  side: SideText,
  original_size: DecimalAnswer,
  size_matched: DecimalAnswer,
  price: DecimalAnswer,
  held: text('decimal: held from the wallet after it, as in GET /data/orders; additive'),
  associate_trades: Type.Array(Type.String(), { description: 'the trade that this message tells of' }),
  outcome: Type.String(),
  created_at: Seconds,
  expiration: Type.String({ pattern: '^[0-9]{1,13}$', description: 'Unix seconds, 0 unless GTD' }),
  order_type: Type.String(),
  status: ShownOrderStatus,
  reason: Type.Optional(text('why it was cancelled; additive')),
  maker_address: Type.String(),
  timestamp: Milliseconds,
  again: Type.Optional(
    Type.Literal(true, {
      description: 'of a sandbox: the order is not at the exchange, so no entry caused the message; additive',
    }),
  ),
  ...inAccount,
});

/** A trade of the account, as taker or as maker. */
export const TradeMessage = Type.Object({
  event_type: Type.Literal('trade'),
  type: Type.Literal('TRADE'),
  id: Type.String(),
  taker_order_id: Type.String(),
  market: Type.String(),
  asset_id: Type.String(),
  side: SideText,
  size: DecimalAnswer,
  price: text("the taker's average price, to 6 decimals"),
  fee_rate_bps: Type.String(),
  fee: Type.Optional(text("the taker's fee, to the taker only; additive")),
  status: TradeStatus,
  match_time: Seconds,
  last_update: Seconds,
  outcome: Type.String(),
  owner: OwnerText,
  trade_owner: OwnerText,
  maker_address: Type.String(),
  transaction_hash: Type.String(),
  bucket_index: Type.Integer(),
  maker_orders: Type.Array(makerOrder(OwnerText), { description: 'all of them to the taker, their own to makers' }),
  trader_side: Type.Enum(['TAKER', 'MAKER']),
  timestamp: Milliseconds,
  again: Type.Optional(
    Type.Literal(true, { description: 'of a sandbox: it has been told before, and its status has gone on; additive' }),
  ),
  ...inAccount,
});

/** The balance of one asset in a wallet of the account after an entry changed it; sent only on request. */
export const BalanceMessage = Type.Object(
  {
    event_type: Type.Literal('balance'),
    wallet: text('wallet of the account that owns it'),
    asset_type: Type.Enum(['COLLATERAL', 'CONDITIONAL', 'CONDITIONAL-V2'], {
      description: 'CONDITIONAL-V2: shares of a market of version v2',
    }),
    market: text('condition id; empty for collateral'),
    asset_id: text('token id; empty for collateral'),
    outcome: text('empty for collateral'),
    outcome_index: Type.Optional(Type.Integer({ minimum: 0, maximum: 1, description: 'absent for collateral' })),
    balance: DecimalAnswer,
    free: DecimalAnswer,
    held: DecimalAnswer,
    debt: Type.Optional(text('decimal: what the account owes, with collateral; absent: nothing')),
    timestamp: Milliseconds,
    ...inAccount,
  },
  { description: 'balance is all that the wallet has: free, and held by its open orders; additive' },
);
export type BalanceMessage = Type.Static<typeof BalanceMessage>;

/** Messages of the account may be missing. */
export const UserResyncMessage = Type.Object(
  { event_type: Type.Literal('resync'), reason: Type.Enum([...RESYNC_REASONS]), sequence: Sequence, branch: RewoundTo },
  { description: 'messages before this sequence may be missing: read orders, trades and the account again; additive' },
);

/** A message of the user channel; each is a separate frame. */
export const UserFeedMessage = Type.Union([
  OrderMessage,
  TradeMessage,
  BalanceMessage,
  UserResyncMessage,
  FeedErrorMessage,
]);
export type UserFeedMessage = Type.Static<typeof UserFeedMessage>;
