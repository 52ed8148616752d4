import { addEvent, type TestMarket, Trader } from '@bellwether/gateway/http/testing/trader.ts';
import { expect } from 'vitest';
import type { FeedLimits } from '../limits.ts';
import { FeedClient } from './feed-client.ts';
import { type FeedVenue, startFeedVenue } from './feed-venue.ts';

export type LiveTold = {
  readonly topic: string;
  readonly type: string;
  readonly timestamp: number;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly connection_id: string;
};
export type LiveClient = FeedClient<LiveTold>;

export const openLive = (venue: FeedVenue, headers: Readonly<Record<string, string>> = {}): Promise<LiveClient> =>
  FeedClient.open(venue.url('live'), headers);

/** Connects, subscribes, and waits until the venue has taken the subscriptions. */
export async function subscribeLive(venue: FeedVenue, ...subscriptions: readonly object[]): Promise<LiveClient> {
  const client = await openLive(venue);
  client.ask('subscribe', ...subscriptions);
  await client.awaitRead();
  return client;
}

export async function openLiveStage(limits: Partial<FeedLimits> = {}) {
  const venue = await startFeedVenue({ liveBooksIntervalMs: 0, ...limits });
  const alice = await Trader.open(venue.stack, '1');
  const bob = await Trader.open(venue.stack, '2');
  const [market, other] = (await addEvent(venue.stack, ['Rain?', 'Snow?'])) as [TestMarket, TestMarket];
  return {
    venue,
    alice,
    bob,
    market,
    other,
    subscribed: (...subscriptions: readonly object[]) => subscribeLive(venue, ...subscriptions),
    /** Has Bob take a resting order of Alice, which makes a new pair of shares. Returns the ids of their orders. */
    trade: async ({ yes, no }: TestMarket, size = '10') => {
      const rested = await alice.placed({ tokenId: yes, side: 'BUY', price: '0.4', size, type: 'GTC' });
      const taken = await bob.placed({ tokenId: no, side: 'BUY', price: '0.6', size, type: 'GTC' });
      return { maker: rested.orderID, taker: taken.orderID };
    },
    marketOf: ({ conditionId }: TestMarket) =>
      venue.stack.exchange.state.markets.find((one) => one.conditionId === conditionId) ??
      expect.unreachable('no market'),
  };
}

/** API key in the format of the protocol. */
export function clobAuth({ credentials: { apiKey: key, secret, passphrase } }: Trader): object {
  return { key, secret, passphrase };
}

export const typesOf = (messages: readonly LiveTold[]) => messages.map(({ topic, type }) => `${topic} ${type}`);

export const payloadsOf = (messages: readonly LiveTold[]) => messages.map(({ payload }) => payload);
