/** Clients that do not read: their cost is bounded, other clients notice nothing, and they learn what they missed. */
import type { CommentFeedMessage, FeedChannel } from '@bellwether/contract';
import { addEvent, addMarket, admin, send, type TestMarket, Trader } from '@bellwether/gateway/http/testing/trader.ts';
import { afterAll, expect, test } from 'vitest';
import { BookKeeper } from './testing/book-keeper.ts';
import { type FeedClient, type Message, messagesOf } from './testing/feed-client.ts';
import { type FeedVenue, openFeedVenue, startFeedVenue } from './testing/feed-venue.ts';
import { clobAuth, type LiveClient, type LiveTold, openLive, subscribeLive } from './testing/live-stage.ts';
import { listenAs, toldOnReturn } from './testing/user-listener.ts';

const BUFFERED_MAX = 16 * 1024;
const PRICES = Array.from({ length: 100 }, (_, level) => `0.${String(level + 1).padStart(3, '0')}`);

const buy = (by: Trader, { yes }: TestMarket, price: string, size = '100') =>
  by.placed({ tokenId: yes, side: 'BUY', price, size, type: 'GTC' });

const limits = {
  marketBufferedBytesMax: BUFFERED_MAX,
  userBufferedBytesMax: BUFFERED_MAX,
  liveBufferedBytesMax: BUFFERED_MAX,
  recentFramesMax: 5_000,
  messagesMax: 1e9,
  liveBooksIntervalMs: 0,
  // A slow reader is told why it is closed, however busy the machine is.
  closeTimeoutMs: 3_600_000,
};
const venue = await startFeedVenue(limits, { isLocal: true });
const { market, trader } = await largeBook(venue);
const taker = await Trader.open(venue.stack, '2');
afterAll(() => venue.close());

/** A market with a book large enough to fill buffers: a frame of both tokens is some 20 kB. */
async function largeBook({ stack }: FeedVenue): Promise<{ readonly market: TestMarket; readonly trader: Trader }> {
  const market = await addMarket(stack, 'Will anyone read this?', { orderPriceMinTickSize: 0.001 });
  const trader = await Trader.open(stack, '1');
  for (const price of PRICES) await buy(trader, market, price);
  return { market, trader };
}

/** Changes a field that every book shows, so that the whole book goes to every reader. */
async function changeTerms(round: number, { stack } = venue, { conditionId } = market): Promise<void> {
  const answer = await admin(stack, 'PATCH', `/admin/markets/${conditionId}`, { orderMinSize: 1 + (round % 5) });
  expect(answer.status).toBe(200);
}

/** Makes a trade after a resting order, which gives messages for every topic of the activity feed. */
async function trade(): Promise<void> {
  await buy(trader, market, '0.4', '5');
  await taker.placed({ tokenId: market.no, side: 'BUY', price: '0.6', size: '5', type: 'GTC' });
}

function figures(channel: FeedChannel, { feeds } = venue) {
  return feeds.figures().find((each) => each.channel === channel) ?? expect.unreachable('it is not counted');
}

async function untilDropped(channel: FeedChannel, count: number, act: (round: number) => Promise<void>, of = venue) {
  const before = figures(channel, of).dropped;
  let rounds = 0;
  for (; figures(channel, of).dropped - before < count; rounds++) {
    expect(rounds).toBeLessThan(2_000);
    await act(rounds);
  }
  return rounds;
}

async function subscribed(more: object): Promise<FeedClient> {
  const client = await venue.subscribed({ assets_ids: [market.yes, market.no], ...more });
  await client.next();
  return client;
}

test('slow readers: they cost a bounded buffer each, others get every frame, and they a resync with the newest book [F18]', async () => {
  const SLOW = 200;
  // Every other client gets whole sequences in one frame.
  const slow = await Promise.all(Array.from({ length: SLOW }, (_, index) => subscribed({ grouped: index % 2 === 1 })));
  for (const client of slow) client.ws.pause();
  const healthy = await venue.subscribed({ assets_ids: [market.yes, market.no] });
  const keeper = new BookKeeper();
  let frames = 0;
  let buffered = 0;
  // Until ten frames for each slow client have been left out.
  const rounds = await untilDropped('market', SLOW * 10, async (round) => {
    await changeTerms(round);
    for (const frame of await healthy.all()) {
      keeper.take(frame);
      frames++;
    }
    buffered = Math.max(buffered, figures('market').bufferedBytes);
  });
  expect(rounds).toBeLessThan(200);
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
      for (const book of await client.take(2)) {
        expect(Array.isArray(book)).toBe(false);
        last = [...last, ...messagesOf(book)];
      }
    }
    expect(last).toHaveLength(3);
    const resync = { event_type: 'resync', market: market.conditionId, reason: 'slow_reader', sequence };
    expect(last[0]).toMatchObject(resync);
    expect(last).toContainEqual({ event_type: 'book', ...(newest as object) });
  }
  // After that they get frames like all other clients.
  await buy(trader, market, '0.200');
  for (const client of slow) {
    const [frame] = await client.all();
    expect(frame).toMatchObject({ event_type: 'price_change', sequence: sequence + 1 });
  }
});

test('slow readers: new markets that were left out are told of as such', async () => {
  const slow = await subscribed({ custom_feature_enabled: true });
  slow.ws.pause();
  await untilDropped('market', 1, changeTerms);
  await addEvent(venue.stack, ['Who will hear of this?']);
  slow.ws.resume();
  let all: readonly Message[] = [];
  while (!all.some(({ event_type, market: of }) => event_type === 'resync' && of === '')) {
    all = messagesOf(await slow.next());
    expect(all.some(({ event_type }) => event_type === 'new_market')).toBe(false);
  }
});

test('slow readers: one of a discussion loses messages, is told so once there is room, and goes on from there', async () => {
  const discussion = `Event:${market.eventId}`;
  const subscribed = () => venue.subscribed<CommentFeedMessage>({ comments: [discussion] });
  const [slow, healthy] = [await subscribed(), await subscribed()];
  for (const client of [slow, healthy]) await client.next();
  slow.ws.pause();
  const body = '🐢'.repeat(2_000);
  const sequence = await untilDropped('market', 5, async (round) => {
    venue.stack.time.nowMs += 10_000;
    const post = { parentEntityType: 'Event', parentEntityID: Number(market.eventId), body };
    expect((await taker.send('POST', '/comments', post)).status).toBe(201);
    expect(await healthy.next()).toMatchObject({ sequence: round + 1 });
  });
  expect(sequence).toBeLessThan(300);
  slow.ws.resume();
  const messages = [await slow.next()];
  while (messages.at(-1)?.event_type !== 'resync') messages.push(await slow.next());
  expect(messages.at(-1)).toEqual({ event_type: 'resync', reason: 'slow_reader', discussion, sequence });
  expect(messages.length).toBeLessThan(sequence);
  expect((await taker.send('DELETE', '/comments/1')).status).toBe(200);
  for (const client of [slow, healthy]) expect(await client.next()).toMatchObject({ sequence: sequence + 1 });
});

test('slow readers: the user feed leaves nothing out: it closes, and since brings the rest [F18]', async () => {
  const slow = await listenAs(trader, venue);
  slow.ws.pause();
  const from = venue.stack.exchange.state.sequence;
  let placed = 0;
  while (figures('user').closed === 0) {
    await buy(trader, market, '0.001', '200');
    placed++;
    expect(placed).toBeLessThan(5_000);
  }
  slow.ws.resume();
  const got: Message[] = [];
  while (got.at(-1)?.['event_type'] !== 'error') got.push(await slow.next());
  expect(got.pop()).toMatchObject({ code: 'slow_reader' });
  expect((await slow.closed).code).toBe(1013);
  const rest = await toldOnReturn(trader, venue, { since: Number(got.at(-1)?.['sequence']) });
  const all = [...got, ...rest].map(({ sequence }) => Number(sequence));
  expect(all).toEqual(Array.from({ length: placed }, (_, index) => from + 1 + index));
});

test('slow readers: many connections of one address share what may wait for it [F18]', async () => {
  const limits = { bufferedBytesPerAddressMax: 4 * BUFFERED_MAX, marketBufferedBytesMax: 64 * BUFFERED_MAX };
  const shared = await openFeedVenue(limits, { isLocal: true });
  const { market } = await largeBook(shared);
  const clients = await Promise.all(
    Array.from({ length: 100 }, () => shared.subscribed({ assets_ids: [market.yes, market.no] })),
  );
  for (const client of clients) {
    await client.next();
    client.ws.pause();
  }
  // One connection alone may have 1 MiB waiting; each of a hundred has little more than one entry.
  const act = async (round: number): Promise<void> => {
    await changeTerms(round, shared, market);
    expect(figures('market', shared).bufferedBytes / clients.length).toBeLessThan(64_000);
  };
  expect(await untilDropped('market', clients.length * 4, act, shared)).toBeLessThan(400);
});

/** Reads until a resync of the topic. Returns all messages, the resync last. */
async function untilResync(client: LiveClient, topic: string): Promise<readonly LiveTold[]> {
  const told: LiveTold[] = [];
  for (;;) {
    const message = await client.next();
    told.push(message);
    if (message.type === 'resync' && message.topic === topic) return told;
  }
}

const SLOW = 20;

test('live feed: slow readers cost a bounded buffer, others miss nothing, and they get a resync with the newest book [F27]', async () => {
  const subscription = { topic: 'clob_market', type: '*', filters: JSON.stringify([market.yes, market.no]) };
  const slow = await Promise.all(Array.from({ length: SLOW }, () => subscribeLive(venue, subscription)));
  for (const client of slow) {
    await client.all();
    client.ws.pause();
  }
  const healthy = await subscribeLive(venue, { ...subscription, type: 'price_change' });
  let changes = 0;
  let buffered = 0;
  const trades = await untilDropped('live', SLOW * 10, async () => {
    await trade();
    const told = await healthy.all();
    changes += told.length;
    expect(told.every(({ type }) => type === 'price_change')).toBe(true);
    buffered = Math.max(buffered, figures('live').bufferedBytes);
  });
  expect(changes).toBe(trades * 2);
  expect(buffered).toBeGreaterThan(0);
  // The buffer exceeds the limit by the messages of one entry at most.
  expect(buffered / (SLOW + 1)).toBeLessThan(BUFFERED_MAX + 40_000);
  for (const client of slow) client.ws.resume();
  const newest = (await send(venue.stack, 'GET', `/book?token_id=${market.no}`)).body as { sequence: number };
  for (const client of slow) {
    const place = { sequence: newest.sequence, market: market.conditionId, asset_ids: [market.yes, market.no] };
    expect((await untilResync(client, 'clob_market')).at(-1)?.payload).toEqual({ reason: 'slow_reader', ...place });
    expect((await client.take(2)).map(({ payload }) => payload)).toContainEqual(newest);
  }
  await buy(trader, market, '0.2');
  const next = { type: 'price_change', payload: { sequence: newest.sequence + 1 } };
  for (const client of slow) expect((await client.all())[0]).toMatchObject(next);
});

test('live feed: trades, own orders and markets that were left out are told of as such, and go on after it [F27]', async () => {
  for (const topic of ['activity', 'clob_user', 'clob_market']) {
    const own = topic === 'clob_user' && { clob_auth: clobAuth(trader) };
    const client = await subscribeLive(venue, { topic, type: '*', ...own });
    await client.all();
    client.ws.pause();
    await untilDropped('live', 10, trade);
    client.ws.resume();
    const told = await untilResync(client, topic);
    expect(told.at(-1)?.payload['reason']).toBe('slow_reader');
    const { sequence } = venue.stack.exchange.state;
    await trade();
    const next = await client.next();
    expect(next.topic).toBe(topic);
    if (topic !== 'clob_market') {
      expect(told.at(-1)?.payload['sequence']).toBeLessThanOrEqual(sequence);
      expect(next.payload['sequence']).toBeGreaterThan(Number(told.at(-1)?.payload['sequence']));
    }
  }
});

test('live feed: one that asks on and on and never reads the answers is ended', async () => {
  const client = await openLive(venue);
  client.ws.pause();
  const before = figures('live').closed;
  while (figures('live').closed === before) {
    client.ask('subscribe', ...Array.from({ length: 100 }, () => ({ topic: 'rfq', type: 'request_created' })));
    // Until the venue has taken in the request: it serves others meanwhile.
    await send(venue.stack, 'GET', '/time');
    await new Promise((resolve) => setImmediate(resolve));
  }
  client.ws.resume();
  expect([1013, 4429]).toContain((await client.closed).code);
});
