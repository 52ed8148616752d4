/** The market feed over real sockets: its messages, subscriptions and resumes, as a client of the ecosystem sees them. */
import { MarketFeedMessage } from '@bellwether/contract';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addEvent, admin, send, type TestMarket, Trader } from '../http/testing/trader.ts';
import { FeedClient, type FeedFrame, type Message, messagesOf } from './testing/feed-client.ts';
import { type FeedVenue, startFeedVenue } from './testing/feed-venue.ts';

let venue: FeedVenue;
let alice: Trader;
let bob: Trader;

beforeAll(async () => {
  venue = await startFeedVenue({ recentFramesMax: 4, subscriptionsMax: 20 });
  alice = await Trader.open(venue.stack, '1');
  bob = await Trader.open(venue.stack, '2');
});
afterAll(() => venue.close());

const valid = Compile(MarketFeedMessage);

/** Frames received so far, checked against the contract. */
async function framesOf(client: FeedClient): Promise<FeedFrame[]> {
  const frames = await client.all();
  for (const message of frames.flatMap(messagesOf)) {
    expect([...valid.Errors(message)], JSON.stringify(message)).toEqual([]);
  }
  return frames;
}

async function book(token: string): Promise<Message> {
  return (await send(venue.stack, 'GET', `/book?token_id=${token}`)).body as Message;
}

const buy = (market: TestMarket, price: string, size = '10') =>
  ({ tokenId: market.yes, side: 'BUY', price, size, type: 'GTC' }) as const;

describe('market feed: messages', () => {
  test('market feed: the first frame is an array of books, equal to GET /book; unknown tokens are left out', async () => {
    const market = await venue.newMarket();
    await alice.placed(buy(market, '0.4'));
    const client = await venue.subscribed({ assets_ids: [market.yes, market.no, '12345'] });
    const [first, ...more] = await framesOf(client);
    expect(more).toEqual([]);
    expect(first).toEqual([
      { event_type: 'book', ...(await book(market.yes)) },
      { event_type: 'book', ...(await book(market.no)) },
    ]);
    expect(messagesOf(first ?? [])[0]?.['sequence']).toBe(1);
    await client.leave();

    const unknown = await venue.subscribed({ assets_ids: ['12345'] });
    expect(await framesOf(unknown)).toEqual([[]]);
    await unknown.leave();
  });

  test('market feed: an order is one price_change with both tokens, sizes after it, best prices and the book hash', async () => {
    const market = await venue.newMarket();
    await alice.placed(buy(market, '0.4'));
    const client = await venue.subscribed({ assets_ids: [market.yes] });
    await framesOf(client);
    await bob.placed(buy(market, '0.4', '5'));
    const [yes, no] = [await book(market.yes), await book(market.no)];
    expect(await framesOf(client)).toEqual([
      {
        event_type: 'price_change',
        market: market.conditionId,
        timestamp: yes['timestamp'],
        price_changes: [
          {
            asset_id: market.yes,
            price: '0.4',
            size: '15',
            side: 'BUY',
            hash: yes['hash'],
            best_bid: '0.4',
            best_ask: '1',
          },
          {
            asset_id: market.no,
            price: '0.6',
            size: '15',
            side: 'SELL',
            hash: no['hash'],
            best_bid: '0',
            best_ask: '0.6',
          },
        ],
        sequence: 2,
        index: 0,
        count: 1,
      },
    ]);
    expect(yes['sequence']).toBe(2);
    await client.leave();
  });

  test('market feed: a trade is what was traded at each price, then the levels, 0 where nothing is left [F16]', async () => {
    const market = await venue.newMarket();
    await alice.placed(buy(market, '0.41', '5'));
    await alice.placed(buy(market, '0.4', '5'));
    const [client, grouped] = [
      await venue.subscribed({ assets_ids: [market.no], custom_feature_enabled: true }),
      await venue.subscribed({ assets_ids: [market.no], custom_feature_enabled: true, grouped: true }),
    ];
    await Promise.all([framesOf(client), framesOf(grouped)]);
    // Buying NO at 0.6 meets both bids for YES.
    const answer = await bob.placed({ tokenId: market.no, side: 'BUY', price: '0.6', size: '8', type: 'GTC' });
    const messages = (await framesOf(client)) as Message[];
    // Each message has a frame of its own; a grouped client gets one frame with the same messages.
    expect(await framesOf(grouped)).toEqual([messages]);
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
    await Promise.all([client.leave(), grouped.leave()]);
  });

  test('market feed: a closing time is told when it is set, and when it has come [E25]', async () => {
    const market = await venue.newMarket();
    await alice.placed(buy(market, '0.4'));
    const client = await venue.subscribed({ assets_ids: [market.yes], custom_feature_enabled: true });
    await framesOf(client);
    const closeMs = venue.stack.time.nowMs + 1_000;
    const closeTime = new Date(closeMs).toISOString();
    await admin(venue.stack, 'PATCH', `/admin/markets/${market.conditionId}`, { closeTime });
    const told = { event_type: 'close_time', market: market.conditionId, assets_ids: [market.yes, market.no] };
    const own = (messages: Message[]) => messages.filter(({ event_type }) => event_type === 'close_time');
    const close_time = closeTime.replace('.000Z', 'Z');
    expect(own((await framesOf(client)) as Message[])).toMatchObject([{ ...told, close_time, trading_ended: false }]);
    venue.stack.time.nowMs = closeMs;
    await venue.stack.exchange.runTimers();
    const ended = (await framesOf(client)) as Message[];
    expect(own(ended)).toMatchObject([{ ...told, close_time, trading_ended: true }]);
    const emptied = ended.find(({ event_type }) => event_type === 'price_change');
    expect(emptied?.['price_changes']).toMatchObject([{ price: '0.4', size: '0' }, { size: '0' }]);
    await client.leave();
  });

  test('market feed: a change of tick, of other terms, and a result are told, each with the next sequence [F16]', async () => {
    const market = await venue.newMarket();
    const [plain, custom] = [
      await venue.subscribed({ assets_ids: [market.yes], grouped: true }),
      await venue.subscribed({ assets_ids: [market.yes], grouped: true, custom_feature_enabled: true }),
    ];
    await Promise.all([framesOf(plain), framesOf(custom)]);
    const change = (body: object) => admin(venue.stack, 'PATCH', `/admin/markets/${market.conditionId}`, body);
    await change({ orderPriceMinTickSize: 0.001 });
    await change({ question: 'Another question?' });
    await change({ orderMinSize: 7 });
    await admin(venue.stack, 'POST', `/admin/markets/${market.conditionId}/resolve`, { winner: 'Yes' });
    const [plainFrames, customFrames] = [await framesOf(plain), await framesOf(custom)];
    expect(messagesOf(plainFrames[0] ?? [])).toMatchObject([
      {
        event_type: 'tick_size_change',
        asset_id: market.yes,
        old_tick_size: '0.01',
        new_tick_size: '0.001',
        sequence: 1,
      },
      { event_type: 'tick_size_change', asset_id: market.no, sequence: 1 },
    ]);
    expect(messagesOf(plainFrames[1] ?? [])).toMatchObject([
      { event_type: 'book', asset_id: market.yes, min_order_size: '7', tick_size: '0.001', sequence: 2 },
      { event_type: 'book', asset_id: market.no, sequence: 2 },
    ]);
    expect(messagesOf(plainFrames[2] ?? []).map((message) => [message['event_type'], message['sequence']])).toEqual([
      ['book', 3],
      ['book', 3],
    ]);
    expect(messagesOf(customFrames[2] ?? [])).toMatchObject([
      { event_type: 'book', sequence: 3 },
      { event_type: 'book', sequence: 3 },
      {
        event_type: 'market_resolved',
        market: market.conditionId,
        winning_asset_id: market.yes,
        winning_outcome: 'Yes',
        payouts: ['1', '0'],
        sequence: 3,
      },
    ]);
    await Promise.all([plain.leave(), custom.leave()]);
  });

  test('market feed: who asked for it hears of a new market, whatever it subscribes to [F16]', async () => {
    const custom = await venue.subscribed({ assets_ids: [], custom_feature_enabled: true });
    const plain = await venue.subscribed({ assets_ids: [] });
    await Promise.all([framesOf(custom), framesOf(plain)]);
    const terms = { takerBaseFee: 150 };
    const [market] = await addEvent(venue.stack, ['Will it be told?'], terms, { title: 'A fresh event' });
    expect(await framesOf(custom)).toMatchObject([
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
    expect(await framesOf(plain)).toEqual([]);
    await Promise.all([custom.leave(), plain.leave()]);
  });

  test('market feed: all subscribers of one kind get the very same text', async () => {
    const market = await venue.newMarket();
    const clients = await Promise.all(
      [market.yes, market.no, market.yes].map((token) =>
        venue.subscribed({ assets_ids: [token], initial_dump: false }),
      ),
    );
    for (const client of clients) expect(await framesOf(client)).toEqual([]);
    await alice.placed(buy(market, '0.3'));
    const [first, ...others] = await Promise.all(clients.map(framesOf));
    expect(first).toHaveLength(1);
    for (const other of others) expect(other).toEqual(first);
    await Promise.all(clients.map((client) => client.leave()));
  });
});

describe('market feed: subscriptions', () => {
  test('market feed: tokens are added and taken away while it runs', async () => {
    const [one, two] = [await venue.newMarket(), await venue.newMarket()];
    const client = await venue.subscribed({ assets_ids: [one.yes] });
    await framesOf(client);
    client.say({ operation: 'subscribe', assets_ids: [two.yes] });
    expect(await framesOf(client)).toMatchObject([[{ event_type: 'book', asset_id: two.yes }]]);
    client.say({ operation: 'unsubscribe', assets_ids: [one.yes, 'no'.length.toString()] });
    await framesOf(client);
    await alice.placed(buy(one, '0.3'));
    await alice.placed(buy(two, '0.3'));
    expect(await framesOf(client)).toMatchObject([{ event_type: 'price_change', market: two.conditionId }]);
    await client.leave();
  });

  test('market feed: since replays exactly what was missed, by condition id or by token, and no book [F15]', async () => {
    const market = await venue.newMarket();
    const before = await venue.subscribed({ assets_ids: [market.yes] });
    await framesOf(before);
    await alice.placed(buy(market, '0.3'));
    const seen = await framesOf(before);
    await before.leave();
    await alice.placed(buy(market, '0.31'));
    await alice.placed(buy(market, '0.32'));
    for (const name of [market.conditionId, market.yes]) {
      const client = await venue.subscribed({ assets_ids: [market.yes], since: { [name]: 1 } });
      const frames = await framesOf(client);
      expect(frames[0]).toEqual([]);
      expect(frames.slice(1).map((frame) => messagesOf(frame)[0]?.['sequence'])).toEqual([2, 3]);
      await client.leave();
    }
    const all = await venue.subscribed({ assets_ids: [market.yes], since: { [market.conditionId]: 0 } });
    expect((await framesOf(all))[1]).toEqual(seen[0]);
    await all.leave();
  });

  test('market feed: since replays the frames in the form that is asked for, and a form can be changed', async () => {
    const market = await venue.newMarket();
    const live = await venue.subscribed({ assets_ids: [market.yes] });
    await framesOf(live);
    await alice.placed(buy(market, '0.3'));
    await bob.placed({ tokenId: market.no, side: 'BUY', price: '0.7', size: '10', type: 'GTC' });
    const single = await framesOf(live);
    expect(single.map((frame) => messagesOf(frame).map(({ sequence, index }) => [sequence, index]))).toEqual([
      [[1, 0]],
      [[2, 0]],
      [[2, 1]],
    ]);
    const again = (more: object) => venue.subscribed({ assets_ids: [market.yes], since: { [market.yes]: 0 }, ...more });
    const [plain, grouped] = [await again({}), await again({ grouped: true })];
    expect(await framesOf(plain)).toEqual([[], ...single]);
    expect(await framesOf(grouped)).toEqual([[], single[0], single.slice(1)]);
    grouped.say({ operation: 'subscribe', assets_ids: [], grouped: false, initial_dump: false });
    live.say({ operation: 'subscribe', assets_ids: [], grouped: true, initial_dump: false });
    await alice.placed(buy(market, '0.3'));
    await bob.placed({ tokenId: market.no, side: 'BUY', price: '0.7', size: '10', type: 'GTC' });
    expect((await framesOf(grouped)).map(Array.isArray)).toEqual([false, false, false]);
    expect((await framesOf(live)).map(Array.isArray)).toEqual([false, true]);
    await Promise.all([live, plain, grouped].map((client) => client.leave()));
  });

  test('market feed: what is not kept any more, or was never sent, is a resync with the newest book [F15]', async () => {
    const market = await venue.newMarket();
    const before = await venue.subscribed({ assets_ids: [market.yes] });
    await framesOf(before);
    for (const price of ['0.3', '0.31', '0.32', '0.33', '0.34']) await alice.placed(buy(market, price));
    for (const [since, reason] of [
      [0, 'too_old'],
      [99, 'ahead'],
    ] as const) {
      const client = await venue.subscribed({ assets_ids: [market.yes], since: { [market.conditionId]: since } });
      expect(await framesOf(client)).toEqual([
        [
          { event_type: 'resync', market: market.conditionId, asset_ids: [market.yes, market.no], reason, sequence: 5 },
          { event_type: 'book', ...(await book(market.yes)) },
        ],
      ]);
      await client.leave();
    }
    // A market without followers: nothing was missed if its sequence is the one that the client has seen.
    const quiet = await venue.newMarket();
    const client = await venue.subscribed({ assets_ids: [quiet.yes], since: { [quiet.conditionId]: 0 } });
    expect(await framesOf(client)).toEqual([[]]);
    await Promise.all([client.leave(), before.leave()]);
  });

  test('market feed: a subscription that is wrong gets a message that says so, and the code that clients know', async () => {
    for (const [message, says] of [
      ['{"type":"market",', 'malformed JSON'],
      [{ type: 'market' }, 'assets_ids is required'],
      [{ type: 'sports', assets_ids: [] }, 'type must be one of market'],
      [{ type: 'market', assets_ids: ['0x12'] }, 'assets_ids[0] is malformed'],
      [{ type: 'market', assets_ids: [], since: { x: -1 } }, 'since.x'],
      [{ type: 'market', assets_ids: [], grouped: 1 }, 'grouped'],
      [[], 'the body'],
    ] as const) {
      const client = await FeedClient.open(venue.url('market'));
      client.say(message);
      expect(await client.next()).toMatchObject({
        event_type: 'error',
        code: 'invalid_subscription',
        message: expect.stringContaining(says),
      });
      expect(await client.closed).toEqual({ code: 1008, reason: 'invalid subscription payload' });
    }
  });

  test('market feed: at most so many tokens on a connection', async () => {
    const markets = await addEvent(
      venue.stack,
      Array.from({ length: 11 }, (_, index) => `Market ${index}`),
    );
    const client = await venue.subscribed({ assets_ids: markets.slice(0, 10).flatMap(({ yes, no }) => [yes, no]) });
    expect(messagesOf((await client.next()) ?? [])).toHaveLength(20);
    client.say({ operation: 'subscribe', assets_ids: [markets[10]?.yes] });
    expect(await client.next()).toMatchObject({
      code: 'invalid_subscription',
      message: 'assets_ids: at most 20 on a connection',
    });
    expect((await client.closed).code).toBe(1008);
  });
});
