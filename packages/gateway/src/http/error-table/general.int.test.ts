/**
 * Errors that routes have in common, requested from every route that can return them: authentication, bodies, wrong
 * methods, a failing read store, an exchange that accepts nothing.
 */
import { type ErrorCode, generalErrors, isWrite, type Route } from '@bellwether/contract';
import { describe, expect, test } from 'vitest';
import { ROUTES_BY_NAME } from '../testing/error-cases/all-cases.ts';
import { CURSOR_FORM, expectError } from '../testing/error-cases/error-case.ts';
import { ask, askRoute, during, openErrorVenue, UNKNOWN } from '../testing/error-cases/venue.ts';
import { MOUNTED_ROUTES } from '../testing/mounted-routes.ts';
import { exchangeBytes, portOf } from '../testing/raw-socket.ts';
import { WalletOwner } from '../testing/session-signers.ts';
import { type Answer, admin, type Method, send } from '../testing/trader.ts';

const venue = await openErrorVenue();
/** Sends under a builder key. */
const owner = await WalletOwner.of(venue.alice);

const named = (routes: readonly Route[]): [string, Route][] =>
  routes.map((route) => [`${route.method} ${route.path}`, route]);
const withBody = MOUNTED_ROUTES.filter(({ method }) => method !== 'GET');
const GUESSES_FORGOTTEN_MS = 60_001;
const JSON_TYPE = { 'content-type': 'application/json' };
const UNWRITABLE = 'the disk of the read store rejects writes; the venue retries, and trading goes on';

/** The route's path with values in place of its parameters. */
const pathOf = ({ path }: Route): string =>
  path
    .replace(/:condition_id/, UNKNOWN.hash)
    .replace(/:(?:wallet|user_address)/, UNKNOWN.address)
    .replace(/:[a-z_]+/, '1');

/** Calls the route as a client with the right to do so. */
function call(route: Route, text: string, more: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const method = route.method as Method;
  const path = pathOf(route);
  const headers = { ...JSON_TYPE, ...more };
  if (route.auth === 'l2')
    return send(venue.stack, method, path, text, { ...venue.alice.headers(method, path, text), ...headers });
  if (route.auth === 'l1') return venue.alice.sendAsWallet(method, path, text, headers);
  if (route.auth === 'builder') return owner.send(path, text, headers);
  if (route.auth === 'admin') return admin(venue.stack, method, path, text, headers);
  return send(venue.stack, method, path, text, headers);
}

function expectGeneral(answer: Answer, code: ErrorCode, route: Route, text: string | RegExp): void {
  expect([...route.errors, ...generalErrors(route)]).toContain(code);
  expectError(answer, code, route.errorShape, { text });
}

describe('general errors: who calls', () => {
  for (const [name, route] of named(MOUNTED_ROUTES.filter(({ auth }) => auth === 'l2')))
    test(`${name} without and with a wrong key`, async () => {
      const method = route.method as Method;
      const bare = await ask(venue, method, pathOf(route));
      expectGeneral(bare, 'unauthenticated', route, /^missing header SERVICE_ADDRESS; no SERVICE_\* header arrived/);
      expect(bare.headers['www-authenticate']).toBe('Bellwether');
      const headers = { ...venue.alice.headers(method, pathOf(route), ''), SERVICE_PASSPHRASE: '0'.repeat(64) };
      const wrong = await send(venue.stack, method, pathOf(route), undefined, headers);
      expectGeneral(wrong, 'invalid_api_key', route, 'Unauthorized/Invalid api key');
      const late = { ...venue.alice.headers(method, pathOf(route), ''), SERVICE_TIMESTAMP: '1' };
      const stale = await send(venue.stack, method, pathOf(route), undefined, late);
      expectGeneral(stale, 'unauthenticated', route, /^header SERVICE_TIMESTAMP is 1799999999 s behind/);
    });

  test.each(named(MOUNTED_ROUTES.filter(({ auth }) => auth === 'admin')))(
    '%s without the token',
    async (_name, route) => {
      for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: 'a-token-for-tests-only' }]) {
        const answer = await send(venue.stack, route.method as Method, pathOf(route), undefined, headers);
        expectGeneral(answer, 'invalid_admin_token', route, 'Unauthorized/Invalid admin token');
        expect(answer.headers['www-authenticate']).toBe('Bearer');
      }
      // Wrong tokens are throttled; the next route is called once they are forgotten.
      venue.stack.time.nowMs += GUESSES_FORGOTTEN_MS;
    },
  );
});

describe('general errors: bodies', () => {
  for (const [name, route] of named(withBody))
    test(`${name} takes no other type, no larger body and none that is compressed`, async () => {
      const text = 'the body must be sent without Content-Encoding';
      for (const coding of ['gzip', 'identity, br', 'aes128gcm']) {
        const answer = await call(route, '{}', { 'content-encoding': coding });
        expectGeneral(answer, 'unsupported_content_encoding', route, text);
      }
      const typed = await call(route, '{}', { 'content-type': 'text/plain' });
      expectGeneral(typed, 'unsupported_media_type', route, 'the body must be application/json');
      if (route.bodyBytesMax !== undefined) return;
      const large = await call(route, ' '.repeat(256 * 1024 + 1));
      expectGeneral(large, 'body_too_large', route, 'the body is larger than 262144 bytes');
    });

  test.each(named(withBody))('%s notices a body that ends early', async (_name, route) => {
    const head = `${route.method} ${pathOf(route)} HTTP/1.1\r\nHost: venue\r\nContent-Type: application/json\r\n`;
    const authorization = route.auth === 'admin' ? 'Authorization: Bearer a-token-for-tests-only\r\n' : '';
    const bytes = `${head}${authorization}Content-Length: 9\r\n\r\n{}`;
    const answers = await exchangeBytes(await portOf(venue.stack.app), [bytes]);
    // Which side notices first decides whether the client still gets an answer.
    for (const { status, text } of answers) {
      expect(status).toBe(400);
      expect((JSON.parse(text) as { readonly error: string }).error).toMatch(/content-length|valid HTTP/);
    }
  });

  for (const [name, route] of named(
    MOUNTED_ROUTES.filter(({ body, path }) => body !== undefined && !path.includes(':')),
  ))
    test(`${name} says what is wrong with its JSON`, async () => {
      const path = route.path === '/admin/import' ? '/admin/import?file=x' : route.path;
      const target = { ...route, path };
      for (const [text, detail] of [
        ['{', 'the body is not valid JSON'],
        ['{"a":1,"a":2}', 'a key is repeated in one object'],
        ['{"__proto__":1}', 'the key __proto__ is not allowed'],
        ['['.repeat(66) + ']'.repeat(66), 'the body is nested more than 64 levels deep'],
      ] as const)
        expectGeneral(await call(target, text), 'malformed_json', route, `malformed JSON: ${detail}`);
    });
});

describe('general errors: methods and paths', () => {
  const paths = [...new Set(MOUNTED_ROUTES.map(({ path }) => path))];

  test.each(paths)('%s names the methods it has to one that it has not', async (path) => {
    const routes = MOUNTED_ROUTES.filter((route) => route.path === path);
    const methods = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    const allowed = [...methods, 'OPTIONS'].join(', ');
    const [first] = routes as [Route];
    const wrong =
      (['PATCH', 'PUT', 'POST', 'DELETE', 'GET'] as const).find((method) => !methods.includes(method)) ?? 'GET';
    const answer = await send(venue.stack, wrong, pathOf(first), wrong === 'GET' ? undefined : '{}', JSON_TYPE);
    expect(answer).toMatchObject({
      status: 405,
      headers: { allow: allowed },
      body: { error: `method ${wrong} is not allowed here, use ${allowed}`, code: 'method_not_allowed' },
    });
    const asked = await send(venue.stack, 'OPTIONS', pathOf(first), undefined, { origin: 'https://desk.example' });
    const isOpen = routes.every((route) => route.auth === 'none' && !isWrite(route));
    const told = ['origin', 'methods'].map((what) => asked.headers[`access-control-allow-${what}`]);
    expect([asked.status, ...told]).toEqual([204, ...(isOpen ? ['*', allowed] : [undefined, undefined])]);
    expect(asked.headers['access-control-allow-credentials']).toBeUndefined();
  });

  test('an unknown path is 404 whatever comes with it', async () => {
    const expected = { status: 404, body: { error: 'no such route: POST /nowhere', code: 'route_not_found' } };
    expect(await ask(venue, 'POST', '/nowhere', 'x'.repeat(300_000))).toMatchObject(expected);
    expect(await send(venue.stack, 'POST', '/nowhere', 'x', { 'content-type': 'text/plain' })).toMatchObject(expected);
    expect(await ask(venue, 'GET', '/trades/')).toMatchObject({ status: 404 });
    expect(await ask(venue, 'GET', '/Trades')).toMatchObject({ status: 404 });
  });
});

/** Answered without the read store; the last has two forms, each with errors of its own. */
const ELSEWHERE = [
  ...['/oi', '/v2/oi', '/v2/approvals', '/data/order/:id', '/docs', '/docs/:asset', '/openapi.json'],
  '/markets/:condition_id',
];
/** Open reads whose work is counted: those of the read store. */
const READS = [...ROUTES_BY_NAME].filter(
  ([, { method, path, auth, caps }]) =>
    method === 'GET' && auth === 'none' && caps.includes('work') && !ELSEWHERE.includes(path),
);
const read = (name: string, route: Route): Promise<Answer> =>
  askRoute(venue, route, name === CURSOR_FORM ? '?next_cursor=MA==' : {});

/** A request of each kind that changes something, by its route. */
async function changes(): Promise<Readonly<Record<string, () => Promise<Answer>>>> {
  const { alice, open, stack } = venue;
  const { body } = await alice.sign({ tokenId: open.yes, side: 'BUY', price: '0.5', size: '10' });
  const position = { conditionId: open.conditionId, amount: '1' };
  const comment = { body: 'Words', parentEntityType: 'Event', parentEntityID: Number(open.eventId) };
  return {
    'POST /order': () => alice.send('POST', '/order', body),
    'DELETE /order': () => alice.send('DELETE', '/order', { orderID: UNKNOWN.hash }),
    'DELETE /orders': () => alice.send('DELETE', '/orders', [UNKNOWN.hash]),
    'POST /positions/split': () => alice.send('POST', '/positions/split', position),
    'POST /positions/merge': () => alice.send('POST', '/positions/merge', position),
    'DELETE /auth/api-key': () => alice.send('DELETE', '/auth/api-key'),
    'POST /comments': () => alice.send('POST', '/comments', comment),
    'PUT /profile': () => alice.send('PUT', '/profile', { bio: 'x' }),
    'POST /v1/heartbeats': () => alice.send('POST', '/v1/heartbeats', {}),
    'POST /admin/tags': () => admin(stack, 'POST', '/admin/tags', { label: 'Busy' }),
    'POST /admin/mode': () => admin(stack, 'POST', '/admin/mode', { mode: 'open' }),
    'POST /admin/deposits': () => admin(stack, 'POST', '/admin/deposits', { wallet: alice.address, amount: '1' }),
  };
}

async function expectRefused(name: string, asked: Promise<Answer>, code: ErrorCode, text: string, retryAfter: number) {
  const shape = ROUTES_BY_NAME.get(name)?.errorShape ?? 'plain';
  expectError(await asked, code, shape, { text, retryAfter });
}

describe('general errors: a venue in trouble', () => {
  const faulty = READS.filter(([, route]) => generalErrors(route).includes('internal'));
  test.each(faulty)('%s: a fault has an id and no internals [W11]', async (name, route) => {
    const told = venue.stack.faults.length;
    const answer = await during(venue.stack.reader, 'broken', () => read(name, route));
    expectGeneral(answer, 'internal', route, /^Internal server error \([0-9a-f]{12,32}\)$/);
    const id = /\(([0-9a-f]+)\)/.exec(answer.text)?.[1];
    expect(venue.stack.faults.slice(told)).toEqual([expect.objectContaining({ faultId: id })]);
  });

  for (const [name, route] of READS)
    test(`${name}: a read that takes too long, or whose store cannot be written, is 503 in words [R23]`, async () => {
      const { reader } = venue.stack;
      for (const [flag, code, text, retryAfter] of [
        ['stopsReads', 'read_too_long', 'this read takes too long, ask for less at a time', 1],
        ['isUnwritable', 'read_store_unavailable', UNWRITABLE, 10],
      ] as const) {
        const asked = during(reader, flag, () => read(name, route));
        await expectRefused(name, asked, code, text, retryAfter);
      }
    });

  test('what was done and cannot be shown is no refusal: 503 says that it was done, and a repeat shows it', async () => {
    const { alice, bob, open, stack } = venue;
    const { body: sale } = await alice.sign({ tokenId: open.yes, side: 'BUY', price: '0.4', size: '5' });
    expect((await alice.send('POST', '/order', sale)).status).toBe(200);
    const { body: taker } = await bob.sign({ tokenId: open.no, side: 'BUY', price: '0.6', size: '5' });
    expect((await bob.send('POST', '/order', taker)).body).toMatchObject({ status: 'matched' });
    const words = JSON.stringify({ body: 'Done?', parentEntityType: 'Event', parentEntityID: Number(open.eventId) });
    const event = { title: 'Done?', slug: 'done', markets: [{ question: 'Is it?' }] };
    const key = { 'idempotency-key': 'done' };
    const signed = () => ({ ...alice.headers('POST', '/comments', words), ...key });
    const requests: [string, () => Promise<Answer>, object][] = [
      ['POST /comments', () => send(stack, 'POST', '/comments', words, signed()), { body: 'Done?' }],
      ['POST /admin/events', () => admin(stack, 'POST', '/admin/events', event, key), { slug: 'done' }],
      ['POST /order', () => bob.send('POST', '/order', taker), { status: 'matched' }],
    ];
    const text =
      'the request succeeded, but its result is not available yet: read it shortly, or send the request again with the same Idempotency-Key';
    for (const [name, request, shown] of requests) {
      await expectRefused(name, during(stack.reader, 'isUnwritable', request), 'done_not_shown', text, 1);
      expect((await request()).body).toMatchObject(shown);
    }
  });

  for (const [what, flag, code, text] of [
    ['takes nothing', 'unavailable', 'unavailable', 'the venue cannot take this request now, retry shortly'],
    [
      'hears nothing from its log',
      'isSilent',
      'outcome_unknown',
      'the journal has not answered in time, so the outcome is unknown. Send the request again with the same Idempotency-Key, or the same order',
    ],
  ] as const)
    test(`errors: an exchange that ${what} is 503 with a time to retry, on each route that changes something`, async () => {
      const requests = Object.entries(await changes());
      await during(venue.stack.exchange, flag, async () => {
        for (const [name, request] of requests) await expectRefused(name, request(), code, text, 1);
      });
    });

  test('errors: an almost full disk refuses what adds to the journal, and takes cancels and heartbeats [D28]', async () => {
    const { stack, alice, open } = venue;
    const requests = await changes();
    const { body } = await alice.sign({ tokenId: open.yes, side: 'BUY', price: '0.2', size: '5' });
    const { orderID } = (await alice.send('POST', '/order', body)).body as { readonly orderID: string };
    const text = 'the disk of the venue is almost full: it accepts only cancels and heartbeats until there is room';
    await during(stack.exchange, 'hasRoom', async () => {
      for (const name of ['POST /order', 'PUT /profile', 'POST /admin/tags'])
        await expectRefused(name, requests[name]?.() ?? expect.unreachable(name), 'storage_full', text, 30);
      // Reads of the read store, which is full as well, come before the exchange.
      const patch = () => admin(stack, 'PATCH', `/admin/markets/${open.conditionId}`, { description: 'Full' });
      const asked = during(stack.reader, 'isUnwritable', patch);
      await expectRefused('PATCH /admin/markets/:condition_id', asked, 'storage_full', text, 30);
      // A repeated order gets its answer as before: nothing has to be written.
      expect((await alice.send('POST', '/order', body)).status).toBe(200);
      expect((await requests['POST /v1/heartbeats']?.())?.status).toBe(200);
      expect((await alice.send('DELETE', '/order', { orderID })).body).toMatchObject({ canceled: [orderID] });
    });
    expect((await requests['POST /order']?.())?.status).toBe(200);
  });
});
