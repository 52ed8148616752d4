/** Presets for the day of a migration: wiped orders, an exchange that ends, fills without hashes, unmatched orders. */

import { FeedClient, type Message } from '@bellwether/feeds/testing/feed-client.ts';
import { expect, test } from 'vitest';
import { openMarket, type Played, START_MS } from './testing/played.ts';
import { started } from './testing/started.ts';

async function begin() {
  const played = await started();
  const [maker, taker] = [played.client('a'), played.client('b')];
  const market = await openMarket(maker);
  for (const client of [maker, taker]) await client.auth.credentials();
  const rest = (price = '0.4') => maker.orders.place({ tokenId: market.no, side: 'BUY', price, size: '5' });
  const take = () => taker.orders.place({ tokenId: market.yes, side: 'BUY', price: '0.6', size: '5' });
  const open = async () => (await maker.orders.list()).data.length + (await taker.orders.list()).data.length;
  return { played, maker, taker, ...market, rest, take, open };
}

/** The user feed of a client, without the SDK between. */
async function userFeed({ sandbox }: Played, client: ReturnType<Played['client']>): Promise<FeedClient<Message>> {
  const { apiKey, secret, passphrase } = await client.auth.credentials();
  const wish = { type: 'user', auth: { apiKey, secret, passphrase } };
  const feed = await FeedClient.follow<Message>(sandbox.url, 'user', wish);
  await feed.awaitRead();
  return feed;
}

const ordersTold = async (feed: FeedClient<Message>) =>
  (await feed.all())
    .filter(({ event_type }) => event_type === 'order')
    .map(({ type, status, again, id }) => [type, status, again, id]);

const versionOf = async ({ sandbox }: Played): Promise<unknown> => (await fetch(`${sandbox.url}/version`)).json();
const END = '2026-06-01T00:00:00Z';
const ENDED = { status: 400, code: 'order_version_mismatch', message: expect.stringMatching(/take no more orders/) };

test('cutover: all open orders are cancelled before the answer, and from then on the old exchange takes none', async () => {
  const { played, maker, taker, rest, take, open, yes } = await begin();
  await rest('0.3');
  await taker.orders.place({ tokenId: yes, side: 'BUY', price: '0.2', size: '5' });
  expect(await versionOf(played)).toEqual({ version: 2 });
  await maker.sandbox.faults.arm({ preset: 'cutover' });
  expect(await open()).toBe(0);
  await expect(rest()).rejects.toMatchObject(ENDED);
  await expect(take()).rejects.toMatchObject(ENDED);
  await expect(maker.orders.placeMany([{ tokenId: yes, side: 'BUY', price: '0.2', size: '5' }])).rejects.toMatchObject(
    ENDED,
  );
  expect(await versionOf(played)).toEqual({ version: 3 });
  expect(await maker.sandbox.faults.list()).toMatchObject([
    { preset: 'cutover', do: { kind: 'wipe' }, matched: 2, injected: 2 },
    { preset: 'cutover', do: { kind: 'old-exchange' }, injected: 4 },
  ]);
  await maker.sandbox.faults.disarm();
  await rest();
  expect(await open()).toBe(1);
});

test('cutover: at a moment to come, again on a branch from before it, and not on one from after it', async () => {
  const { maker, rest, open } = await begin();
  const from = START_MS + 3_600_000;
  await maker.sandbox.faults.arm({ preset: 'cutover', match: { from } });
  await rest();
  const before = (await maker.sandbox.clock()).sequence;
  await maker.sandbox.advance(3_599_999);
  expect(await open()).toBe(1);
  await rest('0.3');
  await maker.sandbox.advance(1);
  expect(await open()).toBe(0);
  await expect(rest()).rejects.toMatchObject(ENDED);
  // Orders after a wipe are not wiped again by a branch that begins later.
  await maker.sandbox.faults.disarm();
  await maker.sandbox.faults.arm({ match: { from }, do: { kind: 'wipe' } });
  await rest();
  await maker.sandbox.rewind({ sequence: (await maker.sandbox.clock()).sequence });
  await maker.auth.credentials();
  await maker.sandbox.advance('1m');
  expect(await open()).toBe(1);
  await maker.sandbox.rewind({ sequence: before });
  await maker.auth.credentials();
  expect(await open()).toBe(1);
  await maker.sandbox.advance('1h');
  expect(await open()).toBe(0);
});

test('cutover: an order that is delayed is not open yet: it is not cancelled, and comes to the book', async () => {
  const { maker, taker, rest, take } = await begin();
  await rest();
  await maker.sandbox.faults.arm({ do: { kind: 'match-later', ms: 2_000 } });
  const { orderID } = await take();
  await maker.sandbox.faults.arm({ preset: 'cutover' });
  expect(await taker.orders.get(orderID)).toMatchObject({ status: 'DELAYED' });
  await maker.sandbox.advance('2s');
  expect(await taker.orders.get(orderID)).toMatchObject({ status: 'LIVE' });
});

test('cutover: of one account or market, and refused with what could never hold', async () => {
  const { maker, taker, rest, open, yes } = await begin();
  await rest();
  await taker.orders.place({ tokenId: yes, side: 'BUY', price: '0.2', size: '5' });
  const markets = [{ question: 'Another?', slug: 'another', outcomes: ['Yes', 'No'], description: '' }];
  await maker.admin.addEvent({ title: 'Another?', slug: 'another', description: '', endDate: END, markets });
  await maker.sandbox.faults.arm({ match: { market: 'another' }, do: { kind: 'wipe' } });
  expect(await open()).toBe(2);
  await maker.sandbox.faults.arm({ match: { account: (await taker.account.get()).address }, do: { kind: 'wipe' } });
  expect([(await maker.orders.list()).data.length, (await taker.orders.list()).data.length]).toEqual([1, 0]);
  for (const match of [{ nth: 2 }, { route: '/order' }, { probability: 0.5 }, { times: 1 }])
    await expect(maker.sandbox.faults.arm({ match, do: { kind: 'wipe' } })).rejects.toThrow(/do not go with wipe/);
});

test('fills without hashes: neither the answer nor the trade has one until it is mined', async () => {
  const { played, maker, taker, rest, take } = await begin();
  await maker.sandbox.faults.arm({ preset: 'fills-without-hashes' });
  const feed = await userFeed(played, taker);
  await rest();
  const answer = await take();
  expect(answer).toMatchObject({ status: 'matched', tradeIDs: [expect.any(String)] });
  expect(answer).not.toHaveProperty('transactionsHashes');
  const hash = async () => (await Array.fromAsync(taker.trades.eachOwn()))[0]?.transaction_hash;
  expect(await hash()).toBe('');
  await maker.sandbox.advance('2s');
  expect(await hash()).toMatch(/^0x[0-9a-f]{64}$/);
  const told = (await feed.all()).filter(({ event_type }) => event_type === 'trade');
  expect(told.map(({ status, transaction_hash: own }) => [status, own === ''])).toEqual([
    ['MATCHED', true],
    ['MINED', false],
  ]);
});

test('matched and not broadcast: the first status of a trade, without a hash', async () => {
  const { maker, taker, rest, take } = await begin();
  await maker.sandbox.faults.arm({ preset: 'matched-not-broadcasted' });
  await rest();
  expect(await take()).not.toHaveProperty('transactionsHashes');
  const shown = async () => {
    const [trade] = await Array.fromAsync(taker.trades.eachOwn());
    return [trade?.status, trade?.transaction_hash === ''];
  };
  expect(await shown()).toEqual(['MATCHED_NOT_BROADCASTED', true]);
  await maker.sandbox.advance('5s');
  expect(await shown()).toEqual(['MATCHED', false]);
  await maker.sandbox.advance('4s');
  expect(await shown()).toEqual(['CONFIRMED', false]);
});

test('unmatched: an order that would trade is delayed, and ends without having come to the book', async () => {
  const { played, maker, taker, rest, take, open } = await begin();
  const feed = await userFeed(played, taker);
  await maker.sandbox.faults.arm({ preset: 'unmatched-orders' });
  await rest();
  const { status, orderID } = await take();
  const shown = async () => (await taker.orders.get(orderID)).status;
  expect([status, await shown()]).toEqual(['delayed', 'DELAYED']);
  expect((await taker.orders.explain(orderID)).summary).toMatch(/ends as UNMATCHED then/);
  await maker.sandbox.advance('3s');
  expect([await shown(), await open()]).toEqual(['UNMATCHED', 1]);
  expect(await taker.orders.explain(orderID)).toMatchObject({ status: 'UNMATCHED', fills: { listed: [] } });
  expect(await ordersTold(feed)).toEqual([
    ['PLACEMENT', 'DELAYED', true, orderID],
    ['CANCELLATION', 'UNMATCHED', true, orderID],
  ]);
});

test('delayed: the user feed tells of an order when it begins to wait, and of its end if the exchange refuses it', async () => {
  const { played, maker, taker, rest, take, open, yes } = await begin();
  const feed = await userFeed(played, taker);
  const sdk = taker.feeds.user();
  const heard: unknown[] = [];
  const hearing = (async () => {
    for await (const item of sdk) heard.push(item.kind === 'message' ? item.message.event_type : item.kind);
  })();
  await maker.sandbox.faults.arm({ preset: 'delayed-orders' });
  await rest();
  const { orderID: taken } = await take();
  await maker.sandbox.advance('3s');
  await rest();
  const whole = { tokenId: yes, side: 'BUY', type: 'FOK', amount: '3', price: '0.6' } as const;
  const { orderID: refused } = await taker.orders.place(whole);
  await maker.orders.cancelAll();
  await maker.sandbox.advance('3s');
  expect(await open()).toBe(0);
  expect(await ordersTold(feed)).toEqual([
    ['PLACEMENT', 'DELAYED', true, taken],
    ['PLACEMENT', 'MATCHED', undefined, taken],
    ['PLACEMENT', 'DELAYED', true, refused],
    ['CANCELLATION', 'CANCELED', true, refused],
  ]);
  await expect.poll(() => heard).toEqual(['connected', 'order', 'trade', 'order', 'order', 'order']);
  sdk.close();
  await hearing;
});
