/** Connections of the feeds: upgrades, keep-alive, limits and ends; an error in a feed never reaches the venue. */

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { capTable, FEED_PATHS, type FeedChannel } from '@bellwether/contract';
import { exchangeBytes } from '@bellwether/gateway/http/testing/raw-socket.ts';
import { addEvent, send, type TestMarket, Trader } from '@bellwether/gateway/http/testing/trader.ts';
import type { NodeStanding } from '@bellwether/ports/nodes.ts';
import type { Timers } from '@bellwether/ports/runtime.ts';
import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { FeedClient } from './testing/feed-client.ts';
import { openFeedVenue } from './testing/feed-venue.ts';

/** Pings that a test sends itself: between two of them a client has all the time that a busy machine needs. */
/** An interval that nothing else has. */
const PING_INTERVAL_MS = 77_777;

class PingsByHand {
  readonly limits = { pingIntervalMs: PING_INTERVAL_MS };
  readonly timers: Timers;
  #send: (() => void) | null = null;

  constructor() {
    const { after, every, soon } = MACHINE.timers;
    this.timers = {
      after,
      soon,
      every: (intervalMs, callback) => {
        if (intervalMs !== PING_INTERVAL_MS) return every(intervalMs, callback);
        this.#send = callback;
        return () => {
          this.#send = null;
        };
      },
    };
  }

  /** Pings all connections, and ends those that have said nothing since the ping before. */
  send(): void {
    if (this.#send === null) throw new Error('the feeds have not begun, or ended');
    this.#send();
  }
}

const NODE = { name: 'one, process 1', address: '10.0.0.1:7700' };
const LEADS: NodeStanding = {
  node: NODE,
  role: 'leads',
  problem: '',
  leader: NODE.name,
  leaderAddress: NODE.address,
  leaderSinceMs: 0,
  epoch: 1,
  currentUntilMs: Number.POSITIVE_INFINITY,
  sinceMs: 0,
  leaderSequence: 0,
  followers: [],
};

function refused(url: string, headers: Readonly<Record<string, string>> = {}) {
  const ws = new WebSocket(url, { headers });
  return new Promise<{ status: number | undefined; body: unknown }>((resolve, reject) => {
    ws.on('open', () => reject(new Error('it was accepted')));
    ws.on('error', reject);
    ws.on('unexpected-response', async (_request, response) =>
      resolve({ status: response.statusCode, body: await json(response) }),
    );
  });
}

/** TCP socket of a WebSocket, for frames that `ws` would not send. */
const socketOf = (ws: WebSocket): Socket => (ws as unknown as { readonly _socket: Socket })._socket;

test('feeds: every socket is there with a slash at its end, and behind a prefix, as well [F32]', async () => {
  const { port } = await openFeedVenue();
  for (const path of Object.values(FEED_PATHS)) {
    for (const spelt of [path, `${path}/`, `/clob${path}/`]) {
      const client = await FeedClient.open(`ws://127.0.0.1:${port}${spelt}`);
      const pong = new Promise((resolve) => client.ws.once('pong', resolve));
      client.ws.ping(spelt);
      expect(String(await pong)).toBe(spelt);
      await client.leave();
    }
    expect(await refused(`ws://127.0.0.1:${port}${path}//`)).toMatchObject({ status: 404 });
  }
});

test('feeds: what is no feed is answered in JSON, whatever it asks for', async () => {
  const { port } = await openFeedVenue();
  const none = { status: 404, body: { code: 'route_not_found' } };
  expect(await refused(`ws://127.0.0.1:${port}/ws/sports`)).toMatchObject(none);
  expect(await refused(`ws://127.0.0.1:${port}/book`)).toMatchObject({ status: 400 });
  const plain = await fetch(`http://127.0.0.1:${port}/ws/market`);
  const words = { error: 'this is a WebSocket: connect with an upgrade', code: 'upgrade_required' };
  expect([plain.status, plain.headers.get('upgrade'), await plain.json()]).toEqual([426, 'websocket', words]);
});

test('feeds: as many connections as one address may have, of all feeds together, and as the venue has room for [F19 F29]', async () => {
  const limits = { connectionsMax: 3, connectionsPerAddressMax: 2 };
  const { port, url } = await openFeedVenue(limits, { trustProxy: ['127.0.0.1/32'] });
  const from = (address: string) => ({ 'x-forwarded-for': address });
  await FeedClient.open(url('market'), from('192.0.2.1'));
  const second = await FeedClient.open(url('live'), from('192.0.2.1'));
  const limited = { status: 429, body: { code: 'rate_limited' } };
  for (const channel of ['market', 'user', 'live'] as const)
    expect(await refused(url(channel), from('192.0.2.1'))).toMatchObject(limited);
  await FeedClient.open(url('market'), from('2001:db8::1'));
  const full = { status: 503, body: { code: 'unavailable' } };
  expect(await refused(url('market'), from('192.0.2.7'))).toMatchObject(full);
  // A released place can be taken again, and a broken handshake does not keep one.
  await second.leave();
  const headers = 'Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX-Forwarded-For: 192.0.2.9\r\n';
  const broken = await exchangeBytes(port, [`GET /ws/market HTTP/1.1\r\n${headers}\r\n`], false);
  expect(broken.map(({ status }) => status)).toEqual([400]);
  await FeedClient.open(url('market'), from('192.0.2.1'));
});

test('feeds: a connection that misbehaves ends with a code of its own, is counted as closed, and held against its address [F19 R27 R34]', async () => {
  const limits = { messageBytesMax: 1_000, messagesMax: 20, messageWindowMs: 3_600_000 };
  const { url, feeds, stack } = await openFeedVenue(limits);
  const broke = vi.spyOn(stack.app.connections, 'broke');
  const ended = async (channel: 'market' | 'user', misbehave: (client: FeedClient) => void) => {
    const client = await FeedClient.open(url(channel));
    misbehave(client);
    return [(await client.closed).code, ...(await client.all())];
  };
  const raw = (hex: string) => ended('market', ({ ws }) => socketOf(ws).write(Buffer.from(hex, 'hex')));
  const times21 = (act: () => void) => Array.from({ length: 21 }, act);
  // One that leaves is none that was closed.
  await (await FeedClient.open(url('market'))).leave();
  const binary = await FeedClient.open(url('market'));
  binary.ws.send(Buffer.from([1]));
  expect(await binary.closed).toEqual({ code: 1003, reason: 'messages are text' });
  expect(await ended('market', (client) => client.say('x'.repeat(1_001)))).toEqual([1009]);
  const tooMany = expect.objectContaining({ event_type: 'error', code: 'too_many_messages' });
  expect(await ended('user', (client) => times21(() => client.say('PING')))).toEqual([4429, tooMany]);
  expect(await ended('user', (client) => times21(() => client.ws.ping()))).toEqual([4429, tooMany]);
  expect(broke).toHaveBeenCalledOnce();
  // A reserved opcode, and reserved bits.
  expect([await raw('838000000000'), await raw('f18000000000')]).toEqual([[1002], [1002]]);
  expect(broke).toHaveBeenCalledTimes(3);
  await expect.poll(() => feeds.figures().reduce((sum, figures) => sum + figures.closed, 0)).toBe(6);
});

test('feeds: connections of one address share what their messages may cost, whatever those are [R26]', async () => {
  const limits = { costPerAddressMax: 50, messageWindowMs: 3_600_000, closeTimeoutMs: 50 };
  const { url, port } = await openFeedVenue(limits);
  const [first, second] = [await FeedClient.open(url('user')), await FeedClient.open(url('market'))];
  // Each costs 1 for the message, and 1 for every 64 bytes in proportion.
  for (let times = 0; times < 20; times++) first.say('PING');
  expect(await first.all()).toEqual([]);
  for (let times = 0; times < 40; times++) second.say('PING');
  expect((await second.closed).code).toBe(4429);
  // A new connection gets no new share, and parts of unfinished messages count as well.
  const third = connect(port, '127.0.0.1');
  const key = 'dGhlIHNhbXBsZSBub25jZQ==';
  third.write(
    `GET /ws/market HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  );
  await new Promise((resolve) => third.once('data', resolve));
  const closed = new Promise((resolve) => third.once('close', resolve));
  third.on('error', () => undefined);
  // A text frame without its end, and endless continuations; all masked, all empty.
  third.write(Buffer.concat([Buffer.from('018000000000', 'hex'), Buffer.from('008000000000'.repeat(2_000), 'hex')]));
  third.resume();
  await closed;
});

test.each([
  ['another version', '7', 'dGhlIHNhbXBsZSBub25jZQ==', /Sec-WebSocket-Version/],
  ['a key that is none', '13', 'short', /Sec-WebSocket-Key/],
])('feeds: a handshake with %s is refused in JSON', async (_what, version, key, words) => {
  const headers = `Sec-WebSocket-Version: ${version}\r\nSec-WebSocket-Key: ${key}`;
  const { port } = await openFeedVenue();
  const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket';
  const request = `GET /ws/market HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n${headers}\r\n\r\n`;
  const [answer] = await exchangeBytes(port, [request], false);
  expect(answer).toMatchObject({ status: 400, headers: { 'content-type': 'application/json; charset=utf-8' } });
  expect(JSON.parse(answer?.text ?? '')).toMatchObject({ code: 'bad_request', error: expect.stringMatching(words) });
});

test('feeds: connections that begin count as requests [R26]', async () => {
  const { url } = await openFeedVenue({}, { limits: capTable({ feeds: [{ requests: 2, seconds: 10 }] }) });
  for (let times = 0; times < 2; times++) await (await FeedClient.open(url('market'))).leave();
  expect(await refused(url('user'))).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
});

test('feeds: any frame keeps a client alive, a pong, a text or a ping; silence does not [F19 F29]', async () => {
  const pings = new PingsByHand();
  const { stack, url } = await openFeedVenue(
    { ...pings.limits, unconfirmedPingsMax: 3 },
    { runtime: { timers: pings.timers } },
  );
  const sockets: Socket[] = [];
  stack.app.server.on('connection', (socket) => sockets.push(socket));
  const open = async (channel: FeedChannel, autoPong = false): Promise<WebSocket> => {
    const ws = new WebSocket(url(channel), { autoPong });
    onTestFinished(() => ws.terminate());
    await once(ws, 'open');
    return ws;
  };
  const dead = [await open('market'), await open('live')];
  const [ponging, chatty, pinging] = [await open('market', true), await open('live'), await open('live')];
  const ends = dead.map((ws) => once(ws, 'close'));
  chatty.on('ping', () => chatty.send('ping'));
  pinging.on('ping', () => pinging.ping());
  const other = await FeedClient.open(url('market'));
  const bytes = () => sockets.slice(dead.length, -1).map(({ bytesRead, destroyed }) => (destroyed ? null : bytesRead));
  for (let round = 0; round < 3; round++) {
    const before = bytes();
    pings.send();
    await expect.poll(() => bytes().every((now, index) => now === null || now > (before[index] ?? 0))).toBe(true);
    await other.awaitRead();
  }
  for (const end of ends) expect((await end)[0]).toBe(1006);
  for (const { readyState } of [ponging, chatty, pinging]) expect(readyState).toBe(WebSocket.OPEN);
});

/** Connects a client whose `ws` never finishes a pong, and answers each ping by `answer` instead. */
async function openUnconfirming(url: string, answer: (ws: WebSocket) => void): Promise<WebSocket> {
  const ws = new WebSocket(url);
  onTestFinished(() => ws.terminate());
  ws.pong = () => answer(ws);
  await once(ws, 'open');
  return ws;
}

/** Sends a round of pings, and waits until the venue has read what the client answered. Returns the frame of the round. */
async function roundOf(pings: PingsByHand, ws: WebSocket): Promise<'ping' | 'pong' | 'end'> {
  const heard = new AbortController();
  const next = <Kind extends string>(event: string, kind: Kind): Promise<Kind> =>
    once(ws, event, { signal: heard.signal }).then(() => kind);
  const first = Promise.race([next('ping', 'ping'), next('pong', 'pong'), next('close', 'end')]);
  pings.send();
  const kind = await first;
  heard.abort();
  if (kind === 'end') return kind;
  const read = once(ws, 'pong');
  ws.ping('read');
  await read;
  return kind;
}

test('feeds: a client whose `ws` counts unfinished pongs stays past the 61st ping interval, on every feed [F19 F29 F30]', async () => {
  const pings = new PingsByHand();
  const { url } = await openFeedVenue(pings.limits, { runtime: { timers: pings.timers } });
  for (const channel of ['market', 'user', 'live'] as const) {
    const ws = await openUnconfirming(url(channel), () => ws.send('ping'));
    const rounds: string[] = [];
    for (let round = 0; round < 70; round++) rounds.push(await roundOf(pings, ws));
    expect(rounds).toEqual(['ping', 'ping', ...Array(68).fill('pong')]);
    ws.terminate();
    await once(ws, 'close');
  }
});

test('feeds: a client that confirms no ping is still pinged, rarely, and ends if it is silent then [F19 F29]', async () => {
  const pings = new PingsByHand();
  const limits = { ...pings.limits, unconfirmedPingsMax: 2, rarePingEvery: 4 };
  const { url } = await openFeedVenue(limits, { runtime: { timers: pings.timers } });
  const rounds = async (ws: WebSocket, count: number) => {
    const frames: string[] = [];
    for (let round = 0; round < count; round++) frames.push(await roundOf(pings, ws));
    return frames;
  };
  const talking = await openUnconfirming(url('live'), (ws) => ws.send('ping'));
  const rare = ['ping', 'ping', 'pong', 'pong', 'ping', 'pong', 'pong', 'pong', 'ping'];
  expect(await rounds(talking, rare.length)).toEqual(rare);
  // A pong, whenever it comes, brings back a ping in every interval.
  const read = once(talking, 'pong');
  WebSocket.prototype.pong.call(talking);
  talking.ping('read');
  await read;
  expect(await rounds(talking, 3)).toEqual(['ping', 'ping', 'pong']);
  talking.terminate();
  await once(talking, 'close');
  const falling = await openUnconfirming(url('live'), (ws) => ws.send('ping'));
  expect(await rounds(falling, 4)).toEqual(rare.slice(0, 4));
  const ended = once(falling, 'close');
  pings.send();
  falling.pong = () => undefined;
  const other = await FeedClient.open(url('market'));
  await other.awaitRead();
  pings.send();
  expect((await ended)[0]).toBe(1006);
});

test('feeds: a user connection without credentials is ended in time', async () => {
  const { url } = await openFeedVenue({ credentialsTimeoutMs: 20 });
  const client = await FeedClient.open(url('user'));
  expect(await client.next()).toMatchObject({ event_type: 'error', code: 'credentials_missing' });
  expect(await client.closed).toEqual({ code: 4401, reason: 'no credentials in time' });
});

test('feeds: at the end everyone is told goodbye, and who does not listen is cut off', async () => {
  const { url, feeds } = await openFeedVenue({ closeTimeoutMs: 50 });
  const client = await FeedClient.open(url('market'));
  const deaf = await FeedClient.open(url('user'));
  deaf.ws.pause();
  await feeds.close();
  expect(await client.closed).toEqual({ code: 1001, reason: 'the venue is stopping' });
  expect(feeds.figures().map(({ connections }) => connections)).toEqual([0, 0, 0]);
  expect((await refused(url('market'))).status).toBe(503);
  deaf.ws.terminate();
});

test('feeds: a mistake in a feed closes the feeds, is logged, and touches nothing else [F19]', async () => {
  const { url, feeds, stack } = await openFeedVenue();
  const [market] = (await addEvent(stack, ['Will it break?'])) as [TestMarket];
  const trader = await Trader.open(stack, '1');
  const client = await FeedClient.open(url('market'));
  client.say({ type: 'market', assets_ids: [market.yes] });
  await client.all();
  // To the exchange, failing feeds are a failing observer.
  const stop = stack.exchange.observe({
    after: () => {
      throw new Error('a mistake');
    },
    failed: (error) => feeds.failed(error),
  });
  const order = { tokenId: market.yes, side: 'BUY', price: '0.4', size: '10', type: 'GTC' } as const;
  await trader.placed(order);
  expect(await client.closed).toEqual({ code: 1011, reason: 'internal error: subscribe again' });
  expect(stack.faults).toEqual([{ err: new Error('a mistake') }]);
  stop();
  // Frames kept before the error are not offered any more.
  const again = await FeedClient.open(url('market'));
  again.say({ type: 'market', assets_ids: [market.yes], since: { [market.conditionId]: 0 } });
  expect(await again.next()).toMatchObject([
    { event_type: 'resync', reason: 'too_old', sequence: 1 },
    { event_type: 'book', sequence: 1 },
  ]);
  await again.leave();
  const { body } = await send(stack, 'GET', `/book?token_id=${market.yes}`);
  expect(body).toMatchObject({ bids: [{ price: '0.4', size: '10' }], sequence: 1 });
});

test('feeds: connections and frames are counted by channel [F29]', async () => {
  const venue = await openFeedVenue();
  (await FeedClient.open(venue.url('market'))).say('PING');
  const live = await FeedClient.open(venue.url('live'));
  live.ask('subscribe', { topic: 'rfq', type: '*' });
  await live.next();
  const { text } = await send(venue.stack, 'GET', '/metrics');
  for (const [channel, connections] of Object.entries({ market: 1, user: 0, live: 1 })) {
    expect(text).toContain(`bellwether_feed_connections{channel="${channel}"} ${connections}`);
    expect(text).toContain(`bellwether_feed_frames{channel="${channel}"} ${connections}`);
  }
  const figures = venue.feeds.figures().find(({ channel }) => channel === 'live');
  expect(figures).toMatchObject({ connections: 1, frames: 1, dropped: 0, closed: 0 });
});

test('feeds: a node that may show what is old answers nothing, ends every connection and takes no other', async () => {
  let standing = LEADS;
  const { url } = await openFeedVenue({}, { standing: () => standing });
  const clients = await Promise.all((['market', 'user', 'live'] as const).map((each) => FeedClient.open(url(each))));
  standing = { ...LEADS, currentUntilMs: 0 };
  // Before it has looked: an answer would be a frame that `all` returns.
  const [first] = clients;
  first?.say({ type: 'market', assets_ids: ['1'] });
  expect(await first?.all()).toEqual([]);
  const ended = { code: 1001, reason: 'this node does not know who leads the venue: connect again' };
  for (const client of clients) expect(await client.closed).toEqual(ended);
  expect(await refused(url('market'))).toMatchObject({ status: 503 });
  standing = LEADS;
  await (await FeedClient.open(url('market'))).leave();
});
