/**
 * Both feeds with the public WebSocket clients as published on npm: `polymarket-websocket-client` with the venue's
 * address, and `@nevuamarkets/poly-websockets`, which has a fixed host, on a network where that host leads to the
 * venue.
 */
import { connect } from 'node:net';
import tls from 'node:tls';
import { WSSubscriptionManager } from '@nevuamarkets/poly-websockets';
import { Side } from '@polymarket/clob-client-v2';
import { ClobMarketClient, RtdsClient } from 'polymarket-websocket-client';
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type Told, userEar } from './faults/ear.ts';
import { Inbox } from './inbox.ts';
import { proves } from './proves.ts';
import { addMarket, openStage, operate, type Stage, sharedVenue, signed } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(await sharedVenue());
});
afterEach(async () => {
  vi.restoreAllMocks();
  await stage.alice.client.cancelAll();
  await stage.bob.client.cancelAll();
});

const rest = (price: number, more: object = {}) => {
  return { tokenID: stage.plain.yes, price, size: 10, side: Side.BUY, ...more };
};

test('feeds: the handlers of the market channel are told of orders, trades, ticks and books [S7]', async () => {
  proves('polymarket-websocket-client', 'market-feed');
  const { alice, bob, venue } = stage;
  const own = await addMarket(venue, 'Told');
  const changes = new Inbox<Told>();
  const trades = new Inbox<Told>();
  const ticks = new Inbox<Told>();
  const books = new Inbox<Told>();
  const snapshots = new Inbox<readonly Told[]>();
  const raw = new Inbox<string>();
  const url = `${venue.url.replace('http', 'ws')}/ws/market`;
  const feed = new ClobMarketClient({ url, autoReconnect: false, heartbeatInterval: 50 });
  const into = (inbox: Inbox<Told>) => (message: object) => inbox.add(message as Told);
  feed.onPriceChange(into(changes));
  feed.onLastTradePrice(into(trades));
  feed.onTickSizeChange(into(ticks));
  feed.onBook(into(books));
  // The first frame is an array, as in the ecosystem; this client passes it on as one message.
  feed.onMarketMessage((message) => {
    if (Array.isArray(message)) snapshots.add(message);
  });
  feed.on('rawMessage', (data) => raw.add(String(data)));
  onTestFinished(() => feed.disconnect());
  await feed.connect();
  feed.subscribe([own.yes]);
  expect(await snapshots.find(() => true)).toMatchObject([{ event_type: 'book', asset_id: own.yes }]);
  // The client sends `ping` in lower case and gets an answer.
  await raw.find((text) => text === 'PONG');
  await alice.client.createAndPostOrder(rest(0.4, { tokenID: own.no }));
  const change = await changes.find(() => true);
  const asked = { asset_id: own.yes, price: '0.6', side: 'SELL' };
  const offered = { ...asked, size: '10', best_ask: '0.6' };
  expect(change['price_changes']).toContainEqual(expect.objectContaining(offered));
  await bob.client.createAndPostOrder(rest(0.6, { tokenID: own.yes }));
  const traded = await trades.find(() => true);
  expect(traded).toMatchObject({ market: own.conditionId, asset_id: own.yes, price: '0.6', size: '10' });
  const taken = await changes.find(({ sequence }) => sequence === traded['sequence']);
  expect(taken['price_changes']).toContainEqual(expect.objectContaining({ ...asked, size: '0' }));
  const amend = (terms: object) => operate(venue, `/admin/markets/${own.conditionId}`, terms, 'PATCH');
  await amend({ orderPriceMinTickSize: 0.001 });
  const { old_tick_size, new_tick_size } = await ticks.find(({ asset_id }) => asset_id === own.yes);
  expect([old_tick_size, new_tick_size]).toEqual(['0.01', '0.001']);
  // A change without its own message type arrives as a whole book, also as a single message.
  await amend({ orderMinSize: 4 });
  const book = await books.find(({ asset_id }) => asset_id === own.yes);
  expect(book).toMatchObject({ event_type: 'book', min_order_size: '4', tick_size: '0.001' });
  expect(snapshots.all).toHaveLength(1);
});

test('feeds: the user channel tells an account of its own orders and trades', async () => {
  proves('polymarket-websocket-client', 'user-feed');
  const { alice, bob, plain } = stage;
  const { told, close } = await userEar(stage, alice, plain.conditionId);
  onTestFinished(close);
  const { key: owner } = alice.credentials;
  const { orderID } = await alice.client.createAndPostOrder(rest(0.4, { tokenID: plain.no }));
  const placed = await told.find(({ type }) => type === 'PLACEMENT');
  expect(placed).toMatchObject({ event_type: 'order', id: orderID, owner, status: 'LIVE', price: '0.4' });
  const { tradeIDs = [] } = await bob.client.createAndPostOrder(rest(0.6, { size: 6 }));
  const statuses: unknown[] = [];
  await told.find(({ event_type, status }) => event_type === 'trade' && status === 'CONFIRMED');
  for (const trade of told.all.filter(({ event_type }) => event_type === 'trade')) {
    expect(trade).toMatchObject({ id: tradeIDs[0], owner, trader_side: 'MAKER', size: '6' });
    statuses.push(trade['status']);
  }
  expect(statuses).toEqual(['MATCHED', 'CONFIRMED']);
  await alice.client.cancelOrder({ orderID });
  const gone = await told.find(({ type }) => type === 'CANCELLATION');
  expect(gone).toMatchObject({ id: orderID, size_matched: '6', status: 'CANCELED' });
});

test('feeds: markets of the user channel change on one connection, though the client says everything again [F25]', async () => {
  proves('polymarket-websocket-client', 'user-feed');
  const { alice, plain, charged } = stage;
  const { feed, told, states, heard, close } = await userEar(stage, alice, charged.conditionId);
  onTestFinished(close);
  feed.subscribe([plain.conditionId]);
  feed.unsubscribe([charged.conditionId]);
  await heard();
  await alice.client.createAndPostOrder(rest(0.4, { tokenID: charged.no }));
  const { orderID } = await alice.client.createAndPostOrder(rest(0.4, { tokenID: plain.no }));
  const placed = await told.find(({ type }) => type === 'PLACEMENT');
  expect(placed).toMatchObject({ id: orderID, expiration: '0' });
  expect(states).toEqual(['connected']);
});

test('feeds: everyone’s trades and comments are told; prices from outside are refused in words', async () => {
  proves('polymarket-websocket-client', 'other-feeds');
  const { alice, bob, plain, venue } = stage;
  const told = new Inbox<Told>();
  const feed = new RtdsClient({ url: `${venue.url.replace('http', 'ws')}/ws/live-data`, autoReconnect: false });
  feed.onRtdsMessage((message) => told.add(message as unknown as Told));
  onTestFinished(() => feed.disconnect());
  await feed.connect();
  feed.subscribeActivity('trades');
  feed.subscribeComments('comment_created');
  feed.subscribeCryptoPrices(['btcusdt']);
  // Answered after the earlier requests.
  const refused = await told.find(({ type }) => type === 'error');
  expect(refused).toMatchObject({ topic: 'crypto_prices', payload: { code: 'topic_not_offered' } });
  await alice.client.createAndPostOrder(rest(0.4));
  await bob.client.createAndPostOrder(rest(0.6, { tokenID: plain.no }));
  const isOurs = (payload: unknown): boolean => JSON.stringify(payload).includes(plain.conditionId);
  const traded = await told.find(({ topic, payload }) => topic === 'activity' && isOurs(payload));
  expect(traded['payload']).toMatchObject({ conditionId: plain.conditionId, size: 10 });
  const about = { parentEntityID: Number(plain.eventId), parentEntityType: 'Event' };
  await signed(venue, alice, 'POST', '/comments', { body: plain.title, ...about });
  await told.find(({ topic, payload }) => topic === 'comments' && (payload as Told)['body'] === plain.title);
});

test('feeds: its order book follows the venue', async () => {
  proves('@nevuamarkets/poly-websockets', 'market-feed');
  const { alice, bob, plain, venue } = stage;
  const { hostname, port } = new URL(venue.url);
  // The package's fixed host leads to the venue; the package itself is unchanged.
  vi.spyOn(tls, 'connect').mockImplementation((() => connect(Number(port), hostname)) as never);
  const books = new Inbox<Told>();
  const changes = new Inbox<Told>();
  const trades = new Inbox<Told>();
  const prices = new Inbox<Told>();
  const errors: string[] = [];
  const each = (inbox: Inbox<Told>) => async (events: readonly object[]) => {
    for (const event of events) inbox.add(event as Told);
  };
  const manager = new WSSubscriptionManager({
    onBook: each(books),
    onPriceChange: each(changes),
    onLastTradePrice: each(trades),
    onPolymarketPriceUpdate: each(prices),
    onError: async (error) => void errors.push(error.message),
  });
  onTestFinished(() => manager.clearState());
  await alice.client.createAndPostOrder(rest(0.5));
  await alice.client.createAndPostOrder(rest(0.42, { tokenID: plain.no }));
  await manager.addSubscriptions([plain.yes]);
  const book = await books.find(({ asset_id }) => asset_id === plain.yes);
  expect(book).toMatchObject({ bids: [{ price: '0.5', size: '10' }], asks: [{ price: '0.58', size: '10' }] });
  await bob.client.createAndPostOrder(rest(0.58, { size: 5 }));
  expect(await trades.find(({ price }) => price === '0.58')).toMatchObject({ size: '5', side: 'BUY' });
  await changes.find(({ price_changes }) =>
    (price_changes as Told[]).some(({ price, size }) => price === '0.58' && size === '5'),
  );
  await alice.client.createAndPostOrder(rest(0.51));
  // The client's own price: the midpoint while the spread is small.
  const update = await prices.find(({ price }) => price === '0.545');
  expect(update).toMatchObject({ asset_id: plain.yes, midpoint: '0.545', spread: '0.07' });
  expect(errors).toEqual([]);
});
