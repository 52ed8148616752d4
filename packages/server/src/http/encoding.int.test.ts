/** Compression of answers: which ones, for which clients, and which never. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { PACKED_BYTES_MAX, PACKED_BYTES_MIN } from '../threads/limits.ts';
import { pack } from '../threads/readers/pack.ts';
import { openVenue } from './testing/open-venue.ts';
import { addEvent, admin, send, type TestMarket, Trader } from './testing/trader.ts';

const stack = await openVenue();
const trader = await Trader.open(stack, '1');
await admin(stack, 'POST', '/admin/deposits', { wallet: trader.address, amount: '1000' });
const [market] = (await addEvent(stack, ['Will it rain?', 'Will it snow?'])) as [TestMarket];

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
    await trader.placed({ tokenId: market.yes, side: 'BUY', price: '0.1', size: String(50 + count) });
  const { headers, text } = await send(stack, 'GET', '/data/orders', undefined, {
    ...trader.headers('GET', '/data/orders', ''),
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
