import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { FEED_PATHS, ROUTES } from '@bellwether/contract';
import { CONNECTION_LIMITS } from '@bellwether/gateway/http/connections/connections.ts';
import { isOfService } from '@bellwether/gateway/http/pipeline.ts';
import type { Runtime } from '@bellwether/ports/runtime.ts';
import type { Client } from '@bellwether/sdk';
import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openMarket, play } from '../testing/played.ts';

const IN = 3;
const ACK = 4;
const points = Object.fromEntries(
  ['order', 'cancel', 'read'].flatMap((kind) => [
    [`${kind}.in`, { constant: IN }],
    [`${kind}.ack`, { constant: ACK }],
  ]),
);

const played = await play();
const { url } = played.sandbox;
const { port } = new URL(url);
const client = played.client('a');
await openMarket(client);
beforeAll(async () => {
  await client.auth.credentials();
  await client.sandbox.latency({ points });
});
afterAll(() => played.close());

/** Sends bytes; resolves to everything that comes back until the venue ends the connection, or to '' once `leaves`. */
const raw = (bytes: string, leaves = false): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port: Number(port) });
    let all = '';
    socket.on('data', (chunk) => (all += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(leaves ? '' : all));
    if (leaves) socket.write(bytes, () => socket.resetAndDestroy());
    else socket.end(bytes);
  });
const head = (line: string, ...headers: string[]): string =>
  `${[`${line} HTTP/1.1`, 'Host: venue', ...headers].join('\r\n')}\r\n\r\n`;
const UPGRADE = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
const KEY = `Sec-WebSocket-Key: ${'A'.repeat(22)}==`;
const statuses = (text: string): string => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status).join();

/** Time that stood still, by how much `act` has moved it; time can be moved on afterwards. */
async function movedBy(act: () => Promise<unknown>): Promise<number> {
  const { time_ms } = await client.sandbox.clock();
  await act();
  const after = (await client.sandbox.clock()).time_ms;
  await client.sandbox.advance(1_000);
  expect((await client.sandbox.clock()).time_ms).toBe(after + 1_000);
  return after - time_ms;
}

const opened = (path: string) => async (): Promise<string> => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`);
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  socket.close();
  return '101';
};

const sent =
  (...requests: string[]) =>
  async () =>
    statuses(await raw(requests.join('')));
const body = 'x'.repeat(2_000_000);

test.each<readonly [string, () => Promise<string>, string, number]>([
  ...Object.values(FEED_PATHS).flatMap((path) => [
    [`${path} that opens`, opened(path), '101', 0] as const,
    [`${path}/ that opens`, opened(`${path}/`), '101', 0] as const,
    [`${path} with a bad handshake`, sent(head(`GET ${path}`, ...UPGRADE)), '400', 0] as const,
    [`${path} without an upgrade`, sent(head(`GET ${path}`)), '426', 0] as const,
    [`${path} whose client leaves`, () => raw(head(`GET ${path}`, ...UPGRADE, KEY), true), '', 0] as const,
  ]),
  ['an upgrade elsewhere', sent(head('GET /markets', ...UPGRADE, KEY)), '400', 0],
  ['another protocol', sent(head('GET /time', 'Connection: Upgrade', 'Upgrade: h2c')), '200', IN + ACK],
  ['HEAD', sent(head('HEAD /markets')), '200', IN + ACK],
  ['OPTIONS', sent(head('OPTIONS /markets')), '204', 0],
  ['CONNECT', sent(head('CONNECT /markets')), '405', 0],
  ['another method', sent(head('PUT /markets')), '405', 0],
  ['no route', sent(head('GET /nothing')), '404', 0],
  ['no Host', sent('GET /time HTTP/1.1\r\n\r\n'), '400', 0],
  ['HTTP/1.0', sent('GET /time HTTP/1.0\r\n\r\n'), '200', IN + ACK],
  ['a large answer', sent(head('GET /events?limit=100')), '200', IN + ACK],
  ['a large answer to HEAD', sent(head('HEAD /events?limit=100')), '200', IN + ACK],
  ['a body that is too large', sent(head('POST /order', `Content-Length: ${body.length}`), body), '413', 0],
  ['a body that is no JSON', sent(head('POST /order', 'Content-Length: 1'), '{'), '401', IN + ACK],
  ['an expectation', sent(head('POST /order', 'Expect: much', 'Content-Length: 1'), '{'), '417', 0],
  // The last one waits for the answers before it.
  [
    'several on one connection',
    sent(head('GET /time'), head('DELETE /cancel-all'), head('POST /order'), head('GET /time')),
    '200,401,401,200',
    2 * (IN + ACK),
  ],
])('latency: %s comes back, and time goes on', async (_what, act, status, byMs) => {
  const told: string[] = [];
  expect(await movedBy(async () => told.push(await act()))).toBe(byMs);
  expect(told).toEqual([status]);
});

test.each(ROUTES.filter((route) => route.since === undefined && route.auth !== 'admin' && isOfService(route)))(
  'latency: $method $path comes back, and time goes on',
  async ({ method, path }) => {
    const answer = async (): Promise<void> => {
      const { status } = await fetch(`${url}${path.replace(/:\w+|\*/g, '1')}`, { method });
      expect(status).toBeLessThan(500);
    };
    expect(await movedBy(answer)).toBe(IN + ACK);
  },
);

/** Sends an order that is under way, and one whose answer is, on a clock that creeps. */
async function underWay(client: Client, tokenId: string) {
  const points = { 'order.in': { recorded: [0, 1_000] }, 'order.ack': { constant: 1_000 } };
  await client.sandbox.latency({ points });
  await client.sandbox.run(1e-6);
  const order = () => client.orders.place({ tokenId, side: 'BUY', price: '0.3', size: '5' });
  const drawn = (point: string, times: number) =>
    expect.poll(async () => (await client.sandbox.latency()).drawn[point]).toBe(times);
  const answering = order();
  await drawn('order.ack', 1);
  const arriving = order();
  await drawn('order.in', 2);
  return { answering, arriving };
}

/** A sandbox whose machine can be made to look for late requests. */
async function impatient() {
  let lateMs = 0;
  const looks: (() => void)[] = [];
  const clock = { ...MACHINE.clock, monotonicMs: () => MACHINE.clock.monotonicMs() + lateMs };
  const every: Runtime['timers']['every'] = (ms, look) => {
    looks.push(look);
    return MACHINE.timers.every(ms, look);
  };
  const own = await play({ machine: { ...MACHINE, clock, timers: { ...MACHINE.timers, every } } });
  onTestFinished(() => own.close());
  const { yes: tokenId } = await openMarket(own.client('a'));
  const wait = (): void => {
    lateMs += 2 * CONNECTION_LIMITS.writeMsMax;
    for (const look of looks) look();
  };
  return { own, tokenId, wait };
}

test('latency: what is under way is not refused, however long it takes on the machine', async () => {
  const { own, tokenId, wait } = await impatient();
  const sender = own.client('a');
  const { answering, arriving } = await underWay(sender, tokenId);
  wait();
  wait();
  await sender.sandbox.pause();
  expect(await answering).toMatchObject({ status: 'live' });
  expect(await arriving).toMatchObject({ status: 'live' });
});

test('latency: a fork ends although requests are under way in its time', async () => {
  const { own, tokenId, wait } = await impatient();
  const { url: its } = await own.client('a').sandbox.fork();
  const sender = own.client('a', its);
  const { answering, arriving } = await underWay(sender, tokenId);
  const refused = expect(arriving).rejects.toMatchObject({ status: 503 });
  wait();
  wait();
  await own.client('a').sandbox.endFork(Number(new URL(its).port));
  expect(await answering).toMatchObject({ status: 'live' });
  await refused;
});

test('latency: a request that its client has given up arrives, and time goes on', async () => {
  const drawn = async () => (await client.sandbox.latency()).drawn['read.in'] ?? 0;
  const before = await drawn();
  await client.sandbox.run(1e-6);
  const given = new AbortController();
  const asked = fetch(`${url}/time`, { signal: given.signal });
  await expect.poll(drawn).toBe(before + 1);
  given.abort();
  await expect(asked).rejects.toThrow();
  expect(await movedBy(() => client.sandbox.pause())).toBeLessThanOrEqual(IN + ACK);
});

test('latency: time goes on while a request waits for room under its cap, and the request passes then', async () => {
  const file = join(played.dataDir, 'limits.json');
  writeFileSync(file, '{"order":[{"requests":1,"seconds":1}]}');
  const capped = await play({ settings: { BELLWETHER_LIMITS: file } });
  onTestFinished(() => capped.close());
  const sender = capped.client('a');
  const { yes: tokenId } = await openMarket(sender);
  await sender.sandbox.latency({ points: { 'order.in': { constant: IN } } });
  const order = () => sender.orders.place({ tokenId, side: 'BUY', price: '0.3', size: '5' });
  await order();
  const second = order();
  await expect.poll(async () => (await sender.sandbox.latency()).drawn['order.in']).toBe(2);
  await sender.sandbox.advance(1_000 - 1 - IN);
  expect(await sender.orders.list()).toMatchObject({ count: 1 });
  await sender.sandbox.advance(1);
  expect(await second).toMatchObject({ status: 'live' });
});
