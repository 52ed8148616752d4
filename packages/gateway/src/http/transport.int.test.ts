/**
 * What goes around the answers: refusals of odd requests (bodies, types, paths, values, what a signature does not
 * cover), which pages of other origins may read what (CORS), and what is compressed for whom.
 */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { ROUTES } from '@bellwether/contract';
import { PACKED_BYTES_MAX, PACKED_BYTES_MIN } from '@bellwether/venue/threads/limits.ts';
import { pack } from '@bellwether/venue/threads/readers/pack.ts';
import { expect, test } from 'vitest';
import { openTestVenue, openVenue } from './testing/open-venue.ts';
import { exchangeBytes, portOf } from './testing/raw-socket.ts';
import { type Answer, addEvent, admin, type Method, send, type TestMarket, Trader } from './testing/trader.ts';

const DESK = 'https://desk.example';
const STRANGER = 'https://stranger.example';

const stack = await openVenue({ corsOrigins: [DESK] });
const alice = await Trader.open(stack, '1');
await admin(stack, 'POST', '/admin/deposits', { wallet: alice.address, amount: '1000' });
const [market] = (await addEvent(stack, ['Will it rain?', 'Will it snow?'])) as [TestMarket];

test('http: a compressed body is 415 in words, not the wrong JSON; identity and no body are as without [W21]', async () => {
  const encoded = (coding: string, text?: string) =>
    send(stack, 'POST', '/books', text, { 'content-type': 'application/json', 'content-encoding': coding });
  const refused = {
    status: 415,
    headers: { 'content-type': 'application/json; charset=utf-8', 'access-control-allow-origin': '*' },
    body: { code: 'unsupported_content_encoding', error: 'the body must be sent without Content-Encoding' },
  };
  for (const coding of ['gzip', 'BR', 'identity, gzip', 'made-up'])
    expect(await encoded(coding, '[]'), coding).toMatchObject(refused);
  for (const coding of ['identity', 'Identity', ' identity , identity', ''])
    expect((await encoded(coding, '[]')).status, coding).toBe(200);
  const cancel = { ...alice.headers('DELETE', '/cancel-all', ''), 'content-encoding': 'gzip' };
  expect((await send(stack, 'DELETE', '/cancel-all', undefined, cancel)).status).toBe(200);
});

for (const type of ['application/json', 'text/plain', 'nonsense', 'application/x-www-form-urlencoded; charset', '*/*'])
  test(`http: a request without a body is fine with content type ${type}`, async () => {
    const headers = { ...alice.headers('DELETE', '/cancel-all', ''), 'content-type': type };
    for (const more of [{}, { 'content-length': '0' }]) {
      const answer = await send(stack, 'DELETE', '/cancel-all', undefined, { ...headers, ...more });
      expect(answer).toMatchObject({ status: 200, body: { canceled: [] } });
    }
    expect((await send(stack, 'GET', '/tags', undefined, { 'content-type': type })).status).toBe(200);
  });

test.each([
  [';;', '', 200],
  ['text/plain', '', 200],
  ['nonsense', '', 200],
  ['nonsense', '[]', 415],
  ['text/plain', '[]', 415],
  ['application/json', '[]', 200],
  ['Application/JSON; charset=utf-8', '[]', 200],
])('http: a stream of type %s that brings "%s" is answered with %i', async (type, text, status) => {
  const [method, path] = text === '' ? ['DELETE', '/cancel-all'] : ['POST', '/books'];
  const own = text === '' ? alice.headers(method, path, '') : {};
  const headers = { host: 'venue', connection: 'close', 'content-type': type, 'transfer-encoding': 'chunked', ...own };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const chunk = text === '' ? '' : `${text.length.toString(16)}\r\n${text}\r\n`;
  const bytes = `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${chunk}0\r\n\r\n`;
  expect(await exchangeBytes(await portOf(stack.app), [bytes])).toMatchObject([{ status }]);
});

const BAD_MARKET = { error: 'Invalid market', code: 'invalid_market' };
const NO_MARKET = { error: 'market not found', code: 'market_not_found' };
const bad = (error: string) => ({ type: 'bad request', error });
const missing = (name: string) => ({ type: 'not found error', error: `${name} not found` });

test.each<[string, number, object]>([
  ['/markets/0x', 400, BAD_MARKET],
  [`/markets/0x${'g'.repeat(64)}`, 400, BAD_MARKET],
  ['/markets/%00', 400, BAD_MARKET],
  ['/markets/a%2Fb', 400, BAD_MARKET],
  [`/markets/${'a'.repeat(251)}`, 400, BAD_MARKET],
  ['/markets/0x-protocol', 404, NO_MARKET],
  [`/markets/${'9'.repeat(30)}`, 404, NO_MARKET],
  ['/markets/no-such-slug', 404, NO_MARKET],
  ['/markets/%ff', 400, bad('the path is not valid percent-encoding')],
  [`/events/slug/${'%E2%82%AC'.repeat(250)}`, 404, missing('slug')],
  [`/events/slug/${'x'.repeat(5_000)}`, 400, bad('a part of the path is too long')],
  ['/events/9007199254740991', 404, missing('id')],
  ['/events/9007199254740992', 400, bad('id is invalid: id must be in 0..9007199254740991')],
])('errors: GET %s', async (url, status, body) => {
  const answer = await send(stack, 'GET', url);
  expect({ status: answer.status, body: answer.body }).toEqual({ status, body });
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
});

test('errors: a body that is empty is malformed JSON', async () =>
  expect(await send(stack, 'POST', '/books')).toMatchObject({
    status: 400,
    body: { error: 'malformed JSON: the body is empty', code: 'malformed_json' },
  }));

// Routes for keys that the venue does not offer do nothing, whatever the body.
const withKey = ROUTES.filter(({ auth, errors }) => auth === 'l2' && !errors.includes('not_offered'));
const named = (routes: typeof ROUTES): [string, (typeof ROUTES)[number]][] =>
  routes.map((route) => [`${route.method} ${route.path}`, route]);
const pathOf = (path: string): string => path.replace(/:[a-z_]+/, '1');

test('extras: a signed DELETE /comments/22 is no DELETE /comments/2 with a body 2 [A20]', async () => {
  for (let number = 1; number <= 3; number += 1) {
    const body = { body: `Number ${number}.`, parentEntityType: 'Event', parentEntityID: Number(market.eventId) };
    expect((await alice.send('POST', '/comments', body)).status).toBe(201);
  }
  const before = stack.exchange.state.sequence;
  const headers = alice.headers('DELETE', '/comments/22', '');
  const answer = await send(stack, 'DELETE', '/comments/2', '2', headers);
  expect(answer).toMatchObject({ status: 400, body: { type: 'bad request', error: 'this route takes no body' } });
  expect(stack.exchange.state.sequence).toBe(before);
});

for (const [name, { method, path }] of named(
  withKey.filter(({ method, body }) => method !== 'GET' && body === undefined),
))
  test(`extras: ${name} takes no body`, async () => {
    const headers = alice.headers(method, pathOf(path), '{}');
    const answer = await send(stack, method, pathOf(path), '{}', headers);
    expect(answer).toMatchObject({ status: 400, body: { error: 'this route takes no body' } });
  });

test('extras: no route with a body has a path that another one’s path and a JSON body could be', () => {
  // The signature covers path and body as one text. A body starts with a character that none of our paths contains.
  for (const { path } of withKey) expect(path).toMatch(/^[/A-Za-z0-9:_-]+$/);
  const jsonOnly = withKey.filter(({ body }) => body !== undefined);
  for (const { body, path } of jsonOnly) {
    const { type } = body as unknown as { readonly type: string };
    expect([path, type]).toEqual([path, expect.stringMatching(/^(object|array)$/)]);
  }
  for (const route of jsonOnly) expect(route.path.endsWith(':id')).toBe(false);
});

const ALLOWED = 'access-control-allow-origin';
const METHODS = 'access-control-allow-methods';
const ask = (method: Method, path: string, origin: string, headers: Record<string, string> = {}): Promise<Answer> =>
  send(stack, method, path, undefined, { origin, ...headers });

test.each(named(ROUTES))('cors: %s', async (_name, { method, path, auth }) => {
  const isDocs = path.startsWith('/docs');
  for (const origin of [DESK, STRANGER, 'null']) {
    const { headers } = await ask(method, pathOf(path), origin);
    const isPublicRead = auth === 'none' && !['/submit', '/v1/session-signers/revocations'].includes(path);
    const expected = isDocs ? undefined : isPublicRead ? '*' : origin === DESK ? DESK : undefined;
    if (!isDocs) expect([origin, headers[ALLOWED]]).toEqual([origin, expected]);
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(headers['x-content-type-options']).toBe('nosniff');
  }
});

test('cors: a page that has read how far a node is may ask another one for no less', async () => {
  const preflight = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-after-sequence' };
  const { headers } = await ask('OPTIONS', '/venue', STRANGER, preflight);
  expect(headers['access-control-expose-headers']).toContain('x-sequence');
  expect(String(headers['access-control-allow-headers']).split(', ')).toContain('x-after-sequence');
});

test('cors: what a node of several refuses before any route is readable to the named origin', async () => {
  const old = await openTestVenue({ corsOrigins: [DESK], standing: () => null });
  for (const [path, allowed] of Object.entries({ '/events': '*', '/account': DESK })) {
    const { status, headers } = await send(old, 'GET', path, undefined, { origin: DESK });
    expect([path, status, headers[ALLOWED]]).toEqual([path, 503, allowed]);
  }
});

test('cors: what a named origin gets differs by origin, and says so to caches', async () => {
  const { headers } = await ask('GET', '/account', DESK, alice.headers('GET', '/account', ''));
  expect(headers['vary']).toContain('origin');
  expect(String(headers['access-control-expose-headers'])).toContain('idempotent-replayed, idempotency-key');
});

test('cors: a browser that asks first may sign an order for the named origin, and for no other [W18]', async () => {
  const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'service_address' };
  const { status, headers } = await ask('OPTIONS', '/order', DESK, preflight);
  expect([status, headers[ALLOWED], headers[METHODS]]).toEqual([204, DESK, 'POST, DELETE, OPTIONS']);
  const list = String(headers['access-control-allow-headers']).split(', ');
  const signed = ['address', 'api_key', 'passphrase', 'timestamp', 'signature', 'nonce'].map(
    (name) => `service_${name}`,
  );
  expect(list).toEqual(expect.arrayContaining([...signed, 'idempotency-key', 'content-type', 'authorization']));
  const other = await ask('OPTIONS', '/order', STRANGER, preflight);
  expect([other.status, other.headers[ALLOWED], other.headers[METHODS]]).toEqual([204, undefined, undefined]);
});

test('cors: pages of the named origin may sign reads of a venue for members, and no others', async () => {
  const venue = await openTestVenue({ corsOrigins: [DESK], reads: 'members' });
  const preflight = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'service_signature' };
  const list = async (origin: string) => {
    const { status, headers } = await send(venue, 'OPTIONS', '/events', undefined, { origin, ...preflight });
    return [status, headers[ALLOWED], String(headers['access-control-allow-headers']).includes('service_signature')];
  };
  expect([await list(DESK), await list(STRANGER)]).toEqual([
    [204, DESK, true],
    [401, undefined, false],
  ]);
});

test('cors: refusals and unknown paths are readable to the named origin alone', async () => {
  for (const path of ['/nowhere', '/order']) {
    expect((await ask('GET', path, DESK)).headers[ALLOWED]).toBe(DESK);
    expect((await ask('GET', path, STRANGER)).headers[ALLOWED]).toBeUndefined();
  }
});

const get = (url: string, coding?: string, more: Readonly<Record<string, string>> = {}) =>
  stack.app.inject({ url, headers: { ...(coding !== undefined && { 'accept-encoding': coding }), ...more } });
const unpack = { br: brotliDecompressSync, gzip: gunzipSync };

for (const [header, encoding] of [
  ['br, gzip', 'br'],
  ['gzip, deflate', 'gzip'],
  ['gzip;q=0.5, br;q=1.0', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip;q=0.000', undefined],
  ['identity', undefined],
  ['*', undefined],
  ['', undefined],
  [undefined, undefined],
] as const)
  test(`encoding: a list for a client that takes ${header} comes as ${encoding}, with the same content`, async () => {
    const plain = await get('/events?limit=5');
    const answer = await get('/events?limit=5', header);
    expect(answer.headers['content-encoding']).toBe(encoding);
    const told = answer.headers;
    expect(told).toMatchObject({ vary: 'accept-encoding', 'content-type': 'application/json; charset=utf-8' });
    const bytes = encoding === undefined ? answer.rawPayload : unpack[encoding](answer.rawPayload);
    expect(JSON.parse(bytes.toString())).toEqual(plain.json());
    expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.byteLength);
    if (encoding !== undefined) expect(answer.rawPayload.byteLength).toBeLessThan(plain.rawPayload.byteLength / 2);
  });

test('encoding: small answers, books, refusals and pictures stay as they are [Q2]', async () => {
  const picture = '/docs/favicon-32x32.png';
  for (const url of [`/book?token_id=${market.yes}`, '/time', '/events?limit=0', '/nothing', picture])
    expect((await get(url, 'br, gzip')).headers).not.toHaveProperty('content-encoding');
  const tokens = Array.from({ length: 50 }, () => ({ token_id: market.yes }));
  const batch = await send(stack, 'POST', '/books', tokens, { 'accept-encoding': 'br' });
  expect(batch.headers).not.toHaveProperty('content-encoding');
});

test('encoding: what is for one account alone is never packed [Q2]', async () => {
  for (let count = 0; count < 8; count += 1)
    await alice.placed({ tokenId: market.yes, side: 'BUY', price: '0.1', size: String(50 + count) });
  const { headers, text } = await send(stack, 'GET', '/data/orders', undefined, {
    ...alice.headers('GET', '/data/orders', ''),
    'accept-encoding': 'br, gzip',
  });
  expect(text.length).toBeGreaterThan(PACKED_BYTES_MIN);
  expect(headers).not.toHaveProperty('content-encoding');
});

test('encoding: the description of the API is packed once and sent again', async () => {
  const plain = await get('/openapi.json');
  for (let times = 0; times < 2; times += 1) {
    const packed = await get('/openapi.json', 'br');
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(brotliDecompressSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
  }
});

for (const url of ['/docs', '/docs/swagger-ui-bundle.js', '/docs/swagger-ui.css', '/docs/docs.js'])
  test(`encoding: ${url} is packed, with the same content, type and policy, and known again`, async () => {
    const plain = await get(url);
    const etags = new Set([plain.headers['etag']]);
    for (const encoding of ['br', 'gzip'] as const) {
      const packed = await get(url, encoding);
      expect(packed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
      for (const name of ['content-type', 'content-security-policy', 'cache-control', 'x-content-type-options'])
        expect([name, packed.headers[name]]).toEqual([name, plain.headers[name]]);
      expect(unpack[encoding](packed.rawPayload).equals(plain.rawPayload)).toBe(true);
      expect(packed.rawPayload.byteLength).toBeLessThan(plain.rawPayload.byteLength * 0.7);
      const etag = packed.headers['etag'] as string;
      etags.add(etag);
      const again = await get(url, encoding, { 'if-none-match': `"older", ${etag}` });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    }
    expect(etags.size).toBe(3);
  });

test('encoding: what is very small or very large is not packed', () => {
  for (const size of [0, PACKED_BYTES_MIN - 1, PACKED_BYTES_MAX + 1]) {
    const body = new Uint8Array(size);
    expect(pack(body, 'br')).toEqual({ body, encoding: null });
  }
  for (const size of [PACKED_BYTES_MIN, PACKED_BYTES_MAX]) {
    expect(pack(new Uint8Array(size), 'gzip').encoding).toBe('gzip');
    expect(pack(new Uint8Array(size), null).encoding).toBeNull();
  }
});
