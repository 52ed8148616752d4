import { addEvent, addMarket, admin, send, type TestMarket, Trader } from '@bellwether/gateway/http/testing/trader.ts';
import { afterAll, expect, test } from 'vitest';
import { type FeedVenue, startFeedVenue } from '../testing/feed-venue.ts';
import { clobAuth, type LiveTold, openLive, openLiveStage, subscribeLive, typesOf } from '../testing/live-stage.ts';

const stage = await openLiveStage({ accountsMax: 1 });
afterAll(() => stage.venue.close());

const BOOKS_INTERVAL_MS = 3_000;

const paced = await startFeedVenue({ liveBooksIntervalMs: BOOKS_INTERVAL_MS });
const frugal = await startFeedVenue({ costPerAddressMax: 60, messageWindowMs: 3_600_000, liveBooksIntervalMs: 0 });
afterAll(async () => {
  await paced.close();
  await frugal.close();
});

test('live feed: an account hears of its own orders and trades, and of no one else’s [F26]', async () => {
  const { alice, bob, market, venue } = stage;
  const client = await stage.subscribed({ topic: 'clob_user', type: '*', clob_auth: clobAuth(alice) });
  const trades = await stage.subscribed({ topic: 'clob_user', type: 'trade', clob_auth: clobAuth(bob) });
  const { maker, taker } = await stage.trade(market, '20');
  const rest = await alice.placed({ tokenId: market.yes, side: 'BUY', price: '0.1', size: '10', type: 'GTC' });
  await alice.send('DELETE', '/order', { orderID: rest.orderID });
  const told = await client.all();
  const news = told.map(({ type, payload }) => [type, payload['type'], payload['id'], payload['size_matched']]);
  const tradeId = told.find(({ type }) => type === 'trade')?.payload['id'];
  expect(news).toEqual([
    ['order', 'PLACEMENT', maker, '0'],
    ['trade', 'TRADE', tradeId, undefined],
    ['order', 'FILL', maker, '20'],
    ['order', 'PLACEMENT', rest.orderID, '0'],
    ['order', 'CANCELLATION', rest.orderID, '0'],
  ]);
  expect(told[0]?.payload['created_at']).toBe(String(Math.floor(venue.stack.time.nowMs / 1000)));
  expect(told.every(({ payload }) => payload['owner'] === alice.credentials.apiKey)).toBe(true);
  expect(JSON.stringify(told)).not.toContain(bob.credentials.apiKey);
  // Each message names the one before.
  const places = told.map(({ payload }) => [payload['previous'], payload['sequence']] as [number, number]);
  const reached = places.map(([, sequence]) => sequence);
  expect(places.slice(1).every(([previous], index) => previous <= (reached[index] ?? 0))).toBe(true);
  expect(await trades.all()).toMatchObject([
    { type: 'trade', payload: { id: tradeId, taker_order_id: taker, owner: bob.credentials.apiKey, size: '20' } },
  ]);
  client.ask('unsubscribe', { topic: 'clob_user', type: 'order' });
  await client.awaitRead();
  await stage.trade(market);
  expect(typesOf(await client.all())).toEqual(['clob_user trade']);
});

test('live feed: wrong credentials are refused in words, and a revoked key hears no more [F28]', async () => {
  const { alice, bob, market, venue } = stage;
  const second = await Trader.open(venue.stack, '2', 7);
  const client = await openLive(venue);
  const wrong = { ...clobAuth(bob), secret: alice.credentials.secret };
  for (const clob_auth of [undefined, wrong, clobAuth(second), clobAuth(alice)])
    client.ask('subscribe', { topic: 'clob_user', type: '*', ...(clob_auth && { clob_auth }) });
  const codes = (await client.take(3)).map(({ payload }) => payload['code']);
  expect(codes).toEqual(['credentials_missing', 'invalid_credentials', 'too_many_subscriptions']);
  await second.send('DELETE', '/auth/api-key');
  const { type, payload } = await client.next();
  const words = 'the API key has been revoked: clob_user has ended for its account';
  expect([type, payload['code'], payload['message']]).toEqual(['error', 'api_key_revoked', words]);
  await stage.trade(market);
  expect(await client.all()).toEqual([]);
});

/** A client that follows a new market of a venue, and a trader whose orders rest there. */
async function followed(venue: FeedVenue, question: string) {
  const { yes: tokenId } = await addMarket(venue.stack, question);
  const trader = await Trader.open(venue.stack, '1');
  const rest = (price: string) => trader.placed({ tokenId, side: 'BUY', price, size: '10', type: 'GTC' });
  const filters = JSON.stringify([tokenId]);
  const start = performance.now();
  return { rest, start, client: await subscribeLive(venue, { topic: 'clob_market', type: '*', filters }) };
}

test('live feed: books at once, then changes, trades, ticks and the result, of the tokens asked for [F26]', async () => {
  const { venue } = stage;
  const [own] = (await addEvent(venue.stack, ['Fog?'], { orderPriceMinTickSize: 0.01 })) as [TestMarket];
  const client = await stage.subscribed({ topic: 'clob_market', type: '*', filters: JSON.stringify([own.yes]) });
  expect(await client.all()).toMatchObject([{ type: 'agg_orderbook', payload: { asset_id: own.yes, sequence: 0 } }]);
  await stage.trade(own);
  await admin(venue.stack, 'PATCH', `/admin/markets/${own.conditionId}`, { orderPriceMinTickSize: 0.001 });
  await admin(venue.stack, 'PATCH', `/admin/markets/${own.conditionId}`, { orderMinSize: 7 });
  await admin(venue.stack, 'POST', `/admin/markets/${own.conditionId}/resolve`, { winner: 'Yes' });
  const told = await client.all();
  // Bob's trade was in the other token.
  expect(told.map(({ type, payload }) => [type, payload['sequence']]).slice(0, 7)).toEqual([
    ['price_change', 1],
    ['agg_orderbook', 1],
    ['price_change', 2],
    ['agg_orderbook', 2],
    ['tick_size_change', 3],
    ['agg_orderbook', 3],
    ['agg_orderbook', 4],
  ]);
  const assets = told.flatMap(({ payload }) => (payload['price_changes'] as { asset_id: string }[] | undefined) ?? []);
  expect(new Set(assets.map(({ asset_id: id }) => id))).toEqual(new Set([own.yes]));
  expect(told.at(4)?.payload).toMatchObject({ asset_id: own.yes, old_tick_size: '0.01', new_tick_size: '0.001' });
  expect(told.at(6)?.payload).toMatchObject({ asset_id: own.yes, min_order_size: '7' });
  expect(told.find(({ type }) => type === 'market_resolved')?.payload).toEqual({
    market: own.conditionId,
    asset_ids: [own.yes, own.no],
    min_order_size: '7',
    tick_size: '0.001',
    neg_risk: false,
    payouts: ['1', '0'],
    sequence: expect.any(Number),
  });
});

test('live feed: without filters everything of every market, also of one that is new [F26]', async () => {
  const { venue } = stage;
  const client = await stage.subscribed({ topic: 'clob_market', type: '*' });
  expect(await client.all()).toEqual([]);
  const [fresh] = (await addEvent(venue.stack, ['Hail?'])) as [TestMarket];
  await stage.trade(fresh);
  const told = await client.all();
  expect(told.map(({ type, payload }) => [type, payload['sequence']])).toEqual([
    ['market_created', 0],
    ['price_change', 1],
    ['agg_orderbook', 1],
    ['agg_orderbook', 1],
    ['last_trade_price', 2],
    ['price_change', 2],
    ['agg_orderbook', 2],
    ['agg_orderbook', 2],
  ]);
  expect(told.every(({ payload }) => payload['market'] === fresh.conditionId)).toBe(true);
  expect(told[1]?.payload['price_changes']).toHaveLength(2);
  const book = (await send(venue.stack, 'GET', `/book?token_id=${fresh.no}`)).body;
  expect(told.at(-1)?.payload).toEqual(book);
  for (const type of ['agg_orderbook', 'price_change']) client.ask('unsubscribe', { topic: 'clob_market', type });
  await client.awaitRead();
  await stage.trade(fresh);
  expect(typesOf(await client.all())).toEqual(['clob_market last_trade_price']);
});

test('live feed: whole books come at most so often, and then the newest; changes come at once', async () => {
  const { client, rest, start } = await followed(paced, 'Sleet?');
  for (const price of ['0.1', '0.2', '0.3', '0.4']) await rest(price);
  const told: LiveTold[] = [];
  while (told.at(-1)?.type !== 'agg_orderbook' || told.at(-1)?.payload['sequence'] !== 4)
    told.push(await client.next());
  const ofType = (wanted: string) =>
    told.filter(({ type }) => type === wanted).map(({ payload }) => payload['sequence']);
  expect(ofType('price_change')).toEqual([1, 2, 3, 4]);
  // The requested book, the first change, and one book for each interval that has begun.
  expect(ofType('agg_orderbook').length).toBeLessThanOrEqual(3 + (performance.now() - start) / BOOKS_INTERVAL_MS);
});

test('live feed: over what an address may be sent unasked, books wait and nothing ends [F29]', async () => {
  const { client, rest } = await followed(frugal, 'Frost?');
  // A book costs up to three units, so the address soon reaches its limit.
  for (let level = 1; level <= 90; level++) await rest(`0.${String(level).padStart(2, '0')}`);
  const told = (await client.all()).map(({ type }) => type);
  expect(told.filter((type) => type === 'price_change')).toHaveLength(90);
  const books = told.filter((type) => type === 'agg_orderbook').length;
  expect(books).toBeLessThan(90);
  expect(books).toBeGreaterThan(1);
});
