import { addEvent, admin, type TestMarket, Trader } from '@bellwether/gateway/http/testing/trader.ts';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { FeedClient, type Message, messagesOf } from '../testing/feed-client.ts';
import { expectRefused, startFeedVenue } from '../testing/feed-venue.ts';

const venue = await startFeedVenue({ subscriptionsMax: 20 });
const alice = await Trader.open(venue.stack, '1');
const bob = await Trader.open(venue.stack, '2');
afterAll(() => venue.close());

const buy = (market: TestMarket, price: string, size = '10') =>
  ({ tokenId: market.yes, side: 'BUY', price, size, type: 'GTC' }) as const;

const resolve = ({ conditionId }: TestMarket) =>
  admin(venue.stack, 'POST', `/admin/markets/${conditionId}/resolve`, { winner: 'Yes' });

test('market feed: a trade is what was traded at each price, then the levels, 0 where nothing is left [F16]', async () => {
  const market = await venue.newMarket();
  await alice.placed(buy(market, '0.41', '5'));
  await alice.placed(buy(market, '0.4', '5'));
  const wishes = { assets_ids: [market.no], custom_feature_enabled: true };
  const [client, grouped] = [await venue.subscribed(wishes), await venue.subscribed({ ...wishes, grouped: true })];
  await Promise.all([client.all(), grouped.all()]);
  // Buying NO at 0.6 meets both bids for YES.
  const answer = await bob.placed({ tokenId: market.no, side: 'BUY', price: '0.6', size: '8', type: 'GTC' });
  const messages = (await client.all()) as Message[];
  // Each message has a frame of its own; a grouped client gets one frame with the same messages.
  expect(await grouped.all()).toEqual([messages]);
  const [hash] = (answer as { transactionsHashes: string[] }).transactionsHashes;
  expect(messages.map(({ event_type, sequence, index, count }) => [event_type, sequence, index, count])).toEqual([
    ['last_trade_price', 3, 0, 5],
    ['last_trade_price', 3, 1, 5],
    ['price_change', 3, 2, 5],
    ['best_bid_ask', 3, 3, 5],
    ['best_bid_ask', 3, 4, 5],
  ]);
  expect(messages.slice(0, 2)).toMatchObject([
    { asset_id: market.no, price: '0.59', size: '5', side: 'BUY', transaction_hash: hash, fee_rate_bps: '0' },
    { asset_id: market.no, price: '0.6', size: '3', side: 'BUY', transaction_hash: hash },
  ]);
  expect(messages[2]?.['price_changes']).toMatchObject([
    { asset_id: market.yes, price: '0.41', size: '0', side: 'BUY' },
    { asset_id: market.no, price: '0.59', size: '0', side: 'SELL' },
    { asset_id: market.yes, price: '0.4', size: '2', side: 'BUY' },
    { asset_id: market.no, price: '0.6', size: '2', side: 'SELL', best_bid: '0', best_ask: '0.6' },
  ]);
  expect(messages[3]).toMatchObject({ asset_id: market.yes, best_bid: '0.4', best_ask: '1', spread: '0.6' });
});

test('market feed: a closing time is told when it is set, and when it has come [E25]', async () => {
  const market = await venue.newMarket();
  await alice.placed(buy(market, '0.4'));
  const client = await venue.subscribed({ assets_ids: [market.yes], custom_feature_enabled: true });
  await client.all();
  const closeMs = venue.stack.time.nowMs + 1_000;
  const closeTime = new Date(closeMs).toISOString();
  await admin(venue.stack, 'PATCH', `/admin/markets/${market.conditionId}`, { closeTime });
  const told = { event_type: 'close_time', market: market.conditionId, assets_ids: [market.yes, market.no] };
  const own = (messages: Message[]) => messages.filter(({ event_type }) => event_type === 'close_time');
  const close_time = closeTime.replace('.000Z', 'Z');
  expect(own((await client.all()) as Message[])).toMatchObject([{ ...told, close_time, trading_ended: false }]);
  venue.stack.time.nowMs = closeMs;
  await venue.stack.exchange.runTimers();
  const ended = (await client.all()) as Message[];
  expect(own(ended)).toMatchObject([{ ...told, close_time, trading_ended: true }]);
  const emptied = ended.find(({ event_type }) => event_type === 'price_change');
  expect(emptied?.['price_changes']).toMatchObject([{ price: '0.4', size: '0' }, { size: '0' }]);
});

test('market feed: an opening time is told until it has come, and a clarification once', async () => {
  const openMs = venue.stack.time.nowMs + 60_000;
  const openTime = new Date(openMs).toISOString();
  const [market] = await addEvent(venue.stack, ['Later?', 'Later still?'], { openTime }, { title: 'Later' });
  if (market === undefined) throw new Error('the event came without a market');
  const client = await venue.subscribed({ assets_ids: [market.yes], custom_feature_enabled: true });
  await client.all();
  const sooner = new Date(openMs - 30_000).toISOString();
  await admin(venue.stack, 'PATCH', `/admin/markets/${market.conditionId}`, { openTime: sooner });
  const times = (messages: Message[]) =>
    messages.filter(({ event_type }) => event_type === 'close_time').map(({ open_time }) => open_time);
  expect(times((await client.all()) as Message[])).toEqual([sooner.replace('.000Z', 'Z')]);
  venue.stack.time.nowMs = openMs - 30_000;
  await venue.stack.exchange.runTimers();
  expect(times((await client.all()) as Message[])).toEqual(['']);
  await admin(venue.stack, 'POST', `/admin/events/${market.eventId}/clarifications`, { text: 'Local time counts.' });
  const told = (await client.all()) as Message[];
  expect(told).toMatchObject([
    { event_type: 'clarification', event_id: market.eventId, number: 1, text: 'Local time counts.' },
  ]);
});

test('market feed: a change of tick, of other terms, and a result are told, each with the next sequence [F16]', async () => {
  const market = await venue.newMarket();
  const wishes = { assets_ids: [market.yes], grouped: true };
  const plain = await venue.subscribed(wishes);
  const custom = await venue.subscribed({ ...wishes, custom_feature_enabled: true });
  await Promise.all([plain.all(), custom.all()]);
  const change = (body: object) => admin(venue.stack, 'PATCH', `/admin/markets/${market.conditionId}`, body);
  await change({ orderPriceMinTickSize: 0.001 });
  await change({ question: 'Another question?' });
  await change({ orderMinSize: 7 });
  await resolve(market);
  const [plainFrames, customFrames] = [await plain.all(), await custom.all()];
  const tickChange = { event_type: 'tick_size_change', sequence: 1 };
  expect(messagesOf(plainFrames[0] ?? [])).toMatchObject([
    { ...tickChange, asset_id: market.yes, old_tick_size: '0.01', new_tick_size: '0.001' },
    { ...tickChange, asset_id: market.no },
  ]);
  expect(messagesOf(plainFrames[1] ?? [])).toMatchObject([
    { event_type: 'book', asset_id: market.yes, min_order_size: '7', tick_size: '0.001', sequence: 2 },
    { event_type: 'book', asset_id: market.no, sequence: 2 },
  ]);
  const books = Array(2).fill({ event_type: 'book', sequence: 3 });
  const result = { market: market.conditionId, winning_asset_id: market.yes, winning_outcome: 'Yes', sequence: 3 };
  expect(messagesOf(plainFrames[2] ?? [])).toMatchObject(books);
  expect(messagesOf(customFrames[2] ?? [])).toMatchObject([
    ...books,
    { event_type: 'market_resolved', ...result, payouts: ['1', '0'] },
  ]);
});

test('market feed: a result is told from its proposal to its reversal, each with the next sequence', async () => {
  const market = await venue.newMarket();
  const client = await venue.subscribed({ assets_ids: [market.yes], custom_feature_enabled: true });
  await client.all();
  const act = async (path: string, body: object) => {
    const { status } = await admin(venue.stack, 'POST', `/admin/markets/${market.conditionId}/${path}`, body);
    expect(status).toBe(200);
    await venue.stack.exchange.runTimers();
    const told = (await client.all()).flatMap(messagesOf);
    return told.filter(({ event_type }) => event_type === 'result_status' || event_type === 'market_resolved');
  };
  const of = { market: market.conditionId, assets_ids: [market.yes, market.no] };
  const status = (name: string, note: string, sequence: number) => ({
    ...{ ...of, event_type: 'result_status', status: name, note, sequence },
  });
  const ends_at = new Date(venue.stack.time.nowMs + 3_600_000).toISOString();
  expect(await act('propose', { winner: 'Yes', note: 'rain', windowHours: 1 })).toMatchObject([
    { ...status('proposed', 'rain', 1), payouts: ['1', '0'], refund: false, ends_at },
  ]);
  expect(await act('dispute', { reason: 'dry' })).toMatchObject([{ ...status('disputed', 'dry', 2), ends_at }]);
  expect(await act('withdraw-proposal', { reason: 'wrong' })).toMatchObject([
    { ...status('withdrawn', 'wrong', 3), payouts: [], ends_at: '' },
  ]);
  expect(await act('propose', { void: 'refund' })).toMatchObject([{ status: 'proposed', refund: true, payouts: [] }]);
  const resolved = { ...of, event_type: 'market_resolved' };
  expect(await act('confirm', {})).toMatchObject([
    { ...resolved, winning_outcome: '', payouts: [], refunded: true, sequence: 5 },
  ]);
  const reversed = await act('reverse', { to: { winner: 'No' }, note: 'it was dry' });
  const won = { ...resolved, winning_asset_id: market.no, payouts: ['0', '1'], sequence: 6 };
  expect(reversed).toMatchObject([status('reversed', 'it was dry', 6), won]);
  expect(await act('reverse', { to: 'open', note: 'too early' })).toMatchObject([
    status('reversed', 'too early', 7),
    status('reopened', '', 8),
  ]);
});

test('market feed: who asked for it hears of a new market, whatever it subscribes to [F16]', async () => {
  const custom = await venue.subscribed({ assets_ids: [], custom_feature_enabled: true });
  const plain = await venue.subscribed({ assets_ids: [] });
  await Promise.all([custom.all(), plain.all()]);
  const terms = { takerBaseFee: 150 };
  const [market] = await addEvent(venue.stack, ['Will it be told?'], terms, { title: 'A fresh event' });
  expect(await custom.all()).toMatchObject([
    {
      event_type: 'new_market',
      question: 'Will it be told?',
      market: market?.conditionId,
      condition_id: market?.conditionId,
      assets_ids: [market?.yes, market?.no],
      event_message: { title: 'A fresh event' },
      taker_base_fee: '150',
      fees_enabled: true,
      fee_schedule: { rate: 0.015, exponent: 1, takerOnly: true, rebateRate: 0 },
      sequence: 0,
    },
  ]);
  expect(await plain.all()).toEqual([]);
});

test('market feed: a new market has its fees in the words of the public clients [W65]', async () => {
  const publicVenue = await startFeedVenue({}, { profile: 'polymarket' });
  onTestFinished(() => publicVenue.close());
  const custom = await publicVenue.subscribed({ assets_ids: [], custom_feature_enabled: true });
  await custom.all();
  await addEvent(publicVenue.stack, ['Charged?'], { takerBaseFee: 400 });
  await addEvent(publicVenue.stack, ['Free?']);
  const schedule = { exponent: '1', rate: '0.04', taker_only: true, rebate_rate: '0' };
  const [charged, free] = (await custom.all()) as Message[];
  expect([charged?.['taker_base_fee'], charged?.['fee_schedule']]).toEqual(['1000', schedule]);
  expect([free?.['taker_base_fee'], free?.['fee_schedule']]).toEqual(['0', { ...schedule, rate: '0' }]);
});

test('market feed: who follows no token and asked for it hears of the result of every market [F31]', async () => {
  const [one, two] = [await venue.newMarket(), await venue.newMarket()];
  const custom = { custom_feature_enabled: true };
  const every = [await venue.subscribed({ assets_ids: [], ...custom }), await venue.subscribed(custom)];
  const ofTwo = { assets_ids: [two.yes], ...custom, initial_dump: false };
  const others = [await venue.subscribed({ assets_ids: [] }), await venue.subscribed(ofTwo)];
  await Promise.all([...every, ...others].map((client) => client.all()));
  await resolve(one);
  const result = { event_type: 'market_resolved', market: one.conditionId, assets_ids: [one.yes, one.no] };
  const texts = { winning_outcome: 'Yes', event_message: { title: expect.any(String) } };
  for (const client of every) expect(await client.all()).toMatchObject([{ ...result, ...texts }]);
  for (const client of others) expect(await client.all()).toEqual([]);
  // With a token, a connection gets only the result of that market, and gets it once.
  const [client] = every;
  client?.say({ operation: 'subscribe', assets_ids: [two.yes] });
  if (client !== undefined) await client.all();
  await resolve(two);
  for (const each of every) {
    const told = (await each.all()).flatMap(messagesOf).filter(({ event_type }) => event_type === 'market_resolved');
    expect(told).toMatchObject([{ market: two.conditionId }]);
  }
});

test('market feed: a form can be changed while it runs', async () => {
  const market = await venue.newMarket();
  const single = await venue.subscribed({ assets_ids: [market.yes] });
  const grouped = await venue.subscribed({ assets_ids: [market.yes], grouped: true });
  const changed = { operation: 'subscribe', assets_ids: [], initial_dump: false };
  grouped.say({ ...changed, grouped: false });
  single.say({ ...changed, grouped: true });
  await Promise.all([single.all(), grouped.all()]);
  await alice.placed(buy(market, '0.3'));
  await bob.placed({ tokenId: market.no, side: 'BUY', price: '0.7', size: '10', type: 'GTC' });
  expect((await grouped.all()).map(Array.isArray)).toEqual([false, false, false]);
  expect((await single.all()).map(Array.isArray)).toEqual([false, true]);
});

test.each([
  ['{"type":"market",', 'malformed JSON'],
  [{ type: 'market' }, 'assets_ids is required'],
  [{ type: 'sports', assets_ids: [] }, 'type must be one of market'],
  [{ type: 'market', assets_ids: ['0x12'] }, 'assets_ids[0] is malformed'],
  [{ type: 'market', assets_ids: [], since: { x: -1 } }, 'since.x'],
  [{ type: 'market', assets_ids: [], grouped: 1 }, 'grouped'],
  [[], 'the body'],
])('market feed: a wrong subscription gets a message that says so, and a known code: %j', async (message, says) => {
  const client = await FeedClient.open(venue.url('market'));
  client.say(message);
  await expectRefused(client, says);
});

test('market feed: at most so many tokens on a connection, and unknown ones are left out', async () => {
  const questions = Array.from({ length: 11 }, (_, index) => `Market ${index}`);
  const markets = await addEvent(venue.stack, questions);
  const client = await venue.subscribed({ assets_ids: markets.slice(0, 10).flatMap(({ yes, no }) => [yes, no]) });
  expect(messagesOf(await client.next())).toHaveLength(20);
  client.say({ operation: 'subscribe', assets_ids: ['12345'] });
  expect(await client.next()).toEqual([]);
  client.say({ operation: 'subscribe', assets_ids: [markets[10]?.yes] });
  await expectRefused(client, 'assets_ids: at most 20 on a connection');
});
