/** Bytes from a connection reach the parser one piece at a time, each in its client's turn. */
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { capTable } from '@bellwether/contract';
import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import { afterEach, expect, test } from 'vitest';
import { Limiter } from '../../limits/limiter.ts';
import { ManualTimers } from '../../limits/testing/manual-timers.ts';
import { connectionOf } from './connection.ts';
import { CONNECTION_LIMITS, Connections, type ConnectionsOptions, createAdmit, type Refused } from './connections.ts';
import { REFUSALS_PER_SECOND } from './fairness.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const SENT = 500;

let server: Server;
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close();
});

async function listen(connections: Connections, answer: RequestListener): Promise<void> {
  server = createServer(answer);
  connections.watch(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}

/** Admits every connection at once by default. */
const connectionsWith = (options: Partial<ConnectionsOptions>): Connections =>
  new Connections({
    limits: CONNECTION_LIMITS,
    isTrusted: () => false,
    admit: () => 'taken',
    refuse: (socket) => socket.destroy(),
    refuseLate: () => undefined,
    turn: (_name, work) => work(),
    plain: null,
    clock: () => 0,
    timers: { ...MACHINE.timers, after: () => expect.unreachable('nothing is over its cap') },
    ...options,
  });

function asker(text = '') {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  let answers = 0;
  socket.on('data', (bytes: Buffer) => {
    answers += bytes.toString().split('HTTP/1.1 ').length - 1;
  });
  socket.on('error', () => undefined);
  socket.write(text);
  return {
    send: (more: string) => socket.write(more),
    answers: () => answers,
    isClosed: () => socket.destroyed,
    reset: () => socket.resetAndDestroy(),
  };
}
type Asker = ReturnType<typeof asker>;

test('connections: of many requests at once no more than a piece is begun in one turn, and nothing before it', async () => {
  const turns: { client: string; work: () => void }[] = [];
  const connections = connectionsWith({ turn: (name, work) => turns.push({ client: name, work }) });
  let begun = 0;
  await listen(connections, (_request, response) => {
    begun++;
    response.end('ok');
  });
  const { send, answers } = asker();
  send(REQUEST.repeat(SENT));
  while (turns.length === 0) await turnOfTheLoop();
  expect(begun).toBe(0);
  let most = 0;
  while (answers() < SENT) {
    const before = begun;
    const next = turns.shift();
    expect(turns).toHaveLength(0);
    next?.work();
    most = Math.max(most, begun - before);
    if (next !== undefined) expect(next.client).toBe('127.0.0.1');
    await turnOfTheLoop();
  }
  expect(begun).toBe(SENT);
  expect(most).toBeLessThanOrEqual(90);
});

function manual() {
  const time = { nowMs: 0 };
  const timers = new ManualTimers(time);
  return { time: timers, clock: timers.clock, timers: { ...MACHINE.timers, after: timers.schedule } };
}

/** Answers 429 to `/over` and 200 to everything else. */
async function listenWithCap(connections: Connections): Promise<void> {
  await listen(connections, (request, response) => {
    response.statusCode = request.url === '/over' ? 429 : 200;
    if (response.statusCode === 429) connectionOf(request.socket)?.refused();
    response.end();
  });
}

const OVER = REQUEST.replace('GET / ', 'GET /over ');

test('connections: those that are refused too often are read from in turn and at a rate, others of the address as before [R32]', async () => {
  const { time, ...options } = manual();
  const connections = connectionsWith(options);
  await listenWithCap(connections);
  // This connection exists before the refusals; a later one would wait for its turn.
  const served = asker();
  while (connections.figures().open === 0) await turnOfTheLoop();
  const refused = [asker(), asker(), asker()];
  const answers = (): number => refused.reduce((sum, each) => sum + each.answers(), 0);
  for (const { send } of refused) send(OVER.repeat(SENT));
  while (answers() < REFUSALS_PER_SECOND + 1) await turnOfTheLoop();
  served.send(REQUEST.repeat(SENT));
  const late = asker(REQUEST);
  while (served.answers() < SENT) await turnOfTheLoop();
  // Only requests that had already begun were answered.
  expect(answers()).toBeLessThan(REFUSALS_PER_SECOND + 20);
  expect(late.answers()).toBe(0);
  // The refusal rate is shared by all connections of the address; each of them gets a turn.
  let seconds = 0;
  while (late.answers() === 0 || refused.some((each) => each.answers() < SENT)) {
    const before = answers();
    for (let passed = 0; passed < 1_000; passed += 5) {
      time.advance(5);
      for (let turns = 0; turns < 4; turns++) await turnOfTheLoop();
    }
    expect(answers() - before).toBeLessThanOrEqual(REFUSALS_PER_SECOND + 20);
    expect(++seconds).toBeLessThan(1_000);
  }
});

const LIMIT = 5;
/** A cap of `LIMIT` connections a second, on a stopped clock. */
async function listenForFew() {
  const { time, ...manually } = manual();
  const caps = capTable({ connections: [{ requests: LIMIT, seconds: 1 }] });
  const limiter = new Limiter({ caps, clock: time.clock, schedule: time.schedule, random: MACHINE.random });
  const told: Refused[] = [];
  const connections = connectionsWith({
    ...manually,
    admit: createAdmit(limiter),
    refuse: (socket, why) => {
      told.push(why);
      socket.end('HTTP/1.1 429 \r\n\r\n');
    },
  });
  await listen(connections, (_request, response) => response.end());
  const crowd = (size: number) => Array.from({ length: size }, () => asker(REQUEST));
  const served = (askers: readonly Asker[]): number => askers.filter((one) => one.answers() > 0).length;
  return { connections, timers: time, told, crowd, served };
}

test('connections: over their cap some wait until there is room, a few are told after a while, the rest are reset [R33]', async () => {
  const { connections, timers, told, crowd, served } = await listenForFew();
  // The other connections get no room within a second.
  const WAITING = LIMIT;
  const TOLD = 32;
  const RESET = 10;
  const askers = crowd(LIMIT + WAITING + TOLD + RESET);
  while (served(askers) < LIMIT || connections.figures().refused < TOLD + RESET) await turnOfTheLoop();
  while (askers.filter(({ isClosed }) => isClosed()).length < RESET) await turnOfTheLoop();
  expect(served(askers)).toBe(LIMIT);
  expect(connections.figures().open).toBe(LIMIT);
  expect(told).toEqual([]);
  timers.advance(1_000);
  while (served(askers) < LIMIT + WAITING + TOLD) await turnOfTheLoop();
  expect(told).toEqual(Array.from({ length: TOLD }, () => 'address_busy'));
  const next = asker(REQUEST);
  while (next.answers() === 0) {
    timers.advance(100);
    await turnOfTheLoop();
  }
});

test('connections: one that leaves while it waits takes no place', async () => {
  const { connections, timers, crowd, served } = await listenForFew();
  const first = crowd(LIMIT);
  while (served(first) < LIMIT) await turnOfTheLoop();
  const gone = crowd(LIMIT);
  for (const one of gone) one.reset();
  const next = crowd(LIMIT);
  while (served(next) < LIMIT) {
    timers.advance(100);
    for (let turns = 0; turns < 20; turns++) await turnOfTheLoop();
  }
  expect(connections.figures().open).toBeLessThanOrEqual(2 * LIMIT);
});
