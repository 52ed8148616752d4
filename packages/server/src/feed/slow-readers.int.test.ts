/** Clients that do not read: their cost is bounded, other clients notice nothing, and they learn what they missed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addEvent, admin, send, type TestMarket, Trader } from '../http/testing/trader.ts';
import { BookKeeper } from './testing/book-keeper.ts';
import { FeedClient, type Message, messagesOf } from './testing/feed-client.ts';
import { type FeedVenue, startFeedVenue } from './testing/feed-venue.ts';

const SLOW = 200;
const BUFFERED_MAX = 16 * 1024;

let venue: FeedVenue;
let market: TestMarket;
let trader: Trader;

beforeAll(async () => {
  const limits = {
    marketBufferedBytesMax: BUFFERED_MAX,
    userBufferedBytesMax: BUFFERED_MAX,
    recentFramesMax: 5_000,
    // A slow reader is told why it is closed, however busy the machine is.
    closeTimeoutMs: 3_600_000,
  };
  venue = await startFeedVenue(limits, { isLocal: true });
  const [added] = await addEvent(venue.stack, ['Will anyone read this?'], { orderPriceMinTickSize: 0.001 });
  market = added as TestMarket;
  trader = await Trader.open(venue.stack, '1');
  // A book large enough to fill buffers: a frame of both tokens is some 20 kB.
  for (let level = 1; level <= 100; level++) await buy(level);
});
afterAll(() => venue.close());

function buy(level: number): Promise<unknown> {
  return trader.placed({
    tokenId: market.yes,
    side: 'BUY',
    price: `0.${String(level).padStart(3, '0')}`,
    size: '100',
    type: 'GTC',
  });
}

/** Changes a field that every book shows, so that the whole book goes to every reader. */
async function changeTerms(size: number): Promise<void> {
  const answer = await admin(venue.stack, 'PATCH', `/admin/markets/${market.conditionId}`, { orderMinSize: size });
  expect(answer.status).toBe(200);
}

const marketFigures = () => venue.feeds.figures().find(({ channel }) => channel === 'market');
const userFigures = () => venue.feeds.figures().find(({ channel }) => channel === 'user');

async function subscribed(grouped: boolean): Promise<FeedClient> {
  const client = await FeedClient.open(venue.url('market'));
  client.say({ type: 'market', assets_ids: [market.yes, market.no], grouped });
  await client.next();
  return client;
}

describe('slow readers', () => {
  test('slow readers: they cost a bounded buffer each, others get every frame, and they a resync with the newest book [F18]', async () => {
    // Every other client gets whole sequences in one frame.
    const slow = await Promise.all(Array.from({ length: SLOW }, (_, index) => subscribed(index % 2 === 1)));
    for (const client of slow) client.ws.pause();
    const healthy = await FeedClient.open(venue.url('market'));
    healthy.say({ type: 'market', assets_ids: [market.yes, market.no] });
    const keeper = new BookKeeper();
    let frames = 0;
    let buffered = 0;
    // Until ten frames for each slow client have been left out.
    for (let round = 0; (marketFigures()?.dropped ?? 0) < SLOW * 10; round++) {
      await changeTerms(5 + (round % 50));
      for (const frame of await healthy.all()) {
        keeper.take(frame);
        frames++;
      }
      buffered = Math.max(buffered, marketFigures()?.bufferedBytes ?? 0);
      expect(round).toBeLessThan(200);
    }
    const { sequence } = (await send(venue.stack, 'GET', `/book?token_id=${market.yes}`)).body as { sequence: number };
    expect(keeper.sequence(market.conditionId)).toBe(sequence);
    expect(keeper.resyncs).toEqual([]);
    expect(frames).toBeGreaterThan(10);
    // A buffer exceeds the limit by one entry at most, and all clients share its bytes.
    expect(buffered / SLOW).toBeLessThan(BUFFERED_MAX + 40_000);
    expect(buffered).toBeGreaterThan(0);

    for (const client of slow) client.ws.resume();
    const newest = (await send(venue.stack, 'GET', `/book?token_id=${market.no}`)).body;
    for (const [index, client] of slow.entries()) {
      let last: readonly Message[] = [];
      while (!last.some(({ event_type }) => event_type === 'resync')) last = messagesOf(await client.next());
      if (index % 2 === 0) {
        // Unsolicited books come as single messages, like everything else.
        expect(last).toHaveLength(1);
        for (const book of [await client.next(), await client.next()]) {
          expect(Array.isArray(book)).toBe(false);
          last = [...last, ...messagesOf(book)];
        }
      }
      expect(last).toHaveLength(3);
      expect(last[0]).toMatchObject({
        event_type: 'resync',
        market: market.conditionId,
        reason: 'slow_reader',
        sequence,
      });
      expect(last).toContainEqual({ event_type: 'book', ...(newest as object) });
    }
    // After that they get frames like all other clients.
    await buy(200);
    for (const client of slow) {
      const [frame] = await client.all();
      expect(frame).toMatchObject({ event_type: 'price_change', sequence: sequence + 1 });
    }
  });

  test('slow readers: new markets that were left out are told of as such', async () => {
    const slow = await FeedClient.open(venue.url('market'));
    slow.say({ type: 'market', assets_ids: [market.yes, market.no], custom_feature_enabled: true });
    await slow.next();
    slow.ws.pause();
    const before = marketFigures()?.dropped ?? 0;
    for (let round = 0; (marketFigures()?.dropped ?? 0) === before; round++) await changeTerms(60 + round);
    await addEvent(venue.stack, ['Who will hear of this?']);
    slow.ws.resume();
    let all: readonly Message[] = [];
    while (!all.some(({ event_type, market: of }) => event_type === 'resync' && of === '')) {
      all = messagesOf(await slow.next());
      expect(all.some(({ event_type }) => event_type === 'new_market')).toBe(false);
    }
  });

  test('slow readers: the user feed leaves nothing out: it closes, and since brings the rest [F18]', async () => {
    const slow = await FeedClient.open(venue.url('user'));
    slow.say({ type: 'user', auth: trader.credentials });
    await slow.all();
    slow.ws.pause();
    const from = venue.stack.exchange.state.sequence;
    let placed = 0;
    while ((userFigures()?.closed ?? 0) === 0) {
      await trader.placed({ tokenId: market.yes, side: 'BUY', price: '0.001', size: '200', type: 'GTC' });
      placed++;
      expect(placed).toBeLessThan(5_000);
    }
    slow.ws.resume();
    const got: Message[] = [];
    for (;;) {
      const [message] = messagesOf(await slow.next());
      if (message?.['event_type'] === 'error') {
        expect(message['code']).toBe('slow_reader');
        break;
      }
      if (message !== undefined) got.push(message);
    }
    expect((await slow.closed).code).toBe(1013);
    const seen = Number(got.at(-1)?.['sequence']);
    const again = await FeedClient.open(venue.url('user'));
    again.say({ type: 'user', auth: trader.credentials, since: seen });
    const rest = (await again.all()).flatMap(messagesOf);
    const all = [...got, ...rest].map(({ sequence }) => Number(sequence));
    expect(all).toEqual(Array.from({ length: placed }, (_, index) => from + 1 + index));
  });

  test('slow readers: many connections of one address share what may wait for it [F18]', async () => {
    const limits = { bufferedBytesPerAddressMax: 4 * BUFFERED_MAX, marketBufferedBytesMax: 64 * BUFFERED_MAX };
    const shared = await startFeedVenue(limits, { isLocal: true });
    const clients: FeedClient[] = [];
    try {
      const [added] = await addEvent(shared.stack, ['Will they read this?'], { orderPriceMinTickSize: 0.001 });
      const { yes, no, conditionId } = added as TestMarket;
      const maker = await Trader.open(shared.stack, '1');
      for (let level = 1; level <= 100; level++) {
        const price = `0.${String(level).padStart(3, '0')}`;
        await maker.placed({ tokenId: yes, side: 'BUY', price, size: '100', type: 'GTC' });
      }
      const figures = () => shared.feeds.figures().find(({ channel }) => channel === 'market');
      clients.push(...(await Promise.all(Array.from({ length: 100 }, () => FeedClient.open(shared.url('market'))))));
      for (const client of clients) {
        client.say({ type: 'market', assets_ids: [yes, no] });
        await client.next();
        client.ws.pause();
      }
      // One connection alone may have 1 MiB waiting; each of a hundred has little more than one entry.
      for (let round = 0; (figures()?.dropped ?? 0) < clients.length * 4; round++) {
        expect(round).toBeLessThan(400);
        await admin(shared.stack, 'PATCH', `/admin/markets/${conditionId}`, { orderMinSize: 5 + (round % 50) });
        expect((figures()?.bufferedBytes ?? 0) / clients.length).toBeLessThan(64_000);
      }
    } finally {
      // A paused client would not say goodbye.
      for (const { ws } of clients) ws.terminate();
      await shared.close();
    }
  });
});
