/** Bounds on the work of one connection and one address: depth, unread answers, sockets, half-closed connections. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { capTable, ROUTES_BY_NAME } from '@bellwether/contract';
import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import type { RouteHandlerMethod } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { CLIENT_LIMITS } from '../plugins/clients.ts';
import { NO_ANSWER, sendRead } from '../send-read.ts';
import { openTestVenue } from '../testing/open-venue.ts';
import { exchangeBytes, portOf } from '../testing/raw-socket.ts';
import type { Stack, StackOptions } from '../testing/stack.ts';
import { CONNECTION_LIMITS, type ConnectionLimits } from './connections.ts';
import { BROKEN_COUNTS, REFUSALS_PER_SECOND } from './fairness.ts';

/** Every word differs, so that a lost or duplicated piece shows. */
const LARGE = Array.from({ length: 1024 * 1024 }, (_, word) => word.toString(36).padStart(8, '.')).join('');

/** A venue with a route that answers on demand, and one with a large answer. */
async function start(
  limits: Partial<ConnectionLimits> = {},
  options: Pick<StackOptions, 'trustProxy' | 'limits' | 'runtime'> = {},
) {
  const pending: (() => void)[] = [];
  const seen = { started: 0, underWayMax: 0 };
  const own = await openTestVenue({
    // Requests are answered however slow a busy machine is.
    clientLimits: { ...CLIENT_LIMITS, connections: { ...CONNECTION_LIMITS, readMsMax: 2 ** 31, ...limits } },
    ...options,
    extend: (app) => {
      const slow: RouteHandlerMethod = (_request, reply) => {
        seen.started++;
        seen.underWayMax = Math.max(seen.underWayMax, pending.length + 1);
        // Bypasses the contract checks, which do not cover these routes.
        reply.hijack();
        pending.push(() => void reply.raw.setHeader('content-length', 2).end('{}'));
      };
      app.get('/slow', slow);
      app.post('/slow', slow);
      app.get('/dear', { config: { route: ROUTES_BY_NAME.trades } }, slow);
      app.get('/large', (_request, reply) => {
        seen.started++;
        const answer = { body: Buffer.from(LARGE), encoding: null, headers: {}, cpuMs: 0 };
        return sendRead(reply, Promise.resolve(answer), NO_ANSWER);
      });
    },
  });
  const port = await portOf(own.app);
  const open = async (): Promise<Socket> => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
  const answerAll = () => pending.splice(0).forEach((answer) => answer());
  return { own, port, pending, answerAll, seen, open };
}

const post = (path: string): string => `POST ${path} HTTP/1.1\r\nhost: venue\r\ncontent-length: 0\r\n\r\n`;
const get = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: venue\r\n\r\n`;

function received(socket: Socket): () => string {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  return () => text;
}

async function until(what: () => boolean): Promise<void> {
  while (!what()) await turn();
}
async function turns(count: number): Promise<void> {
  for (let made = 0; made < count; made++) await turn();
}

/** Waits until everything sent so far has been processed: an answer to a later connection has arrived. */
async function awaitProcessed(port: number): Promise<void> {
  await exchangeBytes(port, [`GET /time HTTP/1.1\r\nhost: venue\r\nconnection: close\r\n\r\n`]);
  await turns(50);
}

async function figure(own: Stack, name: string): Promise<number> {
  own.timers.advance(1_000);
  const text = (await own.app.inject('/metrics')).body;
  return Number(new RegExp(`^bellwether_connections${name} ([0-9]+)$`, 'm').exec(text)?.[1]);
}

test('connections: of many requests behind each other no more than a few are started, and all are answered in order [R15]', async () => {
  const { port, answerAll, seen, open } = await start();
  const socket = await open();
  const text = received(socket);
  socket.write(post('/slow').repeat(2_000));
  await awaitProcessed(port);
  // One piece may exceed the bound, but not by the thousand requests that fit into one read.
  expect(seen.started).toBeGreaterThanOrEqual(32);
  expect(seen.started).toBeLessThan(32 + 64);
  while (text().split('HTTP/1.1 200').length - 1 < 2_000) {
    answerAll();
    await turn();
  }
  expect(seen.underWayMax).toBeLessThan(32 + 64);
  socket.write(get('/time'));
  await until(() => text().includes('application/json'));
});

test('connections: reads behind each other are made one after another', async () => {
  const { port, answerAll, seen, open } = await start();
  const socket = await open();
  const text = received(socket);
  socket.write(get('/slow').repeat(5));
  for (let answered = 0; answered < 5; answered++) {
    await awaitProcessed(port);
    expect(seen.started).toBe(answered + 1);
    answerAll();
  }
  await until(() => text().split('HTTP/1.1 200').length - 1 === 5);
});

test('connections: a large page comes whole, with its length, in order with others, and without a body for HEAD [R35]', async () => {
  const { port } = await start();
  const answers = await exchangeBytes(port, [get('/large'), get('/time'), get('/large').replace('GET', 'HEAD')]);
  expect(answers.slice(0, 2).map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[0]?.headers).toMatchObject({ 'content-length': String(LARGE.length) });
  expect(answers[0]?.text === LARGE).toBe(true);
  expect(answers[2]?.headers).toMatchObject({ 'content-length': String(LARGE.length) });
});

test('connections: over the bytes that one address may leave unread, those that read nothing are reset, and others are served', async () => {
  const { own, open } = await start({ unreadBytesPerAddressMax: 8 * 1024 * 1024, unreadTimeoutMs: 60_000 });
  for (let count = 0; count < 40; count++) {
    const socket = await open();
    socket.pause();
    socket.write(get('/large'));
  }
  const reader = await open();
  const text = received(reader);
  while ((await figure(own, '_unread')) === 0) await turn();
  reader.write(get('/time'));
  await until(() => text().includes('200 OK'));
});

test('connections: one address has a bounded number of answers under way, however many connections it opens [R15]', async () => {
  const { port, own, answerAll, seen, open } = await start({ requestsPerAddressMax: 10 });
  for (let count = 0; count < 30; count++) (await open()).write(get('/slow'));
  while (seen.started < 10) await turn();
  // Another address is not held up.
  expect((await own.app.inject({ url: '/time', remoteAddress: '192.0.2.9' })).statusCode).toBe(200);
  await turns(100);
  expect(seen.started).toBe(10);
  expect(await figure(own, '_held')).toBeGreaterThanOrEqual(20);
  while (seen.started < 30) {
    answerAll();
    await turn();
  }
  expect(seen.underWayMax).toBeLessThanOrEqual(10);
  answerAll();
  await awaitProcessed(port);
});

test('connections: a body that is slow to come takes up no place, and comes through when all places are taken', async () => {
  const { answerAll, seen, open } = await start({ requestsPerAddressMax: 2 });
  const slow = await open();
  const text = received(slow);
  slow.write('POST /books HTTP/1.1\r\nhost: venue\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n[');
  for (let count = 0; count < 3; count++) (await open()).write(get('/slow'));
  await until(() => seen.started === 2);
  slow.write(']');
  await until(() => text().endsWith('[]'));
  answerAll();
  await until(() => seen.started === 3);
  answerAll();
});

test('connections: a client that reads nothing is not read from, and is reset after a while [R15]', async () => {
  const { own, port, seen, open } = await start({ unreadTimeoutMs: 100 });
  const socket = await open();
  socket.pause();
  // All answers together would be five gigabytes.
  socket.write(get('/large').repeat(600));
  await until(() => seen.started > 0);
  await awaitProcessed(port);
  expect(seen.started).toBeLessThan(100);
  // Waits by the machine's clock; nothing here depends on how long it takes.
  while ((await figure(own, '_unread')) === 0) await turn();
  expect(seen.started).toBeLessThan(100);
});

test('connections: over the bound of an address the next is told so, and taken again when one has gone', async () => {
  const { own, port, open } = await start({ connectionsPerAddressMax: 3 });
  const held = [await open(), await open(), await open()];
  for (const socket of held) {
    socket.write(get('/time'));
    await once(socket, 'data');
  }
  const [refused] = await exchangeBytes(port, [get('/time')]);
  expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '10' } });
  expect(JSON.parse(refused?.text ?? '')).toMatchObject({ error: 'rate limit exceeded', code: 'rate_limited' });
  held[0]?.destroy();
  for (;;) {
    const [answer] = await exchangeBytes(port, [get('/time')]);
    if (answer?.status === 200) break;
  }
  expect(await figure(own, '_refused')).toBeGreaterThan(0);
});

test('connections: an address that begins more than its cap is told so, in metrics too [R33]', async () => {
  const { own, port, open } = await start(
    { refusalDelayMs: 1 },
    { limits: capTable({ connections: [{ requests: 2, seconds: 3_600 }] }) },
  );
  for (let count = 0; count < 2; count++) {
    const socket = await open();
    socket.write(get('/time'));
    await once(socket, 'data');
    socket.destroy();
  }
  const [refused] = await exchangeBytes(port, [get('/time')]);
  expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '1', 'content-type': /^application\/json/ } });
  expect(JSON.parse(refused?.text ?? '')).toMatchObject({ error: 'rate limit exceeded', code: 'rate_limited' });
  expect(await figure(own, '_refused')).toBe(1);
  const { body } = await own.app.inject('/metrics');
  expect(body).toContain('bellwether_cap_requests_total{row="connections",outcome="refused"} 1');
  // Another address has its own bound.
  expect((await own.app.inject({ url: '/time', remoteAddress: '192.0.2.9' })).statusCode).toBe(200);
});

test('connections: a client that has closed its side is heard to the end while others have their turns', async () => {
  const { own, port } = await start();
  for (let work = 0; work < 100; work++)
    own.app.turns.enter('192.0.2.1', () => {
      const end = performance.now() + 2;
      while (performance.now() < end);
    });
  const answers = await exchangeBytes(port, [`${get('/time')}${get('/time')}`]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});

test('connections: what is no HTTP counts as many refusals, and the next connection of its address waits for its turn [R34]', async () => {
  const time = { nowMs: 0 };
  const { own, port } = await start({}, { runtime: { clock: { ...MACHINE.clock, monotonicMs: () => time.nowMs } } });
  for (let counted = 0; counted <= REFUSALS_PER_SECOND; counted += BROKEN_COUNTS)
    expect(await exchangeBytes(port, ['no HTTP\r\n\r\n'], false)).toMatchObject([{ status: 400 }]);
  const before = await figure(own, '_held');
  const late = exchangeBytes(port, [get('/time')]);
  while ((await figure(own, '_held')) === before) await turn();
  time.nowMs += 1_000;
  expect(await late).toMatchObject([{ status: 200 }]);
});

test('connections: while an address leaves much unread, none of its dear reads is begun, and other requests are [R15]', async () => {
  // The system buffers an unknown share of each answer. With this many connections some are reset, and the rest leave
  // more than half of the bound unread.
  const { own, answerAll, pending, seen, open } = await start({
    unreadBytesPerAddressMax: 20 * 1024 * 1024,
    unreadTimeoutMs: 600_000,
  });
  const unread: Socket[] = [];
  for (let count = 0; count < 16; count++) {
    const socket = await open();
    socket.pause();
    socket.write(get('/large'));
    unread.push(socket);
  }
  // Reads keep starting until the venue has noticed the unread bytes.
  const held = await figure(own, '_held');
  for (;;) {
    (await open()).write(get('/dear'));
    while (pending.length === 0 && (await figure(own, '_held')) === held) await turn();
    if (pending.length === 0) break;
    answerAll();
  }
  const before = seen.started;
  (await open()).write(get('/slow'));
  (await open()).write(post('/slow'));
  await until(() => pending.length === 2);
  expect(seen.started).toBe(before + 2);
  // Reads continue when the connections with unread answers have closed.
  for (const socket of unread) socket.destroy();
  await until(() => pending.length === 3);
  answerAll();
});

test('connections: over the bound of the venue the next is told so', async () => {
  const { port, open } = await start({ connectionsMax: 1 });
  const socket = await open();
  socket.write(get('/time'));
  await once(socket, 'data');
  expect(await exchangeBytes(port, [get('/time')])).toMatchObject([
    { status: 503, headers: { 'retry-after': '10' }, text: expect.stringContaining('"code":"unavailable"') },
  ]);
});

test('connections: the bounds of an address do not hold for a proxy of the operator [R33]', async () => {
  const { port, answerAll, seen, open } = await start(
    { connectionsPerAddressMax: 1, requestsPerAddressMax: 1 },
    {
      trustProxy: ['127.0.0.1/32'],
      limits: capTable({ connections: [{ requests: 1, seconds: 3_600 }] }),
    },
  );
  for (let count = 0; count < 3; count++) (await open()).write(get('/slow'));
  await until(() => seen.started === 3);
  answerAll();
  await awaitProcessed(port);
});

test('connections: a client that closes its side after its request gets its answer [R18]', async () => {
  const { port, answerAll, seen } = await start();
  const answers = exchangeBytes(port, [get('/slow'), get('/time')]);
  await until(() => seen.started === 1);
  await turns(50);
  answerAll();
  expect((await answers).map(({ status }) => status)).toEqual([200, 200]);
});

test('connections: while the venue stops, what still comes is refused in its own words [R19]', async () => {
  const { own, answerAll, seen, open } = await start();
  const socket = await open();
  const text = received(socket);
  socket.write(get('/slow'));
  await until(() => seen.started === 1);
  const closed = own.app.close();
  await until(() => !own.app.server.listening);
  socket.write(get('/book?token_id=1') + get('/tags'));
  await turns(50);
  answerAll();
  await closed;
  await until(() => socket.destroyed || text().includes('503'));
  expect(text()).toMatch(/^HTTP\/1\.1 200 /);
  const refusal = text().slice(text().indexOf('HTTP/1.1 503'));
  expect(refusal).toMatch(/\r\nretry-after: 1\r\n/i);
  expect(refusal).toMatch(/\r\nconnection: close\r\n/i);
  expect(refusal).toContain('"code":"unavailable"');
  expect(refusal).not.toContain('Service Unavailable"');
});
