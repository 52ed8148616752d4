/** Connections that carry anything, cut anywhere: the venue survives, keeps none, and answers the same bytes alike. */
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { runs } from '@bellwether/engine/testing';
import { exchangeBytes, sendParts } from '@bellwether/gateway/http/testing/raw-socket.ts';
import fc, { type Arbitrary } from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FeedVenue, startFeedVenue } from './testing/feed-venue.ts';

const HOST = 'Host: venue\r\n';
const JSON_BODY = 'Content-Type: application/json\r\n';
const WEBSOCKET = `Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n`;

/** Requests after which a connection stays open. */
const GOING_ON: readonly string[] = [
  `GET /time HTTP/1.1\r\n${HOST}\r\n`,
  `GET /markets?limit=1 HTTP/1.1\r\n${HOST}\r\n`,
  'GET /time HTTP/1.1\r\n\r\n',
  `GET /${'x'.repeat(2_000)} HTTP/1.1\r\n${HOST}\r\n`,
  `OPTIONS /order HTTP/1.1\r\n${HOST}\r\n`,
  `GET /none HTTP/1.1\r\n${HOST}\r\n`,
  `PUT /time HTTP/1.1\r\n${HOST}Content-Length: 0\r\n\r\n`,
  `POST /books HTTP/1.1\r\n${HOST}${JSON_BODY}Content-Length: 2\r\n\r\n[]`,
  `POST /books HTTP/1.1\r\n${HOST}${JSON_BODY}Transfer-Encoding: chunked\r\n\r\n1\r\n[\r\n1\r\n]\r\n0\r\n\r\n`,
  `POST /order HTTP/1.1\r\n${HOST}${JSON_BODY}Content-Length: 4\r\n\r\n{"a"`,
  `DELETE /orders HTTP/1.1\r\n${HOST}${JSON_BODY}Content-Length: 2\r\n\r\n[]`,
  `GET /time HTTP/1.1\r\n${HOST}X-Odd: \u00ff\r\nAccept: */*\r\n\r\n`,
];

/** Requests and other bytes after which a connection must close. */
const LASTS: readonly string[] = [
  `GET /time HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
  `GET /time HTTP/1.0\r\n${HOST}\r\n`,
  `CONNECT venue:443 HTTP/1.1\r\n${HOST}\r\n`,
  `GET /ws/none HTTP/1.1\r\n${HOST}${WEBSOCKET}\r\n`,
  `GET /ws/market HTTP/1.1\r\n${HOST}${WEBSOCKET.replace(/Sec-WebSocket-Key.*\r\n/, '')}\r\n`,
  `POST /books HTTP/1.1\r\n${HOST}${JSON_BODY}Content-Length: 2\r\nContent-Length: 3\r\n\r\n[]x`,
  `POST /books HTTP/1.1\r\n${HOST}${JSON_BODY}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  `POST /books HTTP/1.1\r\n${HOST}${JSON_BODY}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
  `POST /books HTTP/1.1\r\n${HOST}${JSON_BODY}Content-Length: 0x2\r\n\r\n[]`,
  `GET /time HTTP/1.1\r\n${HOST}A\u0000: b\r\n\r\n`,
  `GET /time HTTP/1.1\r\n${HOST}A: b\r\n c\r\n\r\n`,
  `GET /time HTTP/1.1\n${HOST}\n`,
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000',
];

/** Input that is only torn down: the connection stays open, or the answer depends on how bytes arrived. */
const LINGERING: readonly string[] = [
  `GET /ws/market HTTP/1.1\r\n${HOST}${WEBSOCKET}\r\n`,
  `GET /ws/user HTTP/1.1\r\n${HOST}${WEBSOCKET}\r\n\u0081\u0085abcdefghi`,
  `GET /time HTTP/1.1\r\n${HOST}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n`,
  `POST /books HTTP/1.1\r\n${HOST}${JSON_BODY}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n[]`,
  `POST /books HTTP/1.1\r\n${HOST}${JSON_BODY}Content-Length: 90000\r\n\r\n[`,
  `CONNECT venue:443 HTTP/1.1\r\n${HOST}Content-Length: 5\r\n\r\n`,
  `HEAD /time HTTP/1.1\r\n${HOST}\r\n`,
  '\u0081\u0085abcdefghi',
  '\u00ff\u00ff\u00ff\u00ff',
  'GET /ti',
];

interface Sent {
  readonly bytes: Buffer;
  /** Places of cuts, as fractions of the length. */
  readonly cuts: readonly number[];
}

const sentOf = (pieces: Arbitrary<readonly string[]>): Arbitrary<Sent> =>
  fc.record({
    bytes: pieces.map((all) => Buffer.from(all.join(''), 'latin1')),
    cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }),
  });

const inOrder = sentOf(
  fc
    .tuple(fc.array(fc.constantFrom(...GOING_ON), { maxLength: 6 }), fc.constantFrom(...LASTS))
    .map(([before, last]) => [...before, last]),
);
const anything = sentOf(fc.array(fc.constantFrom(...GOING_ON, ...LASTS, ...LINGERING), { minLength: 1, maxLength: 6 }));

function partsOf({ bytes, cuts }: Sent): Buffer[] {
  const places = [0, ...cuts.map((cut) => Math.floor(cut * bytes.length)).toSorted((a, b) => a - b), bytes.length];
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
}

/** Headers that change from one moment to the next; comparisons leave them out. */
const WHEN = /^(?:date|x-request-id|ratelimit.*)$/;
const stable = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !WHEN.test(name)));

async function answersTo(parts: readonly Buffer[]) {
  const answers = await exchangeBytes(venue.port, parts, false);
  return answers.map(({ status, headers, text }) => ({ status, headers: stable(headers), text }));
}

let venue: FeedVenue;
// The client counts as the operator's own proxy: an address that is often refused would be read from slowly.
beforeEach(async () => {
  venue = await startFeedVenue({}, { trustProxy: ['127.0.0.1/32'] });
});
afterEach(() => venue.close());

test('hostile connections: the same bytes get the same answers however they are cut [W43]', async () => {
  const property = fc.asyncProperty(inOrder, async (sent) => {
    const whole = await answersTo([sent.bytes]);
    expect(whole.length).toBeGreaterThan(0);
    for (const { status } of whole) expect(status).toBeLessThan(500);
    expect(await answersTo(partsOf(sent))).toEqual(whole);
  });
  await fc.assert(property, { numRuns: runs(300) });
});

type Farewell = 'end' | 'reset' | 'destroy' | 'reset after an answer';

test('hostile connections: no client ends the venue or stays in it, whatever it sends and however it goes [W43]', async () => {
  const farewell = fc.constantFrom<Farewell>('end', 'reset', 'destroy', 'reset after an answer');
  const clients = fc.array(fc.record({ sent: anything, farewell }), { minLength: 1, maxLength: 12 });
  const faults: unknown[] = [];
  const note = (fault: unknown): unknown => faults.push(fault);
  process.on('uncaughtExceptionMonitor', note);
  const property = fc.asyncProperty(clients, async (all) => {
    await Promise.all(all.map(({ sent, farewell: how }) => visit(sent, how)));
    await expect.poll(() => openOf(venue)).toBe(0);
    const [answer] = await exchangeBytes(venue.port, [`GET /time HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`]);
    expect([answer?.status, faults]).toEqual([200, []]);
  });
  await fc.assert(property, { numRuns: runs(150) });
  process.off('uncaughtExceptionMonitor', note);
});

/** Sends bytes and leaves in the given way; resolves when the connection is closed on the client's side. */
async function visit(sent: Sent, how: Farewell): Promise<void> {
  const socket: Socket = connect({ port: venue.port, host: '127.0.0.1', noDelay: true });
  socket.on('error', () => {});
  // Not `once`, which rejects on an error: a cut connection is no failure here.
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  let isAnswered = false;
  socket.on('data', () => {
    isAnswered = true;
  });
  await sendParts(socket, partsOf(sent));
  // Incomplete requests get no answer: wait for some turns only.
  for (let turn = 0; how === 'reset after an answer' && !isAnswered && turn < 50; turn++) await setImmediate();
  if (how === 'end') socket.end(() => socket.destroy());
  else if (how === 'destroy') socket.destroy();
  else socket.resetAndDestroy();
  await closed;
}

const openOf = ({ stack }: FeedVenue): Promise<number> =>
  new Promise((resolve, reject) =>
    stack.app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  );
