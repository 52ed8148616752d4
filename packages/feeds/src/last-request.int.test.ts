/** Input that ends HTTP (a tunnel, an upgrade, other bytes) after requests whose answers are pending. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { exchangeBytes } from '@bellwether/gateway/http/testing/raw-socket.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FeedVenue, startFeedVenue } from './testing/feed-venue.ts';

const HOST = 'Host: venue\r\n';
const UPGRADE = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n';
const KEY = 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
const BODY = 'Content-Length: 5\r\n\r\n';

/** Name, bytes, and the statuses of the answers. */
const LASTS: readonly [string, string, readonly number[]][] = [
  ['a tunnel', `CONNECT venue:443 HTTP/1.1\r\n${HOST}\r\n`, [405]],
  ['a tunnel whose body never comes', `CONNECT venue:443 HTTP/1.1\r\n${HOST}${BODY}`, [405]],
  ['an upgrade that leads nowhere', `GET /ws/none HTTP/1.1\r\n${HOST}${UPGRADE}${KEY}\r\n`, [404]],
  ['an upgrade without its key', `GET /ws/market HTTP/1.1\r\n${HOST}${UPGRADE}\r\n`, [400]],
  ['an upgrade with a body', `GET /ws/market HTTP/1.1\r\n${HOST}${UPGRADE}${KEY}${BODY}hello`, [400]],
  ['what is no HTTP', 'NONSENSE\r\n\r\n', [400]],
  ['what follows the last request', `GET /time HTTP/1.1\r\n${HOST}Connection: close\r\n\r\nGET /`, [200]],
];

// One venue for each test: an address that is often refused is read from in small pieces.
let venue: FeedVenue;
beforeEach(async () => {
  venue = await startFeedVenue();
});
afterEach(() => venue.close());

test.each(LASTS)('last request: %s is answered behind those before it [W42]', async (_what, last, statuses) => {
  const before = ['/markets?limit=1', '/time'].map((path) => `GET ${path} HTTP/1.1\r\n${HOST}\r\n`).join('');
  const answers = await exchangeBytes(venue.port, [before + last]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, ...statuses]);
});

test('last request: what is no HTTP is answered behind those before it, also if the client ends meanwhile [W42]', async () => {
  const accepted = once(venue.stack.app.server, 'connection') as Promise<[Socket]>;
  const { reader } = venue.stack;
  const read = reader.read.bind(reader);
  reader.read = async (...asked) => {
    const [server] = await accepted;
    if (!server.readableEnded) await once(server, 'end');
    return read(...asked);
  };
  const answers = await exchangeBytes(venue.port, [`GET /markets HTTP/1.1\r\n${HOST}\r\nNONSENSE\r\n\r\n`]);
  expect(answers.map(({ status }) => status)).toEqual([200, 400]);
});

const ASKED = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n';

test('last request: one that asks for another protocol in vain stays alone on its connection, or ends it [W42]', async () => {
  const get = `GET /time HTTP/1.1\r\n${HOST}${ASKED}\r\n`;
  const post = `POST /books HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n${ASKED}Content-Length: 2\r\n\r\n[]`;
  const next = `GET /venue HTTP/1.1\r\n${HOST}\r\n`;
  // The server would read an arbitrary part of the bytes that follow in the same chunk.
  for (const bytes of [get + next, post, post + next, `${next}${get}`, get + next.slice(0, 5)]) {
    const answers = await exchangeBytes(venue.port, [bytes], false);
    const last = answers.at(-1);
    expect([bytes, last?.status, last?.headers['connection']]).toEqual([bytes, 200, 'close']);
    expect(answers).toHaveLength(bytes.startsWith(next) ? 2 : 1);
  }
  const answers = await exchangeBytes(venue.port, [get], true);
  expect(answers.map(({ headers }) => headers['connection'])).toEqual(['keep-alive']);
});

test('last request: a feed begins behind the answers before it [W42]', async () => {
  const socket = connect({ port: venue.port, host: '127.0.0.1', noDelay: true });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  const lines = () =>
    Buffer.concat(chunks)
      .toString('latin1')
      .match(/HTTP\/1\.1 \d+/g);
  socket.write(`GET /markets HTTP/1.1\r\n${HOST}\r\nGET /ws/market HTTP/1.1\r\n${HOST}${UPGRADE}${KEY}\r\n`);
  await expect.poll(lines).toEqual(['HTTP/1.1 200', 'HTTP/1.1 101']);
  socket.destroy();
});

test.each(LASTS)('last request: the client of %s may go before and after its answer [W42]', async (_what, last) => {
  for (const isAnswered of [false, true]) {
    const accepted = once(venue.stack.app.server, 'connection') as Promise<[Socket]>;
    const socket = connect({ port: venue.port, host: '127.0.0.1', noDelay: true });
    const [server] = await accepted;
    socket.write(last);
    if (isAnswered) await once(socket, 'data');
    socket.resetAndDestroy();
    await expect.poll(() => server.closed).toBe(true);
    // An error without a listener would end the process.
    expect(server.listenerCount('error')).toBeGreaterThan(0);
  }
});

/** A client that has received its last answer and stays connected; returns both ends of the connection. */
async function answeredClient(last: string): Promise<{ readonly socket: Socket; readonly server: Socket }> {
  const accepted = once(venue.stack.app.server, 'connection') as Promise<[Socket]>;
  const socket = connect({ port: venue.port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
  socket.on('error', () => {});
  const [server] = await accepted;
  const answered = once(socket, 'data');
  socket.write(last);
  await answered;
  return { socket, server };
}

const STAYS = [false, true].flatMap((stays) => LASTS.map(([what, last]) => [what, stays, last] as const));

test.each(STAYS)('last request: the client of %s is let go, also if it stays: %s [W43]', async (_what, stays, last) => {
  const { socket, server } = await answeredClient(last);
  if (!stays) {
    // Bytes after the answer, where no parser reads them.
    socket.write('GET / HTTP/1.1');
    socket.end();
  }
  await expect.poll(() => server.closed).toBe(true);
});
