import { BlockList } from 'node:net';
import { addEvent, type TestMarket, Trader } from '@bellwether/gateway/http/testing/trader.ts';
import { expect, test } from 'vitest';
import { openFeedVenue } from '../testing/feed-venue.ts';
import { openLive, subscribeLive } from '../testing/live-stage.ts';

test('live feed: text pings are a sign of life and never answered, in either case', async () => {
  const client = await openLive(await openFeedVenue());
  client.say('ping');
  client.say('PING');
  expect(await client.all()).toEqual([]);
});

test('live feed: too many messages, or too dear ones, end a connection in words that its clients read', async () => {
  const running = await openFeedVenue({ messagesMax: 5, costPerAddressMax: 500 });
  const hasty = await openLive(running);
  for (let count = 0; count < 6; count++) hasty.say('ping');
  expect(await hasty.next()).toMatchObject({ topic: '', type: 'error', payload: { code: 'too_many_messages' } });
  expect((await hasty.closed).code).toBe(4429);
  const dear = await openLive(running);
  dear.say('x'.repeat(64 * 500));
  expect((await dear.closed).code).toBe(4429);
  expect((await dear.all()).at(-1)).toMatchObject({ type: 'error', payload: { code: 'too_many_messages' } });
});

test('live feed: a client that may not read GET /trades is not told of trades either [F28]', async () => {
  const dataAllowlist = new BlockList();
  dataAllowlist.addAddress('192.0.2.1');
  const running = await openFeedVenue({}, { dataAllowlist, trustProxy: ['127.0.0.1/32'] });
  const [market] = (await addEvent(running.stack, ['Who sees?'])) as [TestMarket];
  const stranger = await openLive(running, { 'x-forwarded-for': '192.0.2.2' });
  const friend = await openLive(running, { 'x-forwarded-for': '192.0.2.1' });
  for (const client of [stranger, friend]) client.ask('subscribe', { topic: 'activity', type: '*' });
  expect((await stranger.next()).payload).toMatchObject({ code: 'ip_not_allowlisted' });
  // Messages that identify no trader are open to all.
  stranger.ask('subscribe', { topic: 'clob_market', type: 'last_trade_price', filters: JSON.stringify([market.no]) });
  await Promise.all([stranger.awaitRead(), friend.awaitRead()]);
  const [alice, bob] = [await Trader.open(running.stack, '1'), await Trader.open(running.stack, '2')];
  await alice.placed({ tokenId: market.yes, side: 'BUY', price: '0.5', size: '10', type: 'GTC' });
  await bob.placed({ tokenId: market.no, side: 'BUY', price: '0.5', size: '10', type: 'GTC' });
  expect((await friend.take(3)).map(({ topic }) => topic)).toEqual(['activity', 'activity', 'activity']);
  expect((await stranger.all()).map(({ type }) => type)).toEqual(['last_trade_price']);
});

test('live feed: while reads fail trades wait, and when more wait than may, everyone is told that some are missing', async () => {
  const running = await openFeedVenue({ tradesPendingMax: 2 });
  const { stack } = running;
  const [market] = (await addEvent(stack, ['Broken?'])) as [TestMarket];
  const [alice, bob] = [await Trader.open(stack, '1'), await Trader.open(stack, '2')];
  const client = await subscribeLive(running, { topic: 'activity', type: 'trades' });
  const trade = async (): Promise<void> => {
    await alice.placed({ tokenId: market.yes, side: 'BUY', price: '0.5', size: '10', type: 'GTC' });
    await bob.placed({ tokenId: market.no, side: 'BUY', price: '0.5', size: '10', type: 'GTC' });
  };
  stack.reader.broken = true;
  await trade();
  while (stack.faults.length === 0) await new Promise((resolve) => setImmediate(resolve));
  stack.reader.broken = false;
  expect((await client.take(2)).map(({ payload }) => payload['index'])).toEqual([0, 1]);
  expect(stack.faults).toHaveLength(1);
  stack.reader.broken = true;
  for (let count = 0; count < 3; count++) await trade();
  const { sequence } = stack.exchange.state;
  expect(await client.next()).toMatchObject({ type: 'resync', payload: { reason: 'too_old', sequence } });
  stack.reader.broken = false;
  await trade();
  expect((await client.take(2)).map(({ payload }) => payload['sequence'])).toEqual([sequence + 2, sequence + 2]);
});
