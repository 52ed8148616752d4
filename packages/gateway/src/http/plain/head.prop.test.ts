/** Every request that is read here is read the same way by the server's own parser. */
import { createServer, type IncomingMessage } from 'node:http';
import { duplexPair } from 'node:stream';
import { met, runs } from '@bellwether/engine/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createHeadReader, type PlainHead } from './inbox.ts';

const BODY = '{"order":{}}';
const HEAD = [
  'POST /order?a=1 HTTP/1.1',
  'Host: venue.example:8080',
  'content-type: application/json',
  `Content-Length: ${BODY.length}`,
  'SERVICE_API_KEY: 0f8fad5b-d9cb-469f-a165-70867728950e',
  'Connection: keep-alive',
  'accept:*/*',
].join('\r\n');

/** Header lines that a client may add, harmless or not. */
const LINES = [
  'X-Empty:',
  'X-Spaced:   two  words  ',
  'X-Tab: a\tb',
  ' folded',
  'Host: other',
  'content-length: 3',
  'Content-Length: +12',
  'content-length: 012',
  'Transfer-Encoding: chunked',
  'connection: close',
  'Connection: Keep-Alive, x',
  'Upgrade: websocket',
  'Expect: 100-continue',
  'X Y: 1',
  'X-Colon : 1',
  'no colon',
  '__proto__: 1',
  'constructor: 1',
  'X-Byte: \u00ff',
  'X-Null: \u0000',
  'X-Lone: a\rb',
  'X-Line: a\nb',
  'Cookie: a=b; c=d',
  '\u017fervice: 1',
];

interface Parsed {
  readonly request: IncomingMessage;
  readonly body: string;
}

/** The request as the server's parser reads it; null if the parser refuses the bytes or waits for more. */
async function parse(bytes: Buffer): Promise<Parsed | null> {
  const server = createServer({ insecureHTTPParser: false });
  const [theirs, ours] = duplexPair();
  const { promise, resolve } = Promise.withResolvers<Parsed | null>();
  server.on('clientError', () => resolve(null));
  server.on('upgrade', () => resolve(null));
  server.on('checkExpectation', () => resolve(null));
  server.on('request', (request: IncomingMessage) => {
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => resolve({ request, body }));
    request.on('error', () => resolve(null));
  });
  server.emit('connection', theirs);
  ours.on('error', () => undefined);
  theirs.on('error', () => undefined);
  ours.on('data', () => undefined);
  // Ending our side turns an incomplete request into an error.
  ours.end(bytes);
  try {
    return await promise;
  } finally {
    theirs.destroy();
    ours.destroy();
  }
}

/** One reader for all requests, as in a venue. */
const reader = createHeadReader();

async function expectSame(bytes: Buffer): Promise<PlainHead | null> {
  const head = reader(bytes);
  if (head === null) return null;
  const end = head.headBytes + head.bodyBytes;
  if (bytes.length < end) return head;
  const parsed = await parse(bytes.subarray(0, end));
  expect(parsed).not.toBeNull();
  const { request, body } = parsed as Parsed;
  expect(request.method).toBe(head.method);
  expect(request.url).toBe(head.url);
  expect([request.rawHeaders, { ...request.headers }]).toEqual([head.rawHeaders, head.headers]);
  expect(body).toBe(bytes.toString('utf8', head.headBytes, end));
  return head;
}

const request = (head: string, body = BODY): Buffer => Buffer.from(`${head}\r\n\r\n${body}`, 'latin1');

test('plain head: a request as clients send it is read', async () => {
  const head = await expectSame(request(HEAD));
  expect(head).toMatchObject({ method: 'POST', url: '/order?a=1', bodyBytes: BODY.length });
  expect(head?.headers).toMatchObject({ host: 'venue.example:8080', accept: '*/*' });
});

for (const line of LINES.slice(2).filter((line) => !line.startsWith('Cookie')))
  test(`plain head: a request with "${line}" is left to the parser`, () =>
    expect(createHeadReader()(request(`${HEAD}\r\n${line}`))).toBeNull());

test.each([
  ['without Host', HEAD.replace('Host', 'Most')],
  ['of HTTP/1.0', HEAD.replace('HTTP/1.1', 'HTTP/1.0')],
  ['with another method', HEAD.replace('POST', 'PATCH')],
  ['with an absolute target', HEAD.replace(' /order', ' http://venue/order')],
  ['with a fragment', HEAD.replace('?a=1', '#a')],
  ['with two spaces', HEAD.replace('POST ', 'POST  ')],
  ['of too many bytes', `${HEAD}\r\nx: ${'y'.repeat(9_000)}`],
  ['of too many headers', `${HEAD}${Array.from({ length: 60 }, (_, index) => `\r\nx${index}: 1`).join('')}`],
  ['that is not all there', HEAD.slice(0, -1)],
])('plain head: a request %s is left to the parser', (_name, head) => {
  const bytes = head.length < HEAD.length - 0 && head === HEAD.slice(0, -1) ? Buffer.from(head) : request(head);
  expect(createHeadReader()(bytes)).toBeNull();
});

test('plain head: one reader reads many requests, each as it is', () => {
  const read = createHeadReader();
  for (const [path, host] of [
    ['/book?a=1', 'venue'],
    ['/book?a=1', 'other'],
    ['/book?a=2', 'other'],
    ['/book?a=1', 'venue'],
    ['/book?a=1', `${'long.'.repeat(20)}example`],
    ['/book?a=1', 'v'],
  ]) {
    const bytes = Buffer.from(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\nX-Empty:\r\n\r\n`);
    expect(read(bytes)).toMatchObject({ method: 'GET', url: path, rawHeaders: ['host', host, 'X-Empty', ''] });
  }
  expect(read(Buffer.from('GET /a HTTP/1.0\r\nhost: v\r\n\r\n'))).toBeNull();
  expect(read(Buffer.from('POST /a HTTP/1.1\r\nhost: v\r\n\r\n'))).toMatchObject({ method: 'POST', url: '/a' });
});

test('plain head: what is read is read the same by the parser, whatever was changed in it [W41]', async () => {
  const change = fc.oneof(
    fc.record({ at: fc.nat(HEAD.length + 4), byte: fc.nat(255) }).map(({ at, byte }) => (text: Buffer) => {
      text[Math.min(at, text.length - 1)] = byte;
      return text;
    }),
    fc.record({ at: fc.nat(HEAD.length), cut: fc.integer({ min: 1, max: 4 }) }).map(({ at, cut }) => (text: Buffer) => {
      return Buffer.concat([text.subarray(0, at), text.subarray(at + cut)]);
    }),
    fc.record({ line: fc.constantFrom(...LINES), after: fc.nat(6) }).map(({ line, after }) => (text: Buffer) => {
      const lines = text.toString('latin1').split('\r\n');
      lines.splice(Math.min(after + 1, lines.length - 2), 0, line);
      return Buffer.from(lines.join('\r\n'), 'latin1');
    }),
  );
  let read = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 3 }), async (changes) => {
      const bytes = changes.reduce((text, apply) => apply(text), request(HEAD));
      if ((await expectSame(bytes)) !== null) read++;
    }),
    { numRuns: runs(400) },
  );
  // Otherwise nothing was compared.
  expect(met(read)).toBeGreaterThan(runs(20));
});
