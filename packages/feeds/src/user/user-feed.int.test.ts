import { addEvent, admin, type TestMarket, Trader } from '@bellwether/gateway/http/testing/trader.ts';
import { afterAll, expect, test } from 'vitest';
import { FeedClient } from '../testing/feed-client.ts';
import { expectRefused, startFeedVenue } from '../testing/feed-venue.ts';
import { listenAs } from '../testing/user-listener.ts';
import { NIL_KEY } from './user-messages.ts';

const venue = await startFeedVenue();
const added = await addEvent(venue.stack, ['Will it rain?', 'Will it snow?']);
const [market, other] = added as [TestMarket, TestMarket];
const alice = await Trader.open(venue.stack, '1');
const bob = await Trader.open(venue.stack, '2');
afterAll(() => venue.close());

const listen = (trader: Trader, wishes: object = {}) => listenAs(trader, venue, wishes);

const buy = (price: string, size = '10', tokenId = market.yes) =>
  ({ tokenId, side: 'BUY', price, size, type: 'GTC' }) as const;
const sellNo = (price: string, size: string) => buy(price, size, market.no);

test('user feed: placement, fill and cancellation of an order, each with the whole order', async () => {
  const feed = await listen(alice);
  const order = await alice.placed(buy('0.41', '15'));
  const createdMs = String(venue.stack.time.nowMs);
  venue.stack.time.nowMs += 1_500;
  const taken = await bob.placed(sellNo('0.6', '6'));
  await alice.send('DELETE', '/order', { orderID: order.orderID });
  const told = await feed.all();
  const trade = venue.stack.exchange.entries.findLast(({ events }) => events.some((e) => e.kind === 'TradeExecuted'));
  expect(told.map((message) => [message['event_type'], message['type'], message['status']])).toEqual([
    ['order', 'PLACEMENT', 'LIVE'],
    ['trade', 'TRADE', 'CONFIRMED'],
    ['order', 'UPDATE', 'LIVE'],
    ['order', 'CANCELLATION', 'CANCELED'],
  ]);
  const facts = {
    id: order.orderID,
    owner: alice.credentials.apiKey,
    order_owner: alice.credentials.apiKey,
    market: market.conditionId,
    asset_id: market.yes,
    side: 'BUY',
    original_size: '15',
    price: '0.41',
    outcome: 'Yes',
    created_at: String(Math.floor(Number(createdMs) / 1000)),
    expiration: '0',
    order_type: 'GTC',
    maker_address: alice.address,
  };
  const placed = { ...facts, size_matched: '0', held: '6.15', associate_trades: [], timestamp: createdMs };
  const filled = { ...facts, size_matched: '6', held: '3.69', associate_trades: [String(trade?.sequence)] };
  expect([told[0], told[2]]).toMatchObject([placed, filled]);
  expect(told[3]).toMatchObject({ ...facts, size_matched: '6', held: '0', associate_trades: [], reason: 'user' });
  expect(told[1]).toMatchObject({
    id: String(trade?.sequence),
    taker_order_id: taken.orderID,
    asset_id: market.no,
    side: 'BUY',
    size: '6',
    price: '0.59',
    outcome: 'No',
    trader_side: 'MAKER',
    owner: alice.credentials.apiKey,
    trade_owner: alice.credentials.apiKey,
    maker_address: alice.address,
    transaction_hash: `0x${trade?.hash}`,
    bucket_index: 0,
    maker_orders: [
      {
        order_id: order.orderID,
        owner: alice.credentials.apiKey,
        maker_address: alice.address,
        matched_amount: '6',
        price: '0.41',
        fee_rate_bps: '0',
        asset_id: market.yes,
        outcome: 'Yes',
        outcome_index: 0,
        side: 'BUY',
      },
    ],
  });
});

test('user feed: the taker sees its trade with every maker, and no API key but its own [F17]', async () => {
  const carol = await Trader.open(venue.stack, '3');
  const [makers, feed] = [await listen(alice), await listen(bob)];
  await alice.placed(buy('0.41', '5'));
  await carol.placed(buy('0.4', '5'));
  await makers.all();
  const answer = await bob.placed(sellNo('0.6', '10'));
  const told = await feed.all();
  expect(told.map((message) => [message['event_type'], message['index'], message['count']])).toEqual([
    ['trade', 0, 2],
    ['order', 1, 2],
  ]);
  expect(told[0]).toMatchObject({
    trader_side: 'TAKER',
    owner: bob.credentials.apiKey,
    price: '0.595',
    size: '10',
    fee: '0',
    maker_orders: [
      { owner: NIL_KEY, maker_address: alice.address, price: '0.41' },
      { owner: NIL_KEY, maker_address: carol.address, price: '0.4' },
    ],
  });
  expect(told[1]).toMatchObject({ id: answer.orderID, type: 'PLACEMENT', status: 'MATCHED', size_matched: '10' });
  // A maker gets only its own part of the trade.
  const makerTold = await makers.all();
  expect(makerTold.map((message) => message['event_type'])).toEqual(['trade', 'order']);
  expect(makerTold[0]?.['maker_orders']).toHaveLength(1);
  for (const [own, texts] of [
    [alice, makerTold],
    [bob, told],
  ] as const)
    for (const trader of [alice, bob, carol])
      expect(JSON.stringify(texts).includes(trader.credentials.apiKey)).toBe(trader === own);
});

test('user feed: an order has the status that reads give it, however it ended [F17]', async () => {
  const [ending] = await addEvent(venue.stack, ['Over with all of them?']);
  const token = ending?.yes ?? '';
  const sell = (price: string, size: string) => buy(price, size, ending?.no);
  const now = Math.floor(venue.stack.time.nowMs / 1000);
  const feed = await listen(alice);
  const ends: Record<string, string | undefined> = {};
  ends['EXPIRED'] = (await alice.placed({ ...buy('0.2', '5', token), type: 'GTD', expiration: now + 100 })).orderID;
  venue.stack.time.nowMs += 100_000;
  await venue.stack.exchange.runTimers();
  ends['user'] = (await alice.placed(buy('0.21', '5', token))).orderID;
  await alice.send('DELETE', '/order', { orderID: ends['user'] });
  ends['self_trade'] = (await alice.placed(buy('0.22', '5', token))).orderID;
  ends['crossing'] = (await alice.placed(sell('0.78', '5'))).orderID;
  await alice.send('DELETE', '/order', { orderID: ends['crossing'] });
  ends['MATCHED'] = (await alice.placed(buy('0.23', '5', token))).orderID;
  await bob.placed(sell('0.77', '15'));
  const fak = { tokenId: token, side: 'BUY', type: 'FAK', price: '0.23', amount: '5', tick: '0.01' } as const;
  ends['part of a FAK'] = (await alice.placed(fak)).orderID;
  ends['CANCELED_MARKET_RESOLVED'] = (await alice.placed(buy('0.24', '5', token))).orderID;
  await admin(venue.stack, 'POST', `/admin/markets/${ending?.conditionId}/resolve`, { winner: 'No' });
  await venue.stack.exchange.runTimers();
  const told = (await feed.all()).filter((message) => message['event_type'] === 'order');
  expect(told.at(-1)).toMatchObject({ type: 'CANCELLATION', reason: 'market_resolved' });
  const statuses: [string, unknown, unknown][] = [];
  for (const [how, id] of Object.entries(ends)) {
    const { body } = await alice.send('GET', `/data/order/${id}`);
    const { order } = body as { order: { status: unknown } };
    statuses.push([how, told.findLast((message) => message['id'] === id)?.['status'], order.status]);
  }
  expect(statuses).toEqual([
    ['EXPIRED', 'EXPIRED', 'EXPIRED'],
    ['user', 'CANCELED', 'CANCELED'],
    ['self_trade', 'CANCELED', 'CANCELED'],
    ['crossing', 'CANCELED', 'CANCELED'],
    ['MATCHED', 'MATCHED', 'MATCHED'],
    ['part of a FAK', 'MATCHED', 'MATCHED'],
    ['CANCELED_MARKET_RESOLVED', 'CANCELED_MARKET_RESOLVED', 'CANCELED_MARKET_RESOLVED'],
  ]);
});

test('user feed: only the markets that were asked for; one that is asked for later makes no gap out of what went on there before', async () => {
  const feed = await listen(alice, { markets: [other.conditionId] });
  await alice.placed(buy('0.11'));
  const first = await alice.placed(buy('0.12', '10', other.yes));
  const [seen, ...others] = await feed.all();
  expect([seen?.['id'], others]).toEqual([first.orderID, []]);
  await alice.placed(buy('0.12'));
  feed.say({ operation: 'subscribe', markets: [market.conditionId] });
  feed.say({ operation: 'unsubscribe', markets: [other.conditionId] });
  await feed.all();
  const second = await alice.placed(buy('0.13'));
  await alice.placed(buy('0.14', '10', other.yes));
  expect(await feed.all()).toMatchObject([{ id: second.orderID, previous: seen?.['sequence'] }]);
});

test('user feed: a whole subscription said again takes the place of the one before [F25]', async () => {
  const feed = await listen(alice);
  await alice.placed(buy('0.11'));
  expect(await feed.all()).toHaveLength(1);
  feed.say({ type: 'USER', auth: alice.credentials, markets: [other.conditionId] });
  await feed.all();
  await alice.placed(buy('0.12'));
  const asked = await alice.placed(buy('0.13', '10', other.yes));
  expect((await feed.all()).map((message) => message['id'])).toEqual([asked.orderID]);
  // The same for another account: nothing more of the first one arrives.
  feed.say({ type: 'user', auth: bob.credentials });
  await feed.all();
  await alice.placed(buy('0.14', '10', other.yes));
  const ofBob = await bob.placed(buy('0.15'));
  expect((await feed.all()).map((message) => message['id'])).toEqual([ofBob.orderID]);
  // The new account must be proven like the first.
  feed.say({ type: 'user', auth: { ...bob.credentials, secret: 'wrong' } });
  expect(await feed.next()).toMatchObject({ event_type: 'error', code: 'invalid_credentials' });
  expect((await feed.closed).code).toBe(4401);
});

test('user feed: wrong credentials get one answer, whichever part is wrong, and a close code of their own', async () => {
  const good = alice.credentials;
  const { secret, passphrase } = bob.credentials;
  const apiKey = '11111111-1111-4111-8111-111111111111';
  const keys = [{ apiKey }, { apiKey: 'no key' }];
  for (const wrong of [...keys, { secret }, { secret: '' }, { passphrase }, { passphrase: '' }]) {
    const client = await FeedClient.open(venue.url('user'));
    client.say({ type: 'user', auth: { ...good, ...wrong } });
    const message = 'apiKey, secret and passphrase are not those of an API key of this venue';
    expect(await client.next()).toEqual({ event_type: 'error', code: 'invalid_credentials', message });
    expect(await client.closed).toEqual({ code: 4401, reason: 'invalid API credentials' });
  }
});

test('user feed: a secret is taken in the other alphabet of base64 as well', async () => {
  const { credentials } = alice;
  const secret = credentials.secret.replaceAll('+', '-').replaceAll('/', '_');
  const client = await FeedClient.open(venue.url('user'));
  client.say({ type: 'USER', auth: { ...credentials, secret }, assets_ids: [] });
  expect(await client.all()).toEqual([]);
});

test('user feed: a key that is revoked hears no more', async () => {
  const dave = await Trader.open(venue.stack, '4');
  const second = await Trader.open(venue.stack, '4', 1);
  const [gone, stays] = [await listen(second), await listen(dave)];
  await second.send('DELETE', '/auth/api-key');
  expect(await gone.next()).toMatchObject({ event_type: 'error', code: 'api_key_revoked' });
  expect((await gone.closed).code).toBe(4401);
  await dave.placed(buy('0.03'));
  expect(await stays.all()).toHaveLength(1);
});

test('user feed: a key of a wallet hears of its own orders, and the owner of its own', async () => {
  const { depositWallet } = await alice.account();
  const expiration = Math.floor(venue.stack.time.nowMs / 1000) + 60;
  await alice.sendAsWallet('POST', '/account/keys', { address: bob.address, scopes: ['CLOB'], expiration });
  const [ofOwner, ofKey] = [await listen(alice), await listen(bob)];
  const placed = await bob.placeAsKey(depositWallet, buy('0.04'));
  await alice.placeFrom(depositWallet, 3, buy('0.03'));
  await alice.send('DELETE', '/account/keys', { address: bob.address });
  const told = (messages: readonly Record<string, unknown>[]) =>
    messages.map((message) => [message['type'], message['price'], message['reason']]);
  expect(told(await ofOwner.all())).toEqual([['PLACEMENT', '0.03', undefined]]);
  const own = await ofKey.all();
  expect(own.every(({ id }) => id === (placed.body as { orderID: string }).orderID)).toBe(true);
  expect(told(own)).toEqual([
    ['PLACEMENT', '0.04', undefined],
    ['CANCELLATION', '0.04', 'key_revoked'],
  ]);
});

test('user feed: malformed subscriptions and operations are named and closed', async () => {
  const right = { type: 'user', auth: alice.credentials };
  for (const [first, second, says] of [
    ['nonsense', null, 'malformed JSON'],
    [{ type: 'user' }, null, 'auth is required'],
    [{ ...right, markets: ['12'] }, null, 'markets[0] is malformed'],
    [right, { operation: 'drop', markets: [] }, 'operation must be one of'],
    [right, { operation: 'unsubscribe', markets: [] }, 'markets: unsubscribe needs'],
  ] as const) {
    const client = await FeedClient.open(venue.url('user'));
    client.say(first);
    if (second !== null) client.say(second);
    await expectRefused(client, says);
  }
});
