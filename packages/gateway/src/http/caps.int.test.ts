/**
 * The cap table through the server: each row with its own figures, who is counted, who waits, the answers sent, and
 * caps that count by cost: the cost a request declares, and the read time beyond that.
 */
import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { CAPS, type CapName, capTable, ROUTES } from '@bellwether/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { ask, askAs, in10, type Sent } from './testing/capped-requests.ts';
import { openTestVenue, openTwoTraders, openVenue } from './testing/open-venue.ts';
import { portOf } from './testing/raw-socket.ts';
import type { Stack } from './testing/stack.ts';
import { Trader } from './testing/trader.ts';

/** Resolves once a request is waiting for room. */
async function someoneWaits(stack: Stack): Promise<void> {
  while (stack.timers.pending === 0) await turn();
}

/** The table at a twentieth of its size. `limiter.test` checks the full figures. */
const SMALL = capTable(
  Object.fromEntries(
    Object.entries(CAPS).map(([name, { windows }]) => [
      name,
      windows.map(({ requests, seconds }) => ({ requests: Math.ceil(requests / 20), seconds })),
    ]),
  ),
);

describe('the table', async () => {
  const stack = await openVenue({ limits: SMALL });
  const trader = await Trader.open(stack, '1');

  /** A request for a row of each error shape and method. The answer does not matter; the request counts. */
  const ROWS: [row: CapName, method: 'GET' | 'POST', url: string, body?: string][] = [
    ['catalog', 'GET', '/series'],
    ['trading', 'GET', '/time'],
    ['books', 'POST', '/books', '[]'],
    ['trades', 'GET', '/trades'],
    ['metrics', 'GET', '/metrics'],
  ];

  for (const [row, method, url, body] of ROWS)
    test(`caps: ${row}: ${method} ${url} passes as often as its row says, then is refused`, async () => {
      const most = SMALL[row][0]?.requests ?? 0;
      const sent = { from: `198.51.100.${ROWS.findIndex(([name]) => name === row) + 1}`, ...(body && { body }) };
      for (let count = 0; count < most; count++)
        if ((await ask(stack, method, url, sent)).status === 429) expect.unreachable(`refused after ${count}`);
      const over = await ask(stack, method, url, sent);
      expect(over).toMatchObject({ status: 429, headers: { 'retry-after': '10' } });
      expect(over.body).toMatchObject({ error: 'rate limit exceeded' });
      expect(over.headers['ratelimit']).toContain(`"${row}";r=0;t=10`);
      expect(over.headers['ratelimit-policy']).toContain(`"${row}";q=${most};w=10`);
      expect((await ask(stack, method, url, { ...sent, from: '203.0.113.1' })).status).not.toBe(429);
      stack.timers.advance(10_000);
      expect((await ask(stack, method, url, sent)).status).not.toBe(429);
      stack.timers.advance(10_000);
    });

  test('caps: orders and cancels of a key have rows of their own, and a batch counts by its orders', async () => {
    const left = async (method: 'POST' | 'DELETE', url: string, body: object) =>
      (await askAs(stack, trader, method, url, JSON.stringify(body))).headers['ratelimit'];
    const batch = await left('POST', '/orders', Array(15).fill({}));
    expect(batch).toBe('"trading";r=249;t=10, "order-600s";r=1185;t=600, "order-10s";r=105;t=10');
    const order = await left('POST', '/order', {});
    expect(order).toBe('"trading";r=248;t=10, "order-600s";r=1184;t=600, "order-10s";r=104;t=10');
    const cancel = await left('DELETE', '/order', {});
    expect(cancel).toBe('"trading";r=247;t=10, "cancel-600s";r=1199;t=600, "cancel-10s";r=119;t=10');
  });

  test('caps: every route says which rows it counts in, those of the operator none', async () => {
    const dummies: Readonly<Record<string, string>> = { id: '1', slug: 'a', condition_id: '1', token_id: '1' };
    for (const { method, path, caps, auth } of ROUTES) {
      if (!stack.app.hasRoute({ method, url: path })) continue;
      const url = path.replace(/:([a-z_]+)/g, (_text, name: string) => dummies[name] ?? '0x1');
      const headers = auth === 'l2' ? trader.headers(method, url, '') : {};
      const answer = await ask(stack, method, url, { headers });
      const names = String(answer.headers['ratelimit-policy'] ?? '').matchAll(/"([a-zA-Z]+)(?:-[0-9]+s)?"/g);
      expect([path, [...new Set([...names].map(([, name]) => name))]]).toEqual([path, [...caps]]);
      expect(caps.length === 0).toBe(auth === 'admin');
    }
  });

  test('caps: HEAD counts as GET', async () => {
    const from = '198.51.100.99';
    const head = (await ask(stack, 'HEAD', '/', { from })).headers['ratelimit'];
    expect(head).toBe('"trading";r=249;t=10, "health";r=2;t=10');
    const get = (await ask(stack, 'GET', '/', { from })).headers['ratelimit'];
    expect(get).toBe('"trading";r=248;t=10, "health";r=1;t=10');
  });
});

describe('who is counted and who waits', async () => {
  const own = { order: in10(3), cancel: in10(3), health: in10(2), listings: in10(3), tags: in10(1) };
  const limits = capTable({ trading: in10(8), ...own });
  const { stack, alice, bob } = await openTwoTraders({ limits, trustProxy: ['10.0.0.0/8', '2001:db8:ffff::/48'] });
  const left = async (from: string, headers = {}): Promise<string> =>
    /"health";r=([0-9]+)/.exec(String((await ask(stack, 'GET', '/', { from, headers })).headers['ratelimit']))?.[1] ??
    '';
  beforeEach(() => stack.timers.advance(10_000));

  test('caps: an account is one client wherever it comes from and whichever of its keys it uses [R10]', async () => {
    for (const from of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
      expect((await askAs(stack, alice, 'POST', '/order', '{}', from)).status).toBe(400);
    expect(await askAs(stack, alice, 'POST', '/order', '{}', '192.0.2.4')).toMatchObject({
      status: 429,
      body: { error: 'rate limit exceeded', code: 'rate_limited', retry_after_seconds: 10 },
    });
    const second = await Trader.open(stack, '1', 7);
    expect((await askAs(stack, second, 'POST', '/order', '{}', '192.0.2.5')).status).toBe(429);
    expect((await askAs(stack, bob, 'POST', '/order', '{}', '192.0.2.1')).status).toBe(400);
  });

  test('caps: who names a key without its secret uses up their own address alone', async () => {
    const headers = { ...alice.headers('POST', '/order', '{}'), SERVICE_SIGNATURE: '00'.repeat(32) };
    for (let count = 0; count < 3; count++)
      expect((await ask(stack, 'POST', '/order', { headers, body: '{}' })).status).toBe(401);
    expect((await ask(stack, 'POST', '/order', { headers, body: '{}' })).status).toBe(429);
    const told = (await askAs(stack, alice, 'POST', '/order', '{}', '192.0.2.9')).headers['ratelimit'];
    expect(told).toContain('"order";r=2');
  });

  test('caps: events and markets lists share their combined row', async () => {
    for (const url of ['/events', '/markets', '/markets?next_cursor='])
      expect((await ask(stack, 'GET', url)).status).toBe(200);
    expect(await ask(stack, 'GET', '/events')).toMatchObject({ status: 429, body: { type: 'rate limited' } });
    // The cursor form keeps its own error shape.
    expect((await ask(stack, 'GET', '/markets?next_cursor=')).body).toMatchObject({ code: 'rate_limited' });
  });

  test('caps: over the cap a request waits when room comes within a second, and is then answered as ever', async () => {
    expect((await ask(stack, 'GET', '/tags')).status).toBe(200);
    stack.timers.advance(9_000);
    const waiting = ask(stack, 'GET', '/tags');
    await someoneWaits(stack);
    stack.timers.advance(999);
    expect(stack.timers.pending).toBe(1);
    stack.timers.advance(1);
    const found = await waiting;
    expect(found).toMatchObject({ status: 200, body: [], headers: { ratelimit: expect.stringContaining('r=0;t=10') } });
  });

  test('caps: a cancel is not held up by orders that wait [R7]', async () => {
    for (let count = 0; count < 3; count++) await askAs(stack, alice, 'POST', '/order', '{}');
    stack.timers.advance(9_500);
    const order = askAs(stack, alice, 'POST', '/order', '{}');
    await someoneWaits(stack);
    expect((await askAs(stack, alice, 'DELETE', '/cancel-all')).status).toBe(200);
    expect((await askAs(stack, alice, 'DELETE', '/order', '{}')).status).toBe(400);
    stack.timers.advance(500);
    expect((await order).status).toBe(400);
  });

  test('caps: a request whose timestamp runs out while it waits is refused for that', async () => {
    // Moves to the start of a second.
    stack.timers.advance(1_000 - (stack.time.nowMs % 1_000));
    for (let count = 0; count < 3; count++) await askAs(stack, alice, 'POST', '/order', '{}');
    stack.timers.advance(9_500);
    stack.time.nowMs -= 60_000;
    const headers = alice.headers('POST', '/order', '{}');
    stack.time.nowMs += 60_000;
    // The timestamp is as old as allowed now, and too old once there is room.
    const waiting = ask(stack, 'POST', '/order', { headers, body: '{}' });
    await someoneWaits(stack);
    stack.timers.advance(500);
    expect(await waiting).toMatchObject({ status: 401, body: { error: expect.stringContaining('61 s behind') } });
  });

  test('caps: an order whose API key is revoked while it waits is refused for that [E41]', async () => {
    const revoked = await Trader.open(stack, '1', 9);
    for (let count = 0; count < 3; count++) await askAs(stack, alice, 'POST', '/order', '{}');
    stack.timers.advance(9_500);
    const order = askAs(stack, revoked, 'POST', '/order', '{}');
    await someoneWaits(stack);
    expect((await askAs(stack, revoked, 'DELETE', '/auth/api-key')).status).toBe(200);
    stack.timers.advance(500);
    expect(await order).toMatchObject({ status: 401, body: { code: 'invalid_api_key' } });
  });

  test('caps: a client that goes away gives up its place in the line', async () => {
    const port = await portOf(stack.app);
    const from = '127.0.0.1';
    expect((await ask(stack, 'GET', '/tags', { from })).status).toBe(200);
    stack.timers.advance(9_500);
    const socket = connect({ port, host: from }, () => socket.write('GET /tags HTTP/1.1\r\nhost: venue\r\n\r\n'));
    await someoneWaits(stack);
    // After a graceful close the client could still be waiting for its answer.
    socket.resetAndDestroy();
    while (stack.timers.pending > 0) await turn();
    stack.timers.advance(500);
    // The aborted request has not used up its slot.
    expect((await ask(stack, 'GET', '/tags', { from })).status).toBe(200);
  });

  test.each<[string, string, string | undefined, string]>([
    ['an address on its own', '192.0.2.10', undefined, '192.0.2.10'],
    ['another address of the same IPv6 network', '2001:db8:1:2::1', undefined, '2001:db8:1:2:ffff::9'],
    ['a spoofed header from no proxy of ours', '192.0.2.12', '198.51.100.1', '192.0.2.12'],
    ['the client of a proxy', '10.0.0.1', '192.0.2.13', '192.0.2.13'],
    ['the client of a proxy over IPv6', '2001:db8:ffff::1', '192.0.2.14', '192.0.2.14'],
    ['an IPv6 client of a proxy', '10.0.0.1', '2001:db8:5:6::7', '2001:db8:5:6::1'],
    ['a chain of proxies', '10.0.0.1', '192.0.2.15, 10.2.3.4', '192.0.2.15'],
    ['what a client made up before its own address', '10.0.0.1', '198.51.100.2, 192.0.2.16', '192.0.2.16'],
    ['a made-up proxy before its own address', '10.0.0.1', '1.2.3.4, 10.9.9.9, 192.0.2.17, 10.2.3.4', '192.0.2.17'],
    ['white space', '10.0.0.1', ' 192.0.2.18 ,\t10.2.3.4', '192.0.2.18'],
    ['an address with a port', '10.0.0.1', '192.0.2.19:4711', '192.0.2.19'],
    ['garbage before an address', '10.0.0.1', 'garbage, 192.0.2.20', '192.0.2.20'],
    ['an empty header', '10.0.0.7', '', '10.0.0.7'],
    ['proxies alone', '10.0.0.8', '10.0.0.9', '10.0.0.9'],
  ])('caps: counted by address: %s', async (_name, from, forwarded, same) => {
    expect(await left(from, forwarded === undefined ? {} : { 'x-forwarded-for': forwarded })).toBe('1');
    expect(await left(same)).toBe('0');
  });

  test('caps: IPv6 clients of different networks are different, a proxy that passes on garbage is one [R9]', async () => {
    expect([await left('2001:db8:1:3::1'), await left('2001:db8:1:4::1')]).toEqual(['1', '1']);
    expect(await left('10.0.0.1', { 'x-forwarded-for': 'unknown' })).toBe('1');
    expect(await left('10.0.0.2', { 'x-forwarded-for': '1.2.3.4.5' })).toBe('0');
  });

  test('caps: pages of other origins may read the headers, also of a refusal', async () => {
    const headers = { origin: 'https://example.org' };
    const exposed =
      'date, ratelimit, ratelimit-policy, retry-after, x-next-cursor, x-book-sequence, x-read-sequence, x-sequence, idempotent-replayed, idempotency-key, x-trace-id, allow';
    const answers = [];
    for (let count = 0; count < 3; count++) answers.push(await ask(stack, 'GET', '/', { headers }));
    for (const answer of answers) {
      const shown = answer.headers;
      expect(shown).toMatchObject({ 'access-control-allow-origin': '*', 'access-control-expose-headers': exposed });
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
  });

  test('caps: the metrics say how often each row was over', async () => {
    await stack.app.inject('/metrics');
    for (let count = 0; count < 4; count++) await ask(stack, 'GET', '/');
    stack.timers.advance(1_000);
    const { body } = await stack.app.inject('/metrics');
    const before = Number(/cap_requests_total\{row="health",outcome="refused"\} ([0-9]+)/.exec(body)?.[1]);
    for (let count = 0; count < 2; count++) await ask(stack, 'GET', '/');
    stack.timers.advance(1_000);
    const after = (await stack.app.inject('/metrics')).body;
    expect(after).toContain(`bellwether_cap_requests_total{row="health",outcome="refused"} ${before + 2}`);
    expect(after).toContain('bellwether_cap_requests_total{row="tags",outcome="waited"}');
    expect(after).toMatch(/bellwether_cap_clients\{kind="address"\} [1-9]/);
  });

  test('caps: requests of the operator are not counted', async () => {
    for (let count = 0; count < 20; count++)
      expect((await ask(stack, 'POST', '/admin/mode', { body: '{}' })).status).toBe(401);
  });
});

test('caps: off means that nothing is counted or said', async () => {
  const stack = await openTestVenue();
  const answers = await Promise.all(Array.from({ length: 60 }, () => ask(stack, 'GET', '/')));
  expect(answers.every(({ status, headers }) => status === 200 && headers['ratelimit'] === undefined)).toBe(true);
});

describe('what requests cost', async () => {
  const stack = await openVenue({ limits: capTable({ work: in10(100), cancels: in10(100) }) });

  const left = ({ headers }: Awaited<ReturnType<typeof ask>>): string | undefined =>
    /"work";r=([0-9]+)/.exec(String(headers['ratelimit']))?.[1];

  test('cost: a request counts by its size, siblings count together, and others are not held up [R21]', async () => {
    const from = '192.0.2.71';
    expect(left(await ask(stack, 'GET', '/trades?limit=6000', { from }))).toBe('40');
    expect(left(await ask(stack, 'GET', '/sampling-markets?limit=1000', { from }))).toBe('14');
    expect((await ask(stack, 'GET', '/simplified-markets?limit=1000', { from })).status).toBe(429);
    expect((await ask(stack, 'GET', '/trades?limit=6000', { from })).status).toBe(429);
    expect(left(await ask(stack, 'GET', '/trades?limit=1000', { from }))).toBe('4');
    expect((await ask(stack, 'GET', '/time', { from })).status).toBe(200);
    expect((await ask(stack, 'GET', '/trades?limit=6000', { from: '192.0.2.72' })).status).toBe(200);
  });

  test('cost: a body counts by the length it says, and without one as the longest', async () => {
    const tokens = JSON.stringify([{ token_id: '1'.repeat(78) }]);
    const post = (from: string, more: Sent) => ask(stack, 'POST', '/midpoints', { from, ...more });
    expect(left(await post('192.0.2.73', { body: tokens }))).toBe('99');
    expect(left(await post('192.0.2.73', { body: ' '.repeat(8 * 4_096) }))).toBe('90');
    expect(left(await post('192.0.2.74', { headers: { 'transfer-encoding': 'chunked' } }))).toBe('35');
  });

  test('cost: what a read has taken beyond its declared cost counts afterwards [R21]', async () => {
    const from = '192.0.2.75';
    stack.reader.cpuMs = 50;
    try {
      expect(left(await ask(stack, 'GET', '/tags', { from }))).toBeUndefined();
      expect(left(await ask(stack, 'GET', '/events?limit=5', { from }))).toBe('99');
      // 50 ms of read time, plus three tenths for overhead around the read, plus half a millisecond: 66 units.
      expect(left(await ask(stack, 'GET', '/events?limit=5', { from }))).toBe('33');
      // Costs more than the remaining room: the client has to wait.
      expect((await ask(stack, 'GET', '/events?limit=5', { from })).status).toBe(429);
    } finally {
      stack.reader.cpuMs = 0;
    }
    stack.timers.advance(10_000);
    expect(left(await ask(stack, 'GET', '/events?limit=5', { from }))).toBe('99');
  });

  test('cost: a read whose turn comes when its client is over the cap by others is refused, and costs nothing [R30]', async () => {
    const [from, other] = ['192.0.2.77', '192.0.2.78'];
    const url = '/events?limit=5';
    // A read that costs more than it declares ends while another read of the same client waits for its turn.
    let ended: Promise<unknown> | null = null;
    const later = Promise.withResolvers<void>();
    stack.reader.cpuMs = 200;
    const { read } = stack.reader;
    stack.reader.read = async function (name, parameters, asker) {
      if (ended === null) ended = ask(stack, 'GET', url, { from }).finally(later.resolve);
      else return read.call(this, name, parameters, asker);
      await later.promise;
      return read.call(this, name, parameters, asker);
    };
    try {
      const waited = await ask(stack, 'GET', url, { from });
      expect([waited.status, waited.headers['retry-after']]).toEqual([429, '10']);
      expect(((await ended) as unknown as { status: number }).status).toBe(200);
      expect((await ask(stack, 'GET', url, { from: other })).status).toBe(200);
    } finally {
      stack.reader.read = read;
      stack.reader.cpuMs = 0;
    }
    stack.timers.advance(10_000);
    expect(left(await ask(stack, 'GET', url, { from }))).toBe('99');
  });

  test('cost: cancels by id count in a row of their own', async () => {
    const trader = await Trader.open(stack, '1');
    const ids = JSON.stringify(
      Array.from({ length: 1_000 }, (_, index) => `0x${index.toString(16).padStart(64, '0')}`),
    );
    const answer = await askAs(stack, trader, 'DELETE', '/orders', ids, '192.0.2.76');
    expect(answer.status).toBe(200);
    expect(String(answer.headers['ratelimit'])).toMatch(/"cancels";r=83/);
  });
});
