/** Examples of messages on the activity feed, by schema name. */
import type { Json, JsonObject } from '../json.ts';
import { COMMENT } from './community.ts';
import { SAMPLE, SECONDS, UPDATED_AT } from './sample.ts';

const { conditionId: market, yesTokenId: yes, noTokenId: no } = SAMPLE;
const HASH = '5f1d3c2b1a0f9e8d7c6b5a493827160504f3e2d1';
const MILLISECONDS = '1795200000000';
const AROUND = { timestamp: 1_795_200_000_000, connection_id: '0d0f3c5e-3f6a-4a39-8f0e-0c9f5b1c2d3e' } as const;
const { replies: _replies, profile, ...comment } = COMMENT as JsonObject & { readonly profile: JsonObject };
const { profileImageOptimized: _image, ...shownProfile } = profile;

const TOPICS: Readonly<Record<string, Json>> = {
  LiveRequest: {
    action: 'subscribe',
    subscriptions: [
      { topic: 'activity', type: 'trades', filters: JSON.stringify({ event_slug: SAMPLE.eventSlug }) },
      { topic: 'clob_market', type: '*', filters: '["<token id>"]' },
    ],
  },
  LiveActivityMessage: {
    topic: 'activity',
    type: 'trades',
    payload: {
      asset: yes,
      bio: '',
      conditionId: market,
      eventSlug: SAMPLE.eventSlug,
      icon: '',
      name: '',
      outcome: 'Yes',
      outcomeIndex: 0,
      price: 0.57,
      profileImage: '',
      proxyWallet: SAMPLE.alice,
      pseudonym: 'Quiet-Harbour',
      side: 'BUY',
      size: 10,
      slug: SAMPLE.marketSlug,
      timestamp: SECONDS,
      title: 'Weather in Lisbon on Saturday',
      question: 'Will it rain in Lisbon on Saturday?',
      transactionHash: SAMPLE.transactionHash,
      sequence: 88_124,
      index: 0,
      count: 2,
    },
    ...AROUND,
  },
  LiveCommentMessage: {
    topic: 'comments',
    type: 'comment_created',
    payload: { ...comment, profile: shownProfile, sequence: 12 },
    ...AROUND,
  },
  LiveReactionMessage: {
    topic: 'comments',
    type: 'reaction_created',
    payload: {
      id: '7',
      commentID: 101,
      reactionType: 'HEART',
      icon: '❤️',
      userAddress: SAMPLE.bob,
      createdAt: UPDATED_AT,
      parentEntityType: 'Event',
      parentEntityID: Number(SAMPLE.eventId),
      sequence: 13,
    },
    ...AROUND,
  },
  LiveResyncMessage: {
    topic: 'activity',
    type: 'resync',
    payload: { reason: 'slow_reader', sequence: 88_130 },
    ...AROUND,
  },
  LiveErrorMessage: {
    topic: 'crypto_prices',
    type: 'error',
    payload: {
      code: 'topic_not_offered',
      message: 'crypto_prices: this venue has no prices from outside',
      subscription: { topic: 'crypto_prices', type: 'update' },
    },
    ...AROUND,
  },
};

const MARKETS: Readonly<Record<string, Json>> = {
  LivePriceChangeMessage: {
    topic: 'clob_market',
    type: 'price_change',
    payload: {
      market,
      price_changes: [
        {
          asset_id: yes,
          hash: HASH,
          price: '0.55',
          side: 'BUY',
          size: '120',
          best_ask: '0.57',
          best_bid: '0.55',
        },
      ],
      timestamp: MILLISECONDS,
      sequence: 1205,
    },
    ...AROUND,
  },
  LiveLastTradePriceMessage: {
    topic: 'clob_market',
    type: 'last_trade_price',
    payload: {
      asset_id: yes,
      fee_rate_bps: '0',
      market,
      price: '0.57',
      side: 'BUY',
      size: '10',
      timestamp: MILLISECONDS,
      transaction_hash: SAMPLE.transactionHash,
      sequence: 1206,
    },
    ...AROUND,
  },
  LiveTickSizeMessage: {
    topic: 'clob_market',
    type: 'tick_size_change',
    payload: {
      market,
      asset_id: yes,
      old_tick_size: '0.01',
      new_tick_size: '0.001',
      hash: HASH,
      timestamp: MILLISECONDS,
      sequence: 1207,
    },
    ...AROUND,
  },
  LiveMarketMessage: {
    topic: 'clob_market',
    type: 'market_resolved',
    payload: {
      market,
      asset_ids: [yes, no],
      min_order_size: '5',
      tick_size: '0.01',
      neg_risk: false,
      payouts: ['1', '0'],
      sequence: 1208,
    },
    ...AROUND,
  },
};

/** `order`, `trade` and `book`: example payloads of the other feeds, without their `event_type`. */
export function liveFeedExamples(
  order: JsonObject,
  trade: JsonObject,
  book: JsonObject,
): Readonly<Record<string, Json>> {
  return {
    ...TOPICS,
    LiveOrderMessage: {
      topic: 'clob_user',
      type: 'order',
      payload: { ...withoutName(order), created_at: String(SECONDS) },
      ...AROUND,
    },
    LiveTradeMessage: { topic: 'clob_user', type: 'trade', payload: withoutName(trade), ...AROUND },
    LiveBookMessage: { topic: 'clob_market', type: 'agg_orderbook', payload: withoutName(book), ...AROUND },
    ...MARKETS,
  };
}

function withoutName({ event_type: _name, ...payload }: JsonObject): JsonObject {
  return payload;
}
