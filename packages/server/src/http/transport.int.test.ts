/** Refusals of odd requests: bodies, types, paths, values, faults, and what a signature does not cover. */
import { BlockList } from 'node:net';
import { ROUTES } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { openTestVenue, openVenue } from './testing/open-venue.ts';
import { exchangeBytes, portOf } from './testing/raw-socket.ts';
import { addEvent, addMarket, send, Trader } from './testing/trader.ts';

const HASH = `0x${'ab'.repeat(32)}`;

const stack = await openVenue();
const alice = await Trader.open(stack, '1');
const market = await addMarket(stack, 'Will it rain?', { orderPriceMinTickSize: 0.01, orderMinSize: 5 });

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

test('http: a fault has a short id that the operator finds, and tells nothing else [W11]', async () => {
  const { orderID } = await alice.placed({ tokenId: market.yes, side: 'BUY', price: '0.01', size: '5' });
  stack.reader.broken = true;
  const answers = await Promise.all(
    ['/trades', '/tags', `/markets/${HASH}`, `/data/order/${orderID}`].map((url) => send(stack, 'GET', url)),
  );
  stack.reader.broken = false;
  const withId = expect.stringMatching(/^Internal server error \([0-9a-f]{12}\)$/);
  expect(answers.map(({ status, body }) => [status, body])).toEqual([
    [500, { error: expect.stringMatching(/^internal_error: [0-9a-f]{12}$/) }],
    [500, { type: 'internal error', error: withId }],
    [500, { error: 'Internal server error', code: 'market_internal' }],
    [500, { error: withId, code: 'internal' }],
  ]);
  const [first] = answers as [{ body: { error: string } }, ...unknown[]];
  const faults = stack.faults.map((fault) => 'faultId' in fault && `internal_error: ${fault.faultId}`);
  expect(faults).toContain(first.body.error);
  for (const { text } of answers) expect(text).not.toContain('secret');
});

test('allow-list: who is not on it may not read the ledger or a market in detail [L16]', async () => {
  const dataAllowlist = new BlockList();
  dataAllowlist.addSubnet('10.0.0.0', 8, 'ipv4');
  const restricted = await openTestVenue({ lendsWallets: false, dataAllowlist });
  const denied = { error: 'unauthorized: ip_not_allowlisted' };
  expect(await send(restricted, 'GET', '/trades')).toMatchObject({ status: 401, body: denied });
  expect(await send(restricted, 'GET', `/markets/${HASH}`)).toMatchObject({ status: 401, body: denied });
  const inside = await restricted.app.inject({ url: '/trades', remoteAddress: '::ffff:10.1.2.3' });
  expect([inside.statusCode, inside.body]).toEqual([200, '[]']);
});

const BAD_MARKET = { error: 'Invalid market', code: 'invalid_market' };
const NO_MARKET = { error: 'market not found', code: 'market_not_found' };
const BAD_TOKEN = { error: 'Invalid token id', code: 'invalid_token_id' };
const bad = (error: string) => ({ type: 'bad request', error });
const missing = (name: string) => ({ type: 'not found error', error: `${name} not found` });

test.each<[string, number, object]>([
  ['/book?token_id=01', 400, BAD_TOKEN],
  ['/book?token_id=1&token_id=2', 400, BAD_TOKEN],
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
  const [market] = await addEvent(stack, ['Will it rain?']);
  for (let number = 1; number <= 3; number += 1) {
    const body = { body: `Number ${number}.`, parentEntityType: 'Event', parentEntityID: Number(market?.eventId) };
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

for (const [name, route] of named(withKey.filter(({ method }) => method !== 'GET')))
  test(`extras: ${name} takes no query`, async () => {
    const path = `${pathOf(route.path)}?ids=1`;
    const answer = await alice.send(route.method, path, route.body === undefined ? undefined : {});
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(/takes no query/) } });
  });
