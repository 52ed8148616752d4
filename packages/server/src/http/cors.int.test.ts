/** CORS: which pages of other origins may read which answers. */
import { ROUTES } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { openTestVenue, openVenue } from './testing/open-venue.ts';
import { type Answer, type Method, send, Trader } from './testing/trader.ts';

const DESK = 'https://desk.example';
const STRANGER = 'https://stranger.example';
const ALLOWED = 'access-control-allow-origin';
const METHODS = 'access-control-allow-methods';
const pathOf = (path: string): string => path.replace(/:[a-z_]+/, '1');

const stack = await openVenue({ corsOrigins: [DESK] });

const ask = (method: Method, path: string, origin: string, headers: Record<string, string> = {}): Promise<Answer> =>
  send(stack, method, path, undefined, { origin, ...headers });

const named = ROUTES.map((route): [string, (typeof ROUTES)[number]] => [`${route.method} ${route.path}`, route]);

test.each(named)('cors: %s', async (_name, { method, path, auth }) => {
  const isDocs = path.startsWith('/docs');
  for (const origin of [DESK, STRANGER, 'null']) {
    const { headers } = await ask(method, pathOf(path), origin);
    const isPublicRead = auth === 'none' && path !== '/submit';
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
  const alice = await Trader.open(stack, '1');
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

test('cors: refusals and unknown paths are readable to the named origin alone', async () => {
  for (const path of ['/nowhere', '/order']) {
    expect((await ask('GET', path, DESK)).headers[ALLOWED]).toBe(DESK);
    expect((await ask('GET', path, STRANGER)).headers[ALLOWED]).toBeUndefined();
  }
});
