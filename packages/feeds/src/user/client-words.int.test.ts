/** Trades and ends of orders in the words of the public clients, in the feeds and in reads. */
import type { OrderExplanation, OwnOrders } from '@bellwether/contract';
import { addEvent, admin, type TestMarket, Trader } from '@bellwether/gateway/http/testing/trader.ts';
import { afterAll, expect, test } from 'vitest';
import { FeedClient, type Message } from '../testing/feed-client.ts';
import { startFeedVenue } from '../testing/feed-venue.ts';
import { listenAs, toldOnReturn } from '../testing/user-listener.ts';

const venue = await startFeedVenue({}, { profile: 'polymarket' });
const added = await addEvent(venue.stack, ['Will it rain?', 'Will it snow?']);
const [market, other] = added as [TestMarket, TestMarket];
const alice = await Trader.open(venue.stack, '1');
const bob = await Trader.open(venue.stack, '2');
afterAll(() => venue.close());

const buy = (price: string, size: string, tokenId = market.yes) =>
  ({ tokenId, side: 'BUY', price, size, type: 'GTC' }) as const;

const told = (messages: readonly Message[]) => messages.map(({ type, status }) => `${type} ${status}`);

/** A trade without its status and its place among the messages of its entry. */
const content = ({ status: _, index: __, ...rest }: Message): object => rest;

test('client words: a trade is told as MATCHED and then as CONFIRMED, else the same, and again so to who comes back', async () => {
  const [ofMaker, ofTaker] = [await listenAs(alice, venue), await listenAs(bob, venue)];
  const { apiKey: key, secret, passphrase } = bob.credentials;
  const live = await FeedClient.open<{ readonly payload: Message }>(venue.url('live'));
  const own = { topic: 'clob_user', type: '*', clob_auth: { key, secret, passphrase } };
  live.say({ action: 'subscribe', subscriptions: [own] });
  await live.awaitRead();
  await alice.placed(buy('0.4', '5'));
  const since = venue.stack.exchange.state.sequence;
  await bob.placed(buy('0.6', '5', market.no));
  const [placed, ...maker] = await ofMaker.all();
  const taker = await ofTaker.all();
  expect(placed?.['sequence']).toBe(since);
  expect(told(maker)).toEqual(['TRADE MATCHED', 'TRADE CONFIRMED', 'UPDATE MATCHED']);
  expect(told(taker)).toEqual(['TRADE MATCHED', 'TRADE CONFIRMED', 'PLACEMENT MATCHED']);
  for (const messages of [maker, taker]) {
    const [matched, confirmed] = messages as [Message, Message];
    expect(content(confirmed)).toEqual(content(matched));
    expect(messages.map(({ index, count, sequence }) => [index, count, sequence])).toEqual(
      [0, 1, 2].map((index) => [index, 3, since + 1]),
    );
  }
  expect(maker.map(({ previous }) => previous)).toEqual([since, since, since]);
  const heard = (await live.take(3)).map(({ payload }) => payload);
  expect(told(heard)).toEqual(told(taker));
  expect(heard.map(({ index, count }) => [index, count])).toEqual([0, 1, 2].map((index) => [index, 3]));
  expect(await toldOnReturn(alice, venue, { since })).toEqual(maker);
  expect((await bob.send('GET', '/data/trades')).body).toMatchObject({ data: [{ status: 'CONFIRMED' }] });
});

test('client words: an order that has lapsed is CANCELED; of a resolved market alone reads say more', async () => {
  const feed = await listenAs(alice, venue);
  const expiration = Math.floor(venue.stack.time.nowMs / 1000) + 100;
  const lapsing = { ...buy('0.2', '5', other.yes), type: 'GTD', expiration } as const;
  const { body, orderId } = await alice.sign(lapsing);
  await alice.send('POST', '/order', body);
  venue.stack.time.nowMs += 100_000;
  await venue.stack.exchange.runTimers();
  const resolved = (await alice.placed(buy('0.2', '5', other.yes))).orderID;
  await admin(venue.stack, 'POST', `/admin/markets/${other.conditionId}/resolve`, { winner: 'No' });
  await venue.stack.exchange.runTimers();
  const ends = (await feed.all()).filter(({ type }) => type === 'CANCELLATION');
  expect(ends.map(({ id, status, reason }) => [id, status, reason])).toEqual([
    [orderId, 'CANCELED', 'expired'],
    [resolved, 'CANCELED', 'market_resolved'],
  ]);
  for (const [id, status] of [
    [orderId, 'CANCELED'],
    [resolved, 'CANCELED_MARKET_RESOLVED'],
  ]) {
    expect((await alice.send('GET', `/data/order/${id}`)).body).toMatchObject({ status, order: { status } });
    const listed = (await alice.send('GET', `/data/orders?id=${id}`)).body as OwnOrders;
    expect(listed.data.map((order) => order.status)).toEqual([status]);
    const explained = (await alice.send('GET', `/explain/order/${id}`)).body as OrderExplanation;
    expect(explained.status).toBe(status);
    expect(explained.frames.user.map((frame) => frame.status)).toEqual(['LIVE', 'CANCELED']);
  }
  expect((await alice.send('POST', '/order', body)).body).toMatchObject({ currentStatus: 'CANCELED' });
});

test('client words: the frames of an explanation are those that were sent', async () => {
  const { orderID } = await alice.placed(buy('0.4', '5'));
  const feed = await listenAs(alice, venue);
  await bob.placed(buy('0.6', '5', market.no));
  const sent = told(await feed.all());
  const { frames } = (await alice.send('GET', `/explain/order/${orderID}`)).body as OrderExplanation;
  expect(frames.user.slice(1).map(({ type, status }) => `${type} ${status}`)).toEqual(sent);
});

/** Fields that a client of another language demands of a fill, as strings; `outcome_index` is a number. */
const DEMANDED = [
  ...['asset_id', 'condition_id', 'eventSlug', 'icon', 'image', 'market', 'market_slug', 'matched_size', 'order_id'],
  ...['original_size', 'outcome', 'owner', 'price', 'question', 'remaining_size', 'seriesSlug', 'side', 'trade_id'],
  ...['transaction_hash', 'type'],
];

test('client words: a notification has every field that clients demand', async () => {
  const terms = { image: 'https://example.com/market.png' };
  const series = [
    { slug: 'finals', title: 'Finals' },
    { slug: 'cups', title: 'Cups' },
  ];
  const [final] = await addEvent(venue.stack, ['Will they win?'], terms, { series });
  await alice.placed(buy('0.4', '5', final?.yes));
  await bob.placed(buy('0.6', '5', final?.no));
  const [latest, ...rest] = (await bob.send('GET', '/notifications')).body as readonly { payload: Message }[];
  for (const { payload } of [latest, ...rest].filter((one) => one !== undefined)) {
    expect(DEMANDED.filter((field) => typeof payload[field] !== 'string')).toEqual([]);
  }
  expect(latest?.payload).toMatchObject({
    condition_id: final?.conditionId,
    owner: bob.credentials.apiKey,
    image: 'https://example.com/market.png',
    seriesSlug: 'finals',
  });
  expect(rest.at(-1)?.payload).toMatchObject({ image: '', seriesSlug: '' });
});
