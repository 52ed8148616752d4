/**
 * Clients of the activity feed that do not read: their cost is bounded, other clients notice nothing, and they get a
 * resync.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addEvent, send, type TestMarket, Trader } from '../../http/testing/trader.ts';
import { type FeedVenue, startFeedVenue } from '../testing/feed-venue.ts';
import { type LiveClient, type LiveTold, openLive, subscribeLive } from '../testing/live-stage.ts';

const BUFFERED_MAX = 16 * 1024;
const SLOW = 20;

let venue: FeedVenue;
let market: TestMarket;
let alice: Trader;
let bob: Trader;

beforeAll(async () => {
  venue = await startFeedVenue(
    { liveBufferedBytesMax: BUFFERED_MAX, messagesMax: 1e9, liveBooksIntervalMs: 0 },
    { isLocal: true },
  );
  alice = await Trader.open(venue.stack, '1');
  bob = await Trader.open(venue.stack, '2');
  const [added] = await addEvent(venue.stack, ['Will anyone read this?'], { orderPriceMinTickSize: 0.001 });
  market = added as TestMarket;
  // A book large enough to fill buffers.
  for (let level = 1; level <= 100; level++) await buy(`0.${String(level).padStart(3, '0')}`);
});
afterAll(() => venue.close());

function buy(price: string): Promise<unknown> {
  return alice.placed({ tokenId: market.yes, side: 'BUY', price, size: '100', type: 'GTC' });
}

/** Makes a trade after a resting order, which gives messages for every topic. */
async function trade(): Promise<void> {
  await alice.placed({ tokenId: market.yes, side: 'BUY', price: '0.4', size: '5', type: 'GTC' });
  await bob.placed({ tokenId: market.no, side: 'BUY', price: '0.6', size: '5', type: 'GTC' });
}

const figures = () => {
  const live = venue.feeds.figures().find(({ channel }) => channel === 'live');
  if (live === undefined) throw new Error('it is not counted');
  return live;
};

/** Trades until ten messages for each reader have been left out. Returns the number of trades. */
async function tradeUntilDropped(readers: number, each: () => Promise<void> = async () => {}): Promise<number> {
  const before = figures().dropped;
  let trades = 0;
  while (figures().dropped - before < readers * 10) {
    await trade();
    trades++;
    await each();
    expect(trades).toBeLessThan(2_000);
  }
  return trades;
}

/** Reads until a resync of the topic. Returns all messages, the resync last. */
async function untilResync(client: LiveClient, topic: string): Promise<readonly LiveTold[]> {
  const told: LiveTold[] = [];
  for (;;) {
    const message = await client.next();
    told.push(message);
    if (message.type === 'resync' && message.topic === topic) return told;
  }
}

describe('slow readers of the activity feed', () => {
  test('live feed: slow readers cost a bounded buffer, others miss nothing, and they get a resync with the newest book [F27]', async () => {
    const subscription = { topic: 'clob_market', type: '*', filters: JSON.stringify([market.yes, market.no]) };
    const slow = await Promise.all(Array.from({ length: SLOW }, () => subscribeLive(venue, subscription)));
    for (const client of slow) {
      await client.all();
      client.ws.pause();
    }
    const healthy = await subscribeLive(venue, { ...subscription, type: 'price_change' });
    let changes = 0;
    let buffered = 0;
    const trades = await tradeUntilDropped(SLOW, async () => {
      const told = await healthy.all();
      changes += told.length;
      expect(told.every(({ type }) => type === 'price_change')).toBe(true);
      buffered = Math.max(buffered, figures().bufferedBytes);
    });
    expect(changes).toBe(trades * 2);
    expect(buffered).toBeGreaterThan(0);
    // The buffer exceeds the limit by the messages of one entry at most.
    expect(buffered / (SLOW + 1)).toBeLessThan(BUFFERED_MAX + 40_000);
    for (const client of slow) client.ws.resume();
    const newest = (await send(venue.stack, 'GET', `/book?token_id=${market.no}`)).body as { sequence: number };
    for (const client of slow) {
      const told = await untilResync(client, 'clob_market');
      expect(told.at(-1)?.payload).toEqual({
        reason: 'slow_reader',
        sequence: newest.sequence,
        market: market.conditionId,
        asset_ids: [market.yes, market.no],
      });
      expect((await client.take(2)).map(({ payload }) => payload)).toContainEqual(newest);
    }
    await buy('0.2');
    for (const client of slow) {
      expect((await client.all())[0]).toMatchObject({
        type: 'price_change',
        payload: { sequence: newest.sequence + 1 },
      });
    }
  });

  test('live feed: trades, own orders and markets that were left out are told of as such, and go on after it [F27]', async () => {
    const { apiKey: key, secret, passphrase } = alice.credentials;
    const topics: readonly (readonly [string, object])[] = [
      ['activity', { topic: 'activity', type: '*' }],
      ['clob_user', { topic: 'clob_user', type: '*', clob_auth: { key, secret, passphrase } }],
      ['clob_market', { topic: 'clob_market', type: '*' }],
    ];
    for (const [topic, subscription] of topics) {
      const client = await subscribeLive(venue, subscription);
      await client.all();
      client.ws.pause();
      await tradeUntilDropped(1);
      client.ws.resume();
      const told = await untilResync(client, topic);
      expect(told.at(-1)?.payload['reason']).toBe('slow_reader');
      const { sequence } = venue.stack.exchange.state;
      await trade();
      const next = await client.next();
      expect(next.topic).toBe(topic);
      if (topic !== 'clob_market') {
        expect(told.at(-1)?.payload['sequence']).toBeLessThanOrEqual(sequence);
        expect(next.payload['sequence']).toBeGreaterThan(Number(told.at(-1)?.payload['sequence']));
      }
    }
  });

  test('live feed: one that asks on and on and never reads the answers is ended', async () => {
    const client = await openLive(venue);
    client.ws.pause();
    const before = figures().closed;
    while (figures().closed === before) {
      client.ask('subscribe', ...Array.from({ length: 100 }, () => ({ topic: 'rfq', type: 'request_created' })));
      // Until the venue has taken in the request: it serves others meanwhile.
      await send(venue.stack, 'GET', '/time');
      await new Promise((resolve) => setImmediate(resolve));
    }
    client.ws.resume();
    expect([1013, 4429]).toContain((await client.closed).code);
  });
});
