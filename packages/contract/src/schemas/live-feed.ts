/**
 * The activity feed `/ws/live-data`: trades, comments, books and own orders in the protocol of the ecosystem's activity
 * socket. Fields that the venue adds are marked as additive. docs/reference/feeds.md has the rules.
 */
import { Type } from 'typebox';
import { count, text, whole } from '../described.ts';
import { Comment, Reaction } from './comment.ts';
import { DecimalAnswer, SideText } from './common.ts';
import { OrderMessage, ResyncReasonText, RewoundTo, TradeMessage } from './feed.ts';
import { Book } from './prices.ts';

/** Topics and their types. The type `*` means all types of a topic. */
export const LIVE_TOPICS = {
  activity: ['trades', 'orders_matched'],
  comments: ['comment_created', 'comment_removed', 'reaction_created', 'reaction_removed'],
  clob_user: ['order', 'trade'],
  clob_market: [
    'price_change',
    'agg_orderbook',
    'last_trade_price',
    'tick_size_change',
    'market_created',
    'market_resolved',
  ],
} as const;
export type LiveTopic = keyof typeof LIVE_TOPICS;

const Sequence = Type.Integer({ minimum: 0 });

export const LiveSubscription = Type.Object({
  topic: text('activity, comments, clob_user or clob_market'),
  type: text('a type of the topic, or * for all of them'),
  filters: Type.Optional(text('JSON in a string, by topic; none when absent or empty')),
  clob_auth: Type.Optional(
    Type.Object(
      { key: Type.String(), secret: Type.String(), passphrase: Type.String() },
      { description: 'an API key; for clob_user, which needs it' },
    ),
  ),
  since: Type.Optional(
    Type.Union([Sequence, Type.Record(Type.String(), Sequence)], {
      description: 'last sequence seen: resume after it; in clob_market by condition id or token id; additive',
    }),
  ),
});
export type LiveSubscription = Type.Static<typeof LiveSubscription>;

/** A message from a client on the activity feed. Unknown fields are ignored. */
export const LiveRequest = Type.Object({
  action: Type.Enum(['subscribe', 'unsubscribe']),
  subscriptions: Type.Array(LiveSubscription, { minItems: 1 }),
});
export type LiveRequest = Type.Static<typeof LiveRequest>;

const TopicText = text('the topic');
const around = {
  timestamp: count('Unix milliseconds'),
  connection_id: text('the same on every message of a connection'),
};
const InMarket = count('rises by 1 with each entry that changes the market, as on /ws/market; additive');
const InJournal = count('journal entry; additive');
const Milliseconds = Type.String({ pattern: '^[0-9]{1,16}$', description: 'Unix milliseconds' });
const ConditionIdText = text('condition id');
const TokenText = text('token id');

/** `trades`: every fill, of takers and makers. `orders_matched`: a whole match from its taker's side. */
export const LiveActivityMessage = Type.Object({
  topic: Type.Literal('activity'),
  type: Type.Enum([...LIVE_TOPICS.activity]),
  payload: Type.Object({
    asset: TokenText,
    bio: Type.String(),
    conditionId: ConditionIdText,
    eventSlug: Type.String(),
    icon: Type.String(),
    name: Type.String(),
    outcome: Type.String(),
    outcomeIndex: Type.Integer({ minimum: 0, maximum: 1 }),
    price: Type.Number(),
    profileImage: Type.String(),
    proxyWallet: Type.String(),
    pseudonym: Type.String(),
    side: SideText,
    size: Type.Number(),
    slug: text('slug of the market'),
    timestamp: whole('Unix seconds'),
    title: text('title of the event; of a market without one its question'),
    question: text('question of the market; additive'),
    transactionHash: Type.String(),
    sequence: InJournal,
    index: count('place among the fills of the trade, the taker first; additive'),
    count: Type.Integer({ minimum: 2, description: 'how many fills the trade has; additive' }),
  }),
  ...around,
});

const InDiscussion = count('rises with each change of the discussion, as on /ws/market; additive');
const { replies: _replies, profile: _profile, ...commentFields } = Comment.properties;
const { profileImageOptimized: _image, ...profileFields } = Comment.properties.profile.properties;

/** A comment was written or removed; a removed one has no body. */
export const LiveCommentMessage = Type.Object({
  topic: Type.Literal('comments'),
  type: Type.Enum(['comment_created', 'comment_removed']),
  payload: Type.Object({ ...commentFields, profile: Type.Object(profileFields), sequence: InDiscussion }),
  ...around,
});

/** A reaction was added or removed. */
export const LiveReactionMessage = Type.Object({
  topic: Type.Literal('comments'),
  type: Type.Enum(['reaction_created', 'reaction_removed']),
  payload: Type.Object({
    ...Reaction.properties,
    icon: text('the reaction as a character'),
    parentEntityType: Comment.properties.parentEntityType,
    parentEntityID: Comment.properties.parentEntityID,
    sequence: InDiscussion,
  }),
  ...around,
});

const { event_type: _order, ...orderFields } = OrderMessage.properties;

/** One of the account's orders was placed, filled or cancelled. */
export const LiveOrderMessage = Type.Object({
  topic: Type.Literal('clob_user'),
  type: Type.Literal('order'),
  payload: Type.Object({ ...orderFields, type: Type.Enum(['PLACEMENT', 'FILL', 'CANCELLATION']) }),
  ...around,
});

const { event_type: _trade, ...tradeFields } = TradeMessage.properties;

/** A trade of the account, as taker or as maker. */
export const LiveTradeMessage = Type.Object({
  topic: Type.Literal('clob_user'),
  type: Type.Literal('trade'),
  payload: Type.Object(tradeFields),
  ...around,
});

/** Changed levels of the subscribed tokens. */
export const LivePriceChangeMessage = Type.Object({
  topic: Type.Literal('clob_market'),
  type: Type.Literal('price_change'),
  payload: Type.Object({
    market: ConditionIdText,
    price_changes: Type.Array(
      Type.Object({
        asset_id: TokenText,
        hash: text('hash of the whole book of the token after this sequence'),
        price: DecimalAnswer,
        side: SideText,
        size: text('what rests at the price now; 0 removes the level'),
        best_ask: text('1 when there is none'),
        best_bid: text('0 when there is none'),
      }),
      { minItems: 1 },
    ),
    timestamp: Milliseconds,
    sequence: InMarket,
  }),
  ...around,
});

/** The whole book of a token. */
export const LiveBookMessage = Type.Object({
  topic: Type.Literal('clob_market'),
  type: Type.Literal('agg_orderbook'),
  payload: Type.Object({ ...Book.properties, sequence: InMarket }),
  ...around,
});

export const LiveLastTradePriceMessage = Type.Object({
  topic: Type.Literal('clob_market'),
  type: Type.Literal('last_trade_price'),
  payload: Type.Object({
    asset_id: TokenText,
    fee_rate_bps: Type.String(),
    market: ConditionIdText,
    price: DecimalAnswer,
    side: SideText,
    size: Type.String(),
    timestamp: Milliseconds,
    transaction_hash: Type.String(),
    sequence: InMarket,
  }),
  ...around,
});

export const LiveTickSizeMessage = Type.Object({
  topic: Type.Literal('clob_market'),
  type: Type.Literal('tick_size_change'),
  payload: Type.Object({
    market: ConditionIdText,
    asset_id: TokenText,
    old_tick_size: Type.String(),
    new_tick_size: Type.String(),
    hash: text('hash of the book of the token after this sequence; additive'),
    timestamp: Milliseconds,
    sequence: InMarket,
  }),
  ...around,
});

/** A market was added, or its payouts were fixed. */
export const LiveMarketMessage = Type.Object({
  topic: Type.Literal('clob_market'),
  type: Type.Enum(['market_created', 'market_resolved']),
  payload: Type.Object({
    market: ConditionIdText,
    asset_ids: Type.Array(TokenText, { minItems: 2, maxItems: 2 }),
    min_order_size: Type.String(),
    tick_size: Type.String(),
    neg_risk: Type.Boolean(),
    payouts: Type.Optional(Type.Array(Type.String(), { description: 'of market_resolved, by outcome; additive' })),
    sequence: InMarket,
  }),
  ...around,
});

/** Messages of a topic are missing. */
export const LiveResyncMessage = Type.Object(
  {
    topic: TopicText,
    type: Type.Literal('resync'),
    payload: Type.Object({
      reason: ResyncReasonText,
      sequence: count('up to which something may be missing; 0: unknown'),
      market: Type.Optional(text('clob_market: condition id; empty: any market')),
      asset_ids: Type.Optional(Type.Array(Type.String(), { description: 'clob_market: tokens; empty: any' })),
      discussion: Type.Optional(text('comments: Event:12; empty: any discussion')),
      branch: RewoundTo,
    }),
    ...around,
  },
  { description: 'read again by GET what the topic tells of; additive' },
);

/** A client's request was refused; the connection and its other subscriptions continue. */
export const LiveErrorMessage = Type.Object(
  {
    topic: text('the topic asked for; empty for a message as a whole'),
    type: Type.Literal('error'),
    payload: Type.Object({
      code: Type.String(),
      message: Type.String(),
      subscription: Type.Optional(
        Type.Object({ topic: Type.String(), type: Type.String(), filters: Type.Optional(Type.String()) }),
      ),
    }),
    ...around,
  },
  { description: 'a refusal in words; additive' },
);

/** A message of the activity feed; each is a separate frame. */
export const LiveFeedMessage = Type.Union([
  LiveActivityMessage,
  LiveCommentMessage,
  LiveReactionMessage,
  LiveOrderMessage,
  LiveTradeMessage,
  LivePriceChangeMessage,
  LiveBookMessage,
  LiveLastTradePriceMessage,
  LiveTickSizeMessage,
  LiveMarketMessage,
  LiveResyncMessage,
  LiveErrorMessage,
]);
