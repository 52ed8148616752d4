/** The activity feed with `@polymarket/real-time-data-client` as published on npm: only its host is configured. */
import { Side } from '@polymarket/clob-client-v2';
import { ConnectionStatus, type Message, RealTimeDataClient } from '@polymarket/real-time-data-client';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Inbox } from './inbox.ts';
import { proves } from './proves.ts';
import { addMarket, openStage, operate, type Stage, type StageMarket, sharedVenue, signed } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(await sharedVenue());
});

/** Log output of the client about frames that it cannot read. */
let unread: unknown[] = [];
let errors: unknown[] = [];
/** The clients of a test, and a promise for each that resolves when it has disconnected, which the client logs. */
let clients: { readonly client: RealTimeDataClient; readonly ended: Promise<void> }[] = [];
beforeEach(() => {
  clients = [];
  unread = [];
  errors = [];
  vi.spyOn(console, 'log').mockImplementation((what) => {
    if (what === 'onMessage error') unread.push(what);
  });
  vi.spyOn(console, 'error').mockImplementation((...what) => errors.push(what));
});
afterEach(async () => {
  for (const { client } of clients) client.disconnect();
  await Promise.all(clients.map(({ ended }) => ended));
  vi.restoreAllMocks();
  await stage.alice.client.cancelAll();
  await stage.bob.client.cancelAll();
  expect(unread).toEqual([]);
});

type Told = Message & { readonly payload: Readonly<Record<string, unknown>> };
type Subscriptions = Parameters<RealTimeDataClient['subscribe']>[0]['subscriptions'];

interface Listening {
  readonly client: RealTimeDataClient;
  readonly inbox: Inbox<Told>;
  readonly statuses: ConnectionStatus[];
}

/** Connects as the package's own example does. */
async function listen(subscriptions: Subscriptions, pingInterval?: number): Promise<Listening> {
  const inbox = new Inbox<Told>();
  const statuses: ConnectionStatus[] = [];
  const connected = Promise.withResolvers<RealTimeDataClient>();
  const disconnected = Promise.withResolvers<void>();
  new RealTimeDataClient({
    host: `${stage.venue.url.replace('http', 'ws')}/ws/live-data`,
    onMessage: (_client, message) => inbox.add(message as Told),
    onConnect: (client) => {
      client.subscribe({ subscriptions });
      connected.resolve(client);
    },
    onStatusChange: (status) => {
      statuses.push(status);
      if (status === ConnectionStatus.DISCONNECTED) disconnected.resolve();
    },
    ...(pingInterval !== undefined && { pingInterval }),
  }).connect();
  const client = await connected.promise;
  clients.push({ client, ended: disconnected.promise });
  // A subscription is never confirmed, but a refusal comes after the answers to earlier requests.
  client.subscribe({ subscriptions: [{ topic: 'rfq', type: '*' }] });
  await inbox.find(({ topic, type }) => topic === 'rfq' && type === 'error');
  return { client, inbox, statuses };
}

const refusalsIn = ({ inbox }: Listening) => inbox.all.map(({ topic, payload }) => `${topic} ${payload['code']}`);

async function matched({ yes, no }: StageMarket): Promise<{ readonly maker: string; readonly taker: string }> {
  const order = { size: 10, side: Side.BUY };
  const rested = await stage.alice.client.createAndPostOrder({ ...order, tokenID: yes, price: 0.4 });
  const taken = await stage.bob.client.createAndPostOrder({ ...order, tokenID: no, price: 0.6 });
  return { maker: rested.orderID, taker: taken.orderID };
}

test('real-time-data-client: everyone’s trades, whole or by market [F30]', async () => {
  proves('@polymarket/real-time-data-client', 'other-feeds');
  const all = await listen([{ topic: 'activity', type: '*' }]);
  const { alice, bob, plain, charged, venue } = stage;
  const listing = await (await fetch(`${venue.url}/markets?condition_ids=${charged.conditionId}`)).json();
  const [{ slug }] = listing as [{ readonly slug: string }];
  const one = await listen([{ topic: 'activity', type: 'trades', filters: `{"market_slug":"${slug}"}` }]);
  await matched(plain);
  await matched(charged);
  const isTaker = ({ payload }: Told) => payload['proxyWallet'] === bob.address.toLowerCase();
  const taken = await all.inbox.find((told) => told.type === 'orders_matched' && isTaker(told));
  expect(taken.payload).toMatchObject({ asset: plain.no, outcome: 'No', side: 'BUY', size: 10, price: 0.6 });
  const made = await all.inbox.find(({ payload }) => payload['proxyWallet'] === alice.address.toLowerCase());
  expect(made).toMatchObject({ topic: 'activity', type: 'trades', payload: { asset: plain.yes, price: 0.4 } });
  const own = await one.inbox.find(({ topic }) => topic === 'activity');
  expect(own.payload).toMatchObject({ slug, conditionId: charged.conditionId });
});

test('real-time-data-client: the comments of an event, as in the package’s own example', async () => {
  proves('@polymarket/real-time-data-client', 'other-feeds');
  const { alice, bob, plain, venue } = stage;
  const parent = { parentEntityID: Number(plain.eventId), parentEntityType: 'Event' };
  const { inbox } = await listen([{ topic: 'comments', type: '*', filters: JSON.stringify(parent) }]);
  const comment = (await signed(venue, alice, 'POST', '/comments', { body: 'Hello', ...parent })) as { id: string };
  const created = await inbox.find(({ type }) => type === 'comment_created');
  expect(created.payload).toMatchObject({ id: comment.id, body: 'Hello', ...parent });
  await signed(venue, bob, 'POST', `/comments/${comment.id}/reactions`);
  const liked = await inbox.find(({ type }) => type === 'reaction_created');
  await signed(venue, bob, 'DELETE', `/comments/${comment.id}/reactions`);
  const unliked = await inbox.find(({ type }) => type === 'reaction_removed');
  expect(unliked.payload['id']).toBe(liked.payload['id']);
  await signed(venue, alice, 'DELETE', `/comments/${comment.id}`);
  expect((await inbox.find(({ type }) => type === 'comment_removed')).payload).toMatchObject({ body: '' });
});

test('real-time-data-client: own orders and trades with an API key, and a refusal in words with a wrong one', async () => {
  proves('@polymarket/real-time-data-client', 'user-feed');
  const { alice, bob, plain } = stage;
  const { inbox } = await listen([{ topic: 'clob_user', type: '*', clob_auth: alice.credentials }]);
  const wrong = { ...alice.credentials, secret: bob.credentials.secret };
  const stranger = await listen([{ topic: 'clob_user', type: '*', clob_auth: wrong }]);
  const { maker, taker } = await matched(plain);
  const order = (type: string) => inbox.find((told) => told.type === 'order' && told.payload['type'] === type);
  expect((await order('PLACEMENT')).payload).toMatchObject({ id: maker, price: '0.4', owner: alice.credentials.key });
  expect((await order('FILL')).payload).toMatchObject({ id: maker, size_matched: '10', status: 'MATCHED' });
  const trade = await inbox.find(({ type }) => type === 'trade');
  expect(trade.payload).toMatchObject({ taker_order_id: taker, owner: alice.credentials.key });
  expect(refusalsIn(stranger)).toEqual(['clob_user invalid_credentials', 'rfq topic_not_offered']);
});

test('real-time-data-client: books, changes, trades, ticks and markets, until it unsubscribes [S7]', async () => {
  proves('@polymarket/real-time-data-client', 'market-feed');
  const { venue } = stage;
  const market = await addMarket(venue, 'Told');
  const filters = JSON.stringify([market.yes, market.no]);
  const { client, inbox } = await listen([
    { topic: 'clob_market', type: 'market_created' },
    { topic: 'clob_market', type: '*', filters },
  ]);
  const book = await inbox.find(({ type }) => type === 'agg_orderbook');
  expect(book.payload).toMatchObject({ market: market.conditionId, bids: [], asks: [], tick_size: '0.01' });
  await matched(market);
  const change = await inbox.find(({ type }) => type === 'price_change');
  expect(change.payload['price_changes']).toContainEqual(
    expect.objectContaining({ asset_id: market.yes, price: '0.4', size: '10', side: 'BUY', best_bid: '0.4' }),
  );
  const trade = await inbox.find(({ type }) => type === 'last_trade_price');
  expect(trade.payload).toMatchObject({ asset_id: market.no, price: '0.6', size: '10', side: 'BUY' });
  await operate(venue, `/admin/markets/${market.conditionId}`, { orderPriceMinTickSize: 0.001 }, 'PATCH');
  const tick = await inbox.find(({ type }) => type === 'tick_size_change');
  expect(tick.payload).toMatchObject({ new_tick_size: '0.001' });
  const added = await addMarket(venue, 'New');
  const isAdded = ({ payload }: Told) => payload['market'] === added.conditionId;
  const created = await inbox.find((told) => told.type === 'market_created' && isAdded(told));
  expect(created.payload).toMatchObject({ asset_ids: [added.yes, added.no] });
  client.unsubscribe({ subscriptions: [{ topic: 'clob_market', type: 'price_change', filters }] });
  // Nothing confirms it, but a later refusal comes after it; the order goes another way.
  client.subscribe({ subscriptions: [{ topic: 'crypto_prices', type: 'update' }] });
  await inbox.find(({ topic, type }) => topic === 'crypto_prices' && type === 'error');
  const before = inbox.all.filter(({ type }) => type === 'price_change').length;
  await stage.alice.client.createAndPostOrder({ tokenID: market.yes, price: 0.3, size: 10, side: Side.BUY });
  const isBid = ({ payload }: Told) => JSON.stringify(payload['bids']).includes('"0.3"');
  await inbox.find((told) => told.type === 'agg_orderbook' && isBid(told));
  expect(inbox.all.filter(({ type }) => type === 'price_change')).toHaveLength(before);
  await operate(venue, `/admin/markets/${market.conditionId}/resolve`, { winner: 'Yes' });
  const resolved = await inbox.find(({ type }) => type === 'market_resolved');
  expect(resolved.payload).toMatchObject({ market: market.conditionId, payouts: ['1', '0'] });
});

test('real-time-data-client: prices from outside and unknown filters are refused in words that it hands on', async () => {
  proves('@polymarket/real-time-data-client');
  const refused = await listen([
    { topic: 'crypto_prices', type: 'update', filters: '{"symbol":"btcusdt"}' },
    { topic: 'activity', type: 'trades', filters: '{"event_slug":"no-such-event"}' },
  ]);
  const [prices, ...others] = refusalsIn(refused);
  expect([prices, others]).toEqual([
    'crypto_prices topic_not_offered',
    ['activity invalid_filters', 'rfq topic_not_offered'],
  ]);
  expect(refused.inbox.all[0]?.payload['message']).toMatch(/no prices from outside/);
});

test('real-time-data-client: it stays across the venue’s pings, which it never answers with a pong [F30]', async () => {
  proves('@polymarket/real-time-data-client', 'other-feeds');
  // The client answers with a text, so it answers long after each ping.
  const { client, inbox, statuses } = await listen([{ topic: 'activity', type: 'trades' }], 100);
  type Socket = { _pendingAutoPongs: number; _maxPendingAutoPongs: number; on(event: string, act: () => void): void };
  const { ws } = client as unknown as { readonly ws: Socket };
  // Its `ws` ends the connection at the 61st ping, since it finishes no pong. Here it would at the third.
  expect([ws._pendingAutoPongs, ws._maxPendingAutoPongs]).toEqual([expect.any(Number), 60]);
  ws._maxPendingAutoPongs = 2;
  const { promise, resolve } = Promise.withResolvers<void>();
  ws.on('pong', resolve);
  // The venue pings twice. Its third sign of life is a pong, which `ws` does not count.
  await promise;
  expect(ws._pendingAutoPongs).toBe(2);
  expect(statuses).toEqual(['CONNECTING', 'CONNECTED']);
  await matched(stage.plain);
  await inbox.find(({ topic }) => topic === 'activity');
  expect(errors).toEqual([]);
});
