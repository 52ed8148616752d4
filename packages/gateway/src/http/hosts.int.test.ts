/**
 * Prefixes and host names of services: which route they lead to, what the signature covers, and that they bypass
 * nothing.
 */
import { BlockList } from 'node:net';
import { capTable, SERVICES } from '@bellwether/contract';
import { apiKeyHeaders } from '@bellwether/sdk';
import { expect, test } from 'vitest';
import { ask, in10 } from './testing/capped-requests.ts';
import { MOUNTED_ROUTES } from './testing/mounted-routes.ts';
import { openTestVenue, openTwoTraders } from './testing/open-venue.ts';
import { exchangeBytes, portOf } from './testing/raw-socket.ts';
import { ADMIN_TOKEN, type StackOptions } from './testing/stack.ts';
import { addMarket, type Method, send, Trader } from './testing/trader.ts';

const NAMES = new Map([
  ['trade.venue.example', 'clob'],
  ['catalog.venue.example', 'gamma'],
  ['figures.venue.example', 'data'],
] as const);
const OPERATORS = ['/admin/health', '/%61dmin/health', '/metrics', '/docs', '/openapi.json', '/app'];
const NOT_SERVED = [...OPERATORS, '/clob/time', '//time'];
const DESK = 'https://desk.example';
const STRANGER = 'https://stranger.example';
const host = (name: string): { readonly host: string } => ({ host: name });

const { stack, alice, bob } = await openTwoTraders({ hosts: NAMES });
const market = await addMarket(stack, 'Rain?');
await alice.placed({ tokenId: market.no, side: 'BUY', price: '0.5', size: '10' });
const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  send(stack, 'GET', path, undefined, headers);

test('hosts: a prefix, a local name and a name of the operator’s lead to the same answers', async () => {
  for (const [service, path] of [
    ['clob', `/book?token_id=${market.yes}`],
    ['clob', '/time'],
    ['gamma', '/events?limit=1'],
    ['data', `/holders?market=${market.conditionId}`],
  ] as const) {
    const plain = await get(path);
    expect(plain.status).toBe(200);
    const named = [...NAMES].find(([, each]) => each === service)?.[0] ?? '';
    for (const answer of [
      await get(`/${service}${path}`),
      await get(path, host(`${service}.localhost:8080`)),
      await get(path, host(named)),
      await get(path, host(`${named.toUpperCase()}.:443`)),
    ])
      expect([answer.status, answer.text]).toEqual([200, plain.text]);
  }
  // A service's bare address is its health check.
  for (const path of ['/clob', '/clob/', '/gamma', '/data/']) expect((await get(path)).text).toBe('"OK"');
});

test('hosts: GET /markets is the trading service’s pages there, and the catalog’s list at its own [S17]', async () => {
  const page = (await get('/markets?next_cursor=')).body as { data: unknown[]; next_cursor: string };
  for (const answer of [
    await get('/clob/markets'),
    await get('/clob/markets?next_cursor=MA=='),
    await get('/markets', host('clob.localhost')),
    await get('/markets', host('trade.venue.example')),
  ])
    expect(answer.body).toEqual(page);
  expect((await get('/clob/markets?limit=1')).body).toMatchObject({ limit: 1 });
  const list = (await get('/markets')).body;
  expect(Array.isArray(list)).toBe(true);
  for (const answer of [await get('/gamma/markets'), await get('/markets', host('catalog.venue.example'))])
    expect(answer.body).toEqual(list);
  // Parameters of the other form are refused with the errors of the form that was requested.
  const told = await get('/clob/markets?active=true');
  expect(told).toMatchObject({ status: 400, body: { code: 'bad_request', error: expect.stringContaining('active') } });
  expect(await get('/gamma/markets?next_cursor=')).toMatchObject({
    status: 400,
    body: { type: 'bad request', error: expect.stringContaining('next_cursor') },
  });
});

test('hosts: GET /markets/{id} is a trading client’s market there, and the catalog’s at its own, by any name', async () => {
  const { body: listed } = await get(`/markets?conditionId=${market.conditionId}`);
  const [{ id, slug }] = listed as [{ id: string; slug: string }];
  for (const name of [market.conditionId, slug, id]) {
    for (const answer of [await get(`/clob/markets/${name}`), await get(`/markets/${name}`, host('clob.localhost'))])
      expect(answer.body).toMatchObject({ condition_id: market.conditionId });
    for (const answer of [await get(`/gamma/markets/${name}`), await get(`/markets/${name}`, host('gamma.localhost'))])
      expect(answer.body).toMatchObject({ conditionId: market.conditionId });
  }
  expect((await get(`/markets/${id}`)).body).toMatchObject({ conditionId: market.conditionId });
  expect((await get(`/markets/${slug}`)).body).toMatchObject({ condition_id: market.conditionId });
  expect((await get('/gamma/markets/999999')).body).toMatchObject({ type: 'not found error' });
  expect((await get('/clob/markets/999999')).body).toMatchObject({ error: 'market not found' });
});

test('hosts: /data/trades is everyone’s behind the prefix, and one’s own with a key or where the host says so', async () => {
  await bob.placed({ tokenId: market.yes, side: 'BUY', price: '0.5', size: '5' });
  const { body: everyone } = await get('/trades');
  expect(everyone).toHaveLength(1);
  for (const answer of [
    await get('/data/trades?limit=5'),
    await get(`/data/trades?market=${market.conditionId}&limit=5`),
    await get('/trades', host('data.localhost')),
  ])
    expect(answer.body).toEqual(everyone);
  const own = (await bob.send('GET', '/data/trades')).body;
  expect(own).toMatchObject({ count: 1, data: [{ owner: bob.credentials.apiKey, size: '5' }] });
  expect((await bob.send('GET', `/data/trades?market=${market.conditionId}`)).body).toEqual(own);
  // Headers that are lost on the way, or sent to a host without prefixes, never make the request public.
  for (const refused of [
    await get('/data/trades'),
    await get('/data/trades?'),
    await get('/data/trades?next_cursor=MA=='),
    await get(`/data/trades?maker_address=${bob.address}`),
    await get('/clob/data/trades'),
    await get('/data/trades', host('clob.localhost')),
    await get('/data/%74rades'),
  ])
    expect(refused).toMatchObject({ status: 401 });
  for (const path of ['/data/orders', '/data/pre-migration-orders'])
    expect([path, (await get(path)).status]).toEqual([path, 401]);
  expect((await get(`/data/order/0x${'1'.repeat(64)}`)).body).toMatchObject({ error: 'Order not found' });
});

test('hosts: a signature covers the path without the prefix, whole, and is good once under every spelling [S17]', async () => {
  const { body } = await bob.sign({ tokenId: market.yes, side: 'BUY', price: '0.2', size: '10' });
  const text = JSON.stringify(body);
  const headers = bob.headers('POST', '/order', text);
  const before = stack.exchange.state.openOrders.size;
  const first = await send(stack, 'POST', '/clob/order', text, headers);
  expect([first.status, first.body]).toMatchObject([200, { status: 'live' }]);
  for (const [path, more] of [
    ['/order', {}],
    ['/gamma/order', {}],
    ['/order', host('clob.localhost')],
  ] as const) {
    const again = await send(stack, 'POST', path, text, { ...headers, ...more });
    expect([again.status, again.body]).toEqual([200, first.body]);
  }
  expect(stack.exchange.state.openOrders.size).toBe(before + 1);
  const timestamp = Math.floor(stack.time.nowMs / 1000);
  const signed = (path: string, method: Method = 'GET') =>
    apiKeyHeaders(bob.signer.address, bob.credentials, { method, path, body: '', timestamp });
  expect((await get('/clob/data/orders', signed('/data/orders'))).status).toBe(200);
  for (const [sent, path] of [
    ['/clob/data/orders', '/clob/data/orders'],
    ['/clob/data/orders', '/data/trades'],
    ['/clob/data/trades', '/trades'],
    ['/clob/data/orders', '/orders'],
  ] as const)
    expect([sent, path, (await get(sent, signed(path))).status]).toEqual([sent, path, 401]);
  const queried = await send(stack, 'DELETE', '/clob/cancel-all?market=1', undefined, signed('/cancel-all', 'DELETE'));
  expect(queried.body).toMatchObject({ code: 'unexpected_query' });
});

test('hosts: neither one’s orders nor one’s rights change hands behind a prefix', async () => {
  const { orderID } = await alice.placed({ tokenId: market.yes, side: 'BUY', price: '0.1', size: '10' });
  const text = JSON.stringify({ orderID });
  const cancel = (trader: Trader, path: string) =>
    send(stack, 'DELETE', path, text, trader.headers('DELETE', '/order', text));
  for (const path of ['/clob/order', '/data/order', '/gamma/order'])
    expect((await cancel(bob, path)).body).not.toMatchObject({ canceled: [orderID] });
  // The key of one account with the address of the other.
  const mixed = { ...alice.headers('DELETE', '/order', text), SERVICE_ADDRESS: bob.signer.address };
  expect((await send(stack, 'DELETE', '/clob/order', text, mixed)).status).toBe(401);
  expect((await cancel(alice, '/clob/order')).body).toMatchObject({ canceled: [orderID] });
});

test('hosts: the operator’s routes, figures, description and page are behind no prefix, however they are spelt', async () => {
  const bearer = { authorization: `Bearer ${ADMIN_TOKEN}` };
  for (const service of SERVICES) {
    for (const path of NOT_SERVED)
      expect([path, (await get(`/${service}${path}`, bearer)).status]).toEqual([path, 404]);
    expect((await send(stack, 'OPTIONS', `/${service}/admin/mode`)).status).toBe(404);
    expect((await get(`/${service}s/time`)).status).toBe(404);
    expect((await get(`/%${service.charCodeAt(0).toString(16)}${service.slice(1)}/time`)).status).toBe(404);
  }
  const told = (await get('/gamma/admin/nothing')).body;
  expect(told).toMatchObject({ error: expect.stringContaining('/gamma/admin/nothing') });
  expect((await get('/admin/health', bearer)).status).toBe(200);
  expect((await get('/gamma/time', host('clob.localhost'))).status).toBe(404);
  for (const path of ['/admin/health', '/metrics', '/openapi.json', '/docs', '/docs/', '/app', '/app/operate'])
    expect([path, (await get(path, { ...bearer, ...host('clob.localhost') })).status]).toEqual([path, 404]);
});

test('hosts: every route of the services is there behind each prefix, with its methods', async () => {
  const paths = new Map<string, string[]>();
  for (const { path, method, auth } of MOUNTED_ROUTES)
    if (auth !== 'admin' && !path.startsWith('/auth/people/')) paths.set(path, [...(paths.get(path) ?? []), method]);
  for (const path of ['/metrics', '/docs', '/docs/:asset', '/openapi.json']) expect(paths.delete(path)).toBe(true);
  for (const [path, methods] of paths) {
    const url = path.replace(/:[a-z_]+/g, '1');
    for (const prefix of ['/clob', '/gamma']) {
      const { status, headers } = await send(stack, 'OPTIONS', prefix + url);
      expect([url, status]).toEqual([url, 204]);
      for (const method of methods) expect(String(headers['allow'])).toContain(method);
    }
  }
});

test('hosts: an absolute target means its path: the same route, prefix, methods, refusals and trace', async () => {
  const port = await portOf(stack.app);
  const ask = async (line: string, name = 'venue') => {
    const [answer] = await exchangeBytes(port, [`${line} HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`]);
    return answer;
  };
  const authorities = ['http://venue', 'HTTPS://other.example:8443'];
  for (const origin of authorities) {
    for (const [line, status] of [
      [`GET ${origin}/tags?limit=1`, 200],
      [`GET ${origin}/gamma/tags?limit=1`, 200],
      [`GET ${origin}/data/v2/oi`, 200],
      [`PUT ${origin}/v2/oi`, 405],
      [`GET ${origin}/clob/admin/health`, 404],
      [`GET ${origin}//v2/oi`, 404],
      [`GET ${origin}/data/trades`, 401],
    ] as const)
      expect([line, (await ask(line))?.status]).toEqual([line, status]);
    const unknown = await ask(`GET ${origin}/v2/nothing`);
    expect(unknown?.headers['x-trace-id']).toMatch(/^[0-9a-f]{32}$/);
    expect(JSON.parse(unknown?.text ?? '')).toMatchObject({ code: 'not_found' });
    for (const path of ['/markets', '/time']) {
      const named = await ask(`GET ${origin}${path}`, 'clob.localhost');
      expect(named?.text).toBe((await get(path, host('clob.localhost'))).text);
    }
    for (const path of ['/admin/health', '/metrics'])
      expect((await ask(`GET ${origin}${path}`, 'clob.localhost'))?.status).toBe(404);
  }
  expect((await ask('GET http://venue'))?.status).toBe((await get('/')).status);
});

const start = (options: StackOptions) => openTestVenue({ hosts: NAMES, ...options });

test('hosts: all spellings of a route share its caps, for an address and for an account, and other users keep theirs [S17]', async () => {
  const stack = await start({
    limits: capTable({ trading: in10(100), tags: in10(4), order: in10(4), markets: in10(4) }),
  });
  const [alice, bob] = [await Trader.open(stack, '1'), await Trader.open(stack, '2')];
  const [mine, theirs] = ['198.51.100.1', '198.51.100.2'];
  const spellings = (path: string) =>
    [
      [path, {}],
      [`/gamma${path}`, {}],
      [`/clob${path}`, {}],
      [path, host('gamma.localhost')],
      [path, host('catalog.venue.example')],
      [path, host('trade.venue.example')],
      [path, {}],
    ] as const;
  for (const path of ['/tags', '/markets']) {
    const statuses: number[] = [];
    for (const [url, headers] of spellings(path))
      statuses.push((await ask(stack, 'GET', url, { from: mine, headers })).status);
    expect([path, statuses]).toEqual([path, [200, 200, 200, 200, 429, 429, 429]]);
    expect((await ask(stack, 'GET', `/gamma${path}`, { from: theirs })).status).toBe(200);
  }
  const orders = async (trader: Trader, from: string): Promise<number[]> => {
    const statuses: number[] = [];
    for (const [index, [url, more]] of spellings('/order').entries()) {
      const body = `{}${' '.repeat(index)}`;
      const headers = { ...trader.headers('POST', '/order', body), ...more };
      statuses.push((await ask(stack, 'POST', url, { from, headers, body })).status);
    }
    return statuses;
  };
  expect(await orders(alice, mine)).toEqual([400, 400, 400, 400, 429, 429, 429]);
  expect(await orders(alice, '198.51.100.3')).toEqual([429, 429, 429, 429, 429, 429, 429]);
  expect(await orders(bob, theirs)).toEqual([400, 400, 400, 400, 429, 429, 429]);
});

test('hosts: a page of markets costs the same work with the cursor or behind the prefix', async () => {
  const stack = await start({ limits: capTable() });
  const left = async (url: string, from: string): Promise<string | undefined> =>
    /"work";r=([0-9]+)/.exec(String((await ask(stack, 'GET', url, { from })).headers['ratelimit']))?.[1];
  const behind = await left('/clob/markets?limit=1000', '192.0.2.7');
  expect(behind).toBe(await left('/markets?limit=1000&next_cursor=', '192.0.2.8'));
  expect(await left('/clob/markets', '192.0.2.9')).toBe(await left('/markets?next_cursor=', '192.0.2.10'));
});

test('hosts: what an allow-list restricts is restricted under every spelling, and to pages of other origins [L16]', async () => {
  const dataAllowlist = new BlockList();
  dataAllowlist.addSubnet('10.0.0.0', 8, 'ipv4');
  const stack = await start({ dataAllowlist, corsOrigins: [DESK] });
  const allowed = async (url: string, headers: object, origin: string, from: string) => {
    const answer = await ask(stack, 'GET', url, { headers: { ...headers, origin }, from });
    return [url, answer.status === 401, answer.headers['access-control-allow-origin']];
  };
  for (const [url, headers] of [
    ['/trades', {}],
    ['/holders?market=0x1', {}],
    ['/markets/1', {}],
    ['/data/trades?limit=5', {}],
    ['/gamma/trades', {}],
    ['/trades', host('data.localhost')],
    [`/data/holders?market=0x${'1'.repeat(64)}`, {}],
    ['/gamma/markets/1', {}],
    [`/clob/markets/0x${'1'.repeat(64)}`, {}],
  ] as const) {
    expect(await allowed(url, headers, STRANGER, '192.0.2.1')).toEqual([url, true, undefined]);
    expect(await allowed(url, headers, STRANGER, '10.0.0.1')).toEqual([url, false, undefined]);
    expect(await allowed(url, headers, DESK, '10.0.0.1')).toEqual([url, false, DESK]);
  }
  for (const url of ['/events', `/live-volume?market=0x${'1'.repeat(64)}`])
    expect(await allowed(url, {}, STRANGER, '192.0.2.1')).toEqual([url, false, '*']);
});

test('hosts: a browser that asks first about own trades is told of them, and any page may read everyone’s', async () => {
  const stack = await start({ corsOrigins: [DESK] });
  const allowed = async (headers: string, origin: string) => {
    const asked = { origin, 'access-control-request-headers': headers };
    const answer = await send(stack, 'OPTIONS', '/data/trades?limit=5', undefined, asked);
    return answer.headers['access-control-allow-origin'];
  };
  expect(await allowed('content-type, Service_Api_Key', STRANGER)).toBeUndefined();
  expect(await allowed('service_api_key', DESK)).toBe(DESK);
  expect(await allowed('content-type', STRANGER)).toBe('*');
});

test('hosts: figures count a request under its route, whatever stood before it', async () => {
  const stack = await start({});
  for (const url of ['/tags', '/gamma/tags', '/data/tags']) await send(stack, 'GET', url);
  const { text } = await send(stack, 'GET', '/metrics');
  expect(text).toContain('http_requests_total{method="GET",route="/tags",status="200"} 3');
  expect(text).not.toContain('gamma');
});
