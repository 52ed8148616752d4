/** Clients that are slow, broken or odd, over real connections. */
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { CLIENT_LIMITS } from './plugins/clients.ts';
import { openTestVenue, openVenue } from './testing/open-venue.ts';
import { exchangeBytes, portOf, type RawAnswer } from './testing/raw-socket.ts';

/** A venue with short client timeouts. Only deliberately slow clients may use it, since a busy machine is slow, too. */
const HASTY_LIMITS = {
  ...CLIENT_LIMITS,
  headersTimeoutMs: 80,
  requestTimeoutMs: 160,
  connectionTimeoutMs: 5_000,
  checkIntervalMs: 20,
};
const HOST = 'Host: venue\r\n';
const JSON_BODY = 'Content-Type: application/json\r\n';
const POST = `POST /books HTTP/1.1\r\n${HOST}${JSON_BODY}`;

const stack = await openVenue();
const port = await portOf(stack.app);
const hastyPort = await portOf((await openVenue({ clientLimits: HASTY_LIMITS })).app);

/** Sends `bytes` and expects exactly one JSON answer; returns it with its parsed body. */
async function answerTo(
  bytes: string | Uint8Array,
  end = true,
  of = port,
): Promise<RawAnswer & { readonly body: unknown }> {
  const answers = await exchangeBytes(of, [bytes], end);
  expect(answers).toHaveLength(1);
  const [answer] = answers as [RawAnswer];
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  return { ...answer, body: JSON.parse(answer.text) };
}

test.each([
  ['headers', `GET /time HTTP/1.1\r\n${HOST}X-Slow: `],
  ['body', `${POST}Content-Length: 100\r\n\r\n[`],
])('clients: one that never ends its %s gets 408 in JSON, and its connection is closed [W15]', async (_what, bytes) =>
  expect(await answerTo(bytes, false, hastyPort)).toMatchObject({
    status: 408,
    headers: { connection: 'close' },
    body: { error: 'the request took too long to arrive', code: 'request_timeout' },
  }),
);

test('clients: many slow ones keep no one else waiting [W15]', async () => {
  // Slow clients get more time here than the test takes, however busy the machine is.
  const patient = await openTestVenue();
  let connections = 0;
  patient.app.server.on('connection', () => {
    connections += 1;
  });
  const patientPort = await portOf(patient.app);
  const head = `${POST}Content-Length: 100\r\n\r\n[`;
  const slowOnes = Array.from({ length: 50 }, () => connect({ port: patientPort, host: '127.0.0.1' }));
  onTestFinished(() => slowOnes.forEach((each) => each.destroy()));
  for (const each of slowOnes) each.write(head);
  await expect.poll(() => connections).toBe(slowOnes.length);
  const [quick] = await exchangeBytes(patientPort, [`GET /time HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`]);
  expect(quick?.status).toBe(200);
  expect(slowOnes.map(({ readyState }) => readyState)).toEqual(Array(50).fill('open'));
});

test('clients: the longest lists of markets fit into a request line', async () => {
  const ids = Array.from({ length: 500 }, (_, index) => `0x${index.toString(16).padStart(64, '0')}`);
  for (const path of ['/live-volume?', '/trades?limit=1&'])
    for (const list of [`market=${ids.join('%2C')}`, ids.map((id) => `market=${id}`).join('&')]) {
      const asked = await answerTo(`GET ${path}${list} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`);
      expect([asked.status, asked.status === 200 || asked.body]).toEqual([200, true]);
    }
});

test.each([
  ['two', 'GET /time HTTP/1.1\r\nHost: a\r\nHost: b\r\n'],
  ['two that say the same', 'GET /time HTTP/1.1\r\nHost: a\r\nHOST: a\r\n'],
  ['two apart, the second without a value', 'GET /time HTTP/1.1\r\nHost: a\r\nAccept: */*\r\nhost:\r\n'],
  ['two, one of a service', 'GET /markets HTTP/1.1\r\nHost: clob.localhost\r\nHost: gamma.localhost\r\n'],
  ['three, in HTTP/1.0', 'GET /time HTTP/1.0\r\nHost: a\r\nHost: b\r\nHost: c\r\n'],
  ['two, at no route', 'GET /nowhere HTTP/1.1\r\nHost: a\r\nHost: b\r\n'],
  ['two, with a body', `POST /books HTTP/1.1\r\nHost: a\r\nHost: b\r\n${JSON_BODY}Content-Length: 2\r\n`, '[]'],
])('odd clients: of Host headers %s are refused [W64]', async (_what, head, body = '') => {
  const answer = await answerTo(`${head}Connection: close\r\n\r\n${body}`);
  expect(answer).toMatchObject({ status: 400, body: { error: 'a request has one Host header', code: 'bad_request' } });
});

type Row = [name: string, bytes: string | Uint8Array, status: number, body: unknown];
const bad = (name: string, bytes: string | Uint8Array, error: string): Row => [
  name,
  bytes,
  400,
  { error, code: 'bad_request' },
];
const invalid = (name: string, bytes: string | Uint8Array) => bad(name, bytes, 'the request is not valid HTTP');
const coded = (code: string): unknown => expect.objectContaining({ code });
const LONG = 'x'.repeat(65 * 1024);
const TIME = `GET /time HTTP/1.1\r\n${HOST}`;
const CLOSE = 'Connection: close\r\n\r\n';
const CHUNKED = `${POST}Transfer-Encoding: chunked\r\n\r\n`;
const LARGE_HEAD = [431, { error: 'the request headers are too large', code: 'headers_too_large' }] as const;
const LARGE_BODY = [413, { error: 'the body is larger than 262144 bytes', code: 'body_too_large' }] as const;
const GOLD = { error: 'no expectation but 100-continue can be met', code: 'expectation_failed' };

test.each<Row>([
  invalid('no HTTP', 'NONSENSE\r\n\r\n'),
  invalid('HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  invalid('TLS', Uint8Array.of(0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00)),
  invalid('a length and chunks', `${POST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n`),
  invalid('two lengths', `${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n[]`),
  invalid('a negative length', `${POST}Content-Length: -2\r\n\r\n[]`),
  invalid('a broken chunk', `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`),
  invalid('NUL in the path', `GET /time\0 HTTP/1.1\r\n${HOST}\r\n`),
  invalid('a space in a header name', `GET /time HTTP/1.1\r\n${HOST}SERVICE ADDRESS: x\r\n\r\n`),
  bad('no Host', `GET /time HTTP/1.1\r\n${CLOSE}`, 'an HTTP/1.1 request needs a Host header'),
  ['headers over 64 KiB', `${TIME}X-Large: ${LONG}\r\n\r\n`, ...LARGE_HEAD],
  ['a path over 64 KiB', `GET /${LONG} HTTP/1.1\r\n${HOST}\r\n`, ...LARGE_HEAD],
  ['an expectation of its own', `${TIME}Expect: gold\r\n\r\n`, 417, GOLD],
  ['a tunnel', `CONNECT venue:443 HTTP/1.1\r\n${HOST}\r\n`, 405, coded('method_not_allowed')],
  ...['/', '/docs', '/feed'].map((path) =>
    bad(
      `a WebSocket at ${path}`,
      `GET ${path} HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
      'no WebSocket can be opened here: the feeds are at /ws/market, /ws/user, and /ws/live-data',
    ),
  ),
  ['a full address as its target', `GET http://venue/time HTTP/1.1\r\n${HOST}${CLOSE}`, 200, 1_800_000_000],
  ['a star as its target', `OPTIONS * HTTP/1.1\r\n${HOST}${CLOSE}`, 404, coded('route_not_found')],
  [
    'a body that is not UTF-8',
    Buffer.from(`${POST}Connection: close\r\nContent-Length: 3\r\n\r\n"\xff"`, 'latin1'),
    400,
    { error: 'malformed JSON: the body is not UTF-8', code: 'malformed_json' },
  ],
  ['a chunked body over 256 KiB', `${CHUNKED}40001\r\n${' '.repeat(0x40001)}\r\n0\r\n\r\n`, ...LARGE_BODY],
  ['a length over 256 KiB', `${POST}Content-Length: 262145\r\n\r\n[`, ...LARGE_BODY],
])('clients: %s is answered in JSON [W40]', async (_what, bytes, status, body) => {
  const answer = await answerTo(bytes);
  expect([answer.status, answer.body]).toEqual([status, body]);
});

test('clients: HTTP/1.0 needs no Host, and 100-continue is met', async () => {
  expect((await answerTo('GET /time HTTP/1.0\r\n\r\n')).status).toBe(200);
  const head = `${POST}Expect: 100-continue\r\nContent-Length: 2\r\nConnection: close\r\n\r\n`;
  const answers = await exchangeBytes(port, [head, '[]']);
  expect(answers.map(({ status, text }) => [status, text])).toEqual([[200, '[]']]);
});

test('clients: requests sent at once are answered in their order on one connection', async () => {
  const paths = ['/', '/nowhere', '/book', '/time'];
  const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\n${HOST}\r\n`).join('');
  const answers = await exchangeBytes(port, [requests]);
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 400, 200]);
});
