import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { FeedClient, messagesOf } from '@bellwether/feeds/testing/feed-client.ts';
import { type Runtime, turn } from '@bellwether/ports/runtime.ts';
import type { Client } from '@bellwether/sdk';
import { SANDBOX_FILE } from '@bellwether/venue/ops/sandbox-folder.ts';
import { verifyDataFolder } from '@bellwether/venue/ops/verify.ts';
import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import { createDataDir, runBellwether } from '@bellwether/venue-process';
import { eventually } from '@bellwether/venue-process/progress';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openMarket, type Played, placeSalted, play, START_MS } from './testing/played.ts';
import { restarted, started } from './testing/started.ts';

const HOUR = 3_600_000;

async function opened(options: Parameters<typeof started>[0] = {}) {
  const played = await started(options);
  const client = played.client('a');
  const { yes: tokenId } = await openMarket(client);
  return { played, client, tokenId };
}

const seconds = async (client: Client): Promise<number> => (await client.venue.time()) as number;

async function verified({ dataDir }: Played, branch: string): Promise<void> {
  const lines: string[] = [];
  const isSound = await verifyDataFolder(join(dataDir, 'branches', branch), (line) => lines.push(line), null);
  expect([isSound, lines.join('\n')]).toEqual([true, expect.any(String)]);
}

test('sandbox: time stands still until it is moved, and what is due on the way happens at its own moment', async () => {
  const { played, client, tokenId } = await opened();
  expect(await seconds(client)).toBe(START_MS / 1000);
  const expiration = START_MS / 1000 + 7_200;
  const gtd = { tokenId, side: 'BUY', price: '0.4', size: '10', type: 'GTD', expiration } as const;
  const { orderID } = await client.orders.place(gtd);
  expect(await client.sandbox.advance('1h')).toMatchObject({ time_ms: START_MS + HOUR, speed: 0 });
  expect(await client.orders.get(orderID)).toMatchObject({ status: 'LIVE' });
  expect(await client.sandbox.until(START_MS + 24 * HOUR)).toMatchObject({ time: '2026-01-02T00:00:00.000Z' });
  expect((await client.orders.list()).data).toEqual([]);
  // The journal has the time of the expiration, not of the request.
  const [branch] = await client.sandbox.branches();
  expect(branch).toMatchObject({ id: 'main', time_ms: expiration * 1000, current: true });
  expect(await seconds(client)).toBe(START_MS / 1000 + 24 * 3_600);
  await verified(played, 'main');
});

test('sandbox: rewound, it goes on from an earlier entry or moment, and nothing of what was is left', async () => {
  const { played, client, tokenId } = await opened();
  const first = await client.orders.place({ tokenId, side: 'BUY', price: '0.4', size: '10' });
  const { sequence } = await client.sandbox.clock();
  await client.sandbox.advance('1h');
  await client.orders.place({ tokenId, side: 'BUY', price: '0.3', size: '10' });
  await client.sandbox.advance('1h');
  const before = await client.books.get(tokenId);
  const { url } = played.sandbox;
  const feed = await FeedClient.follow(url, 'market', { type: 'market', assets_ids: [tokenId] });
  await feed.next();
  const trades = { topic: 'activity', type: 'trades' };
  const live = await FeedClient.follow(url, 'live', { action: 'subscribe', subscriptions: [trades] });
  await live.awaitRead();

  const branch = await client.sandbox.rewind({ time: START_MS + 1_000 });
  expect(branch).toMatchObject({ id: '1', parent: 'main', from: sequence, time_ms: START_MS + 1_000, current: true });
  expect(await client.sandbox.clock()).toMatchObject({ branch: '1', time_ms: START_MS + 1_000, sequence });
  expect((await client.orders.list()).data.map(({ id }) => id)).toEqual([first.orderID]);
  const closed = { code: 1001, reason: 'rewound: branch 1 begins, connect again' };
  expect(await feed.next()).toMatchObject({ event_type: 'resync', reason: 'rewound', branch: '1' });
  expect(await feed.closed).toEqual(closed);
  const payload = { reason: 'rewound', branch: '1' };
  expect(await live.next()).toMatchObject({ topic: 'activity', type: 'resync', payload });
  expect(await live.closed).toEqual(closed);

  // A position on the other branch is not valid here.
  const since = { [tokenId]: before.sequence ?? 1 };
  const again = await FeedClient.follow(url, 'market', { type: 'market', assets_ids: [tokenId], since });
  expect(messagesOf(await again.next())[0]).toMatchObject({ event_type: 'resync', reason: 'rewound' });

  // The other branch still exists, and clients can go back there.
  const back = await client.sandbox.rewind({ sequence: sequence + 1 }, 'main');
  expect(back).toMatchObject({ id: '2', parent: 'main', from: sequence + 1, time_ms: START_MS + HOUR });
  expect((await client.orders.list()).data).toHaveLength(2);
  for (const id of ['main', '1', '2']) await verified(played, id);
});

test('sandbox: a rewind is told once for each thing that a feed follows', async () => {
  const { client, tokenId } = await opened();
  const { market } = await client.books.get(tokenId);
  const feeds = [client.feeds.user(), client.feeds.market({ tokens: [tokenId], custom: true })];
  const told = feeds.map(() => [] as unknown[]);
  const readings = feeds.map(async (feed, at) => {
    for await (const { kind, ...item } of feed) told[at]?.push(kind === 'resync' ? item : kind);
  });
  await eventually(() => expect(told).toEqual([['connected'], ['connected', 'message']]));
  await client.sandbox.rewind({ time: START_MS });
  const anew = { market, tokenIds: [tokenId], reason: 'rewound' };
  const news = { market: '', tokenIds: [], reason: 'reconnected' };
  await eventually(() =>
    expect(told).toEqual([
      ['connected', 'disconnected', 'connected', { reason: 'rewound' }],
      ['connected', 'message', 'disconnected', 'connected', news, anew, 'message'],
    ]),
  );
  for (const feed of feeds) feed.close();
  await Promise.all(readings);
});

test('sandbox: a branch that was left is gone back to at any moment up to that at which it was left', async () => {
  const { client } = await opened();
  const { sequence } = await client.sandbox.clock();
  await client.sandbox.advance('2h');
  await client.sandbox.rewind({ sequence });
  const moment = { time_ms: START_MS + HOUR, sequence };
  expect(await client.sandbox.rewind({ time: START_MS + HOUR }, 'main')).toMatchObject(moment);
  expect(await client.sandbox.clock()).toMatchObject({ branch: '2', ...moment });
  const refusal = { status: 400, error: 'it is 2026-01-01T02:00:00.000Z on branch main' };
  await expect(client.sandbox.rewind({ time: START_MS + 2 * HOUR + 1 }, 'main')).rejects.toMatchObject(refusal);
});

test('sandbox: what a fault holds while it is rewound is refused, and is done nowhere until it is asked for again', async () => {
  const held: (() => void)[] = [];
  const HELD_MS = 54_321;
  const after: Runtime['timers']['after'] = (ms, work) => {
    if (ms !== HELD_MS) return MACHINE.timers.after(ms, work);
    held.push(work);
    return () => undefined;
  };
  const { played, client, tokenId } = await opened({ machine: { ...MACHINE, timers: { ...MACHINE.timers, after } } });
  const order = { tokenId, side: 'BUY', price: '0.4', size: '10' } as const;
  await client.auth.credentials();
  for (const route of ['POST /order', '/book'])
    await client.sandbox.faults.arm({ match: { route, times: 1 }, do: { kind: 'delay', ms: HELD_MS } });
  const { sequence } = await client.sandbox.clock();
  const answers = Promise.allSettled([client.orders.place(order), client.books.get(order.tokenId)]);
  await eventually(() => expect(held).toHaveLength(2));
  const left = played.sandbox.exchange;
  await client.sandbox.rewind({ sequence });
  for (const goOn of held) goOn();
  const refused = { status: 'rejected', reason: { status: 503, code: 'unavailable' } };
  expect(await answers).toMatchObject([refused, refused]);
  expect([left.head.sequence, played.sandbox.exchange.head.sequence]).toEqual([sequence, sequence]);
  await expect(left.submit({ kind: 'SetMode', mode: 'open' } as never)).rejects.toThrow('exchange is stopping');
  await client.orders.place(order);
  expect((await client.orders.list()).data).toHaveLength(1);
});

/** Asks and joins a feed over one connection; returns the answers and the connection's port at this end. */
function keptClient(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  return {
    ask: (
      path: string,
    ): Promise<readonly [status: number | undefined, connection: unknown, body: string, port: number]> =>
      new Promise((resolve, reject) => {
        get(`${url}${path}`, { agent }, (response) => {
          const { port } = response.socket.address() as AddressInfo;
          let body = '';
          response.setEncoding('utf8').on('data', (text: string) => {
            body += text;
          });
          response.on('end', () => resolve([response.statusCode, response.headers.connection, body, port]));
        }).on('error', reject);
      }),
    join: (): Promise<number> =>
      new Promise((resolve, reject) => {
        const key = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
        const headers = { ...key, 'sec-websocket-key': Buffer.alloc(16).toString('base64') };
        get(`${url}/ws/market`, { agent, headers }, () => reject(new Error('no upgrade')))
          .on('upgrade', (_response, socket) => {
            resolve((socket.address() as AddressInfo).port);
            socket.destroy();
          })
          .on('error', reject);
      }),
  };
}

test('sandbox: a connection stays however often it is rewound, and each request on it is of the current branch', async () => {
  const { played, client } = await opened();
  const { ask, join } = keptClient(played.sandbox.url);
  const answers = [await ask('/time')];
  for (const ahead of ['1h', '2h']) {
    await client.sandbox.rewind({ time: START_MS });
    await client.sandbox.advance(ahead);
    answers.push(await ask('/time'));
  }
  const port = await join();
  expect(answers).toEqual([0, 1, 2].map((hours) => [200, 'keep-alive', `${START_MS / 1000 + hours * 3_600}`, port]));
});

test('sandbox: when a branch cannot begin, clients stay on that before, and are on the next that can', async () => {
  const { played, client, tokenId } = await opened();
  const { ask } = keptClient(played.sandbox.url);
  const [, , , port] = await ask('/time');
  await client.auth.credentials();
  const { sequence } = await client.sandbox.clock();
  await client.orders.place({ tokenId, side: 'BUY', price: '0.4', size: '10' });
  // The next state of the sandbox can be written nowhere.
  const blocked = join(played.dataDir, `${SANDBOX_FILE}.new`);
  mkdirSync(blocked);
  await expect(client.sandbox.rewind({ sequence })).rejects.toMatchObject({ status: 500 });
  expect((await client.orders.list()).data).toHaveLength(1);
  expect(await client.sandbox.branches()).toMatchObject([{ id: 'main', current: true }]);
  rmdirSync(blocked);
  await client.sandbox.rewind({ sequence });
  expect((await client.orders.list()).data).toEqual([]);
  expect(await ask('/time')).toMatchObject({ 0: 200, 3: port });
});

test('sandbox: feeds that are joined right after a rewind work, however many branches were left', async () => {
  const { played, client, tokenId } = await opened();
  // Several rewinds in a row: none of the left branches answers.
  for (let branch = 0; branch < 4; branch++) await client.sandbox.rewind({ time: START_MS });
  const join = () => FeedClient.follow(played.sandbox.url, 'market', { type: 'market', assets_ids: [tokenId] });
  const feeds = await Promise.all(Array.from({ length: 24 }, join));
  const told = await Promise.all(feeds.map((feed) => feed.all()));
  expect(told.map((frames) => messagesOf(frames[0] ?? []).length)).toEqual(feeds.map(() => 1));
});

test('sandbox: a fork has its own course of events, and the keys and orders of before', async () => {
  const { client, tokenId } = await opened();
  const { orderID } = await client.orders.place({ tokenId, side: 'BUY', price: '0.4', size: '10' });
  const { url } = await client.sandbox.fork();
  const credentials = await client.auth.credentials();
  const { createClient, createSigner } = await import('@bellwether/sdk');
  const twin = createClient({ baseUrl: url, account: { signer: createSigner(`0x${'a'.repeat(64)}`), credentials } });
  await twin.orders.cancel(orderID);
  expect((await twin.orders.list()).data).toEqual([]);
  expect((await client.orders.list()).data).toHaveLength(1);
  // The port of the fork is in use, so another fork cannot have it.
  const port = Number(new URL(url).port);
  await expect(client.sandbox.fork({}, port)).rejects.toThrow(`port ${port} is in use`);
  expect((await client.sandbox.forks()).map((fork) => fork.url)).toEqual([url]);
  await client.sandbox.endFork(port);
  expect(await client.sandbox.forks()).toEqual([]);
  await expect(twin.venue.time()).rejects.toThrow();
  await expect(client.sandbox.endFork(port)).rejects.toThrow(`no fork of this sandbox is at port ${port}`);
});

test('sandbox: moves are done one after the other, and who has time stand still does not wait for them', async () => {
  const looks: (() => void)[] = [];
  let lateMs = 0;
  const clock = { ...MACHINE.clock, monotonicMs: () => MACHINE.clock.monotonicMs() + lateMs };
  const every: Runtime['timers']['every'] = (ms, look) => {
    looks.push(look);
    return MACHINE.timers.every(ms, look);
  };
  const played = await started({ machine: { ...MACHINE, clock, timers: { ...MACHINE.timers, every } } });
  const client = played.client('a');
  await client.sandbox.play('quiet-market');
  const { time_ms: began } = await client.sandbox.clock();
  await Promise.all(['1m', '2m', '3m'].map((by) => client.sandbox.advance(by)));
  expect((await client.sandbox.clock()).time_ms).toBe(began + 6 * 60_000);
  const moving = client.sandbox.advance('300d');
  while ((await client.sandbox.clock()).time_ms === began + 6 * 60_000) await turn(MACHINE.timers);
  // Unlike other requests, a move is not refused as late.
  lateMs = HOUR;
  for (const look of looks) look();
  const paused = await client.sandbox.pause();
  expect(paused.time_ms).toBeLessThan(began + 300 * 24 * HOUR);
  expect((await moving).time_ms).toBe(paused.time_ms);
});

test('sandbox: the same seed and requests give the same answers, to the byte, and the same journal', async () => {
  const runs = [];
  for (const seed of [7, 7, 8]) {
    const played = await started({ seed });
    const [maker, taker] = [played.client('a'), played.client('b')];
    const { yes: tokenId, no } = await openMarket(maker);
    const order = { tokenId, nowMs: START_MS, size: 10 };
    await placeSalted(maker, 'a', { ...order, side: 'BUY', salt: 1, price: 0.4 });
    await maker.sandbox.advance('90m');
    await placeSalted(taker, 'b', { ...order, tokenId: no, side: 'BUY', salt: 2, price: 0.6 });
    await maker.sandbox.advance('1d');
    await taker.account.get();
    await taker.trades.list({ limit: 10 });
    await maker.books.get(tokenId);
    await maker.markets.list({ limit: 10 });
    const { head } = played.sandbox.exchange;
    // A client uses its own clock until it learns that it is behind. How far it is depends on how long all of this
    // took.
    const answers = played.answers.filter((answer) => !answer.includes('SERVICE_TIMESTAMP'));
    runs.push({ head, answers: answers.join('\n') });
  }
  const [first, second, other] = runs;
  expect(first?.answers).toContain('"matched"');
  expect(second).toEqual(first);
  expect(other?.head.hash).not.toBe(first?.head.hash);
});

test('sandbox: started again, it is what it was, at the time that it was', async () => {
  const { played, client, tokenId } = await opened();
  await client.sandbox.advance('1h');
  await client.sandbox.rewind({ time: START_MS + 1_000 });
  await client.sandbox.advance('3h');
  await client.orders.place({ tokenId, side: 'BUY', price: '0.4', size: '10' });
  const later = (await restarted(played)).client('a');
  expect(await later.sandbox.clock()).toMatchObject({ branch: '1', time_ms: START_MS + 1_000 + 3 * HOUR, speed: 0 });
  expect((await later.orders.list()).data).toHaveLength(1);
});

test.each([
  ['is there', (note: string) => note, 2 * HOUR],
  ['is torn', (note: string) => note.slice(0, -1), HOUR],
  ['is of another branch', (note: string) => note.replace('main', '1   '), HOUR],
])('sandbox: killed, it goes on at its noted time, or at that of its last entry: the note %s', async (_, left, at) => {
  const played = await started();
  const client = played.client('a');
  const file = join(played.dataDir, SANDBOX_FILE);
  const noted = readFileSync(file);
  const { yes: tokenId } = await openMarket(client);
  await client.sandbox.advance('1h');
  await client.orders.place({ tokenId, side: 'BUY', price: '0.4', size: '10' });
  await client.sandbox.advance('1h');
  await played.stop();
  writeFileSync(file, noted);
  const note = join(played.dataDir, 'time');
  writeFileSync(note, left(readFileSync(note, 'utf8')));
  const again = await started({ dataDir: played.dataDir });
  expect(await again.client('a').sandbox.clock()).toMatchObject({ time_ms: START_MS + at });
});

test('sandbox: time ends with the year 9999, and is not moved beyond it', async () => {
  const endMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
  const { client } = await started({ startMs: endMs - HOUR });
  const { sandbox } = client('a');
  await expect(sandbox.advance(HOUR + 1)).rejects.toThrow('time ends with the year 9999');
  expect(await sandbox.advance(HOUR)).toMatchObject({ time: '9999-12-31T23:59:59.999Z' });
  await expect(sandbox.advance(1)).rejects.toThrow('time ends with the year 9999');
});

test('sandbox: a folder is that of a venue or of a sandbox, and the other one does not start on it', async () => {
  const dataDir = createDataDir();
  await runBellwether(['import', join(dataDir, 'none.json')], { dataDir });
  expect(existsSync(join(dataDir, 'journal.sqlite'))).toBe(true);
  const refused = await runBellwether(['sandbox'], { dataDir });
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('is the folder of a venue')]);
  const played = await started({ dataDir: createDataDir() });
  await played.stop();
  const run = (...command: string[]) => runBellwether(command, { dataDir: played.dataDir });
  const verified = await run('verify');
  expect([verified.code, verified.stdout]).toEqual([0, expect.stringMatching(/^branch main\n/)]);
  for (const command of [['import', 'none.json'], ['restore', played.dataDir], ['serve']]) {
    const { code, stderr } = await run(...command);
    expect([code, stderr]).toEqual([1, expect.stringContaining('is the folder of a sandbox')]);
  }
});

test('sandbox: however long a move takes, its connection is not ended for being silent', async () => {
  const played = await started();
  const port = Number(new URL(played.sandbox.url).port);
  const limits = vi.spyOn(Socket.prototype, 'setTimeout');
  onTestFinished(() => limits.mockRestore());
  await played.client('a').sandbox.advance('1h');
  const ofServer = limits.mock.calls.filter((_, call) => (limits.mock.contexts[call] as Socket).localPort === port);
  const [none, ...afterwards] = ofServer.map(([limitMs]) => limitMs).slice(ofServer.findIndex(([ms]) => ms === 0));
  expect(none).toBe(0);
  // The limit is back once the move is answered.
  expect(afterwards.at(-1)).toBeGreaterThan(0);
});

describe('sandbox that is asked for what it cannot do', async () => {
  const played = await play();
  afterAll(() => played.close());

  const MALFORMED = 'is malformed: expected a whole number from 0 to 253402300799999';

  test.each([
    ['moveSandboxClock', {}, 'one of advance, until, speed and pause says what to do'],
    ['moveSandboxClock', { advance: '1h', until: 0 }, 'advance and until say the same: give one'],
    ['moveSandboxClock', { advance: '1 hour' }, `advance ${MALFORMED} or a length of time`],
    ['moveSandboxClock', { until: '2025-12-31' }, 'time only goes forward here'],
    ['moveSandboxClock', { until: 'yesterday..' }, `until ${MALFORMED} or a moment`],
    ['moveSandboxClock', { until: '2026-02-30' }, 'until names a day or time that does not exist: 2026-02-30'],
    ['rewindSandbox', { time: '2025-02-29' }, 'time names a day or time that does not exist: 2025-02-29'],
    ['moveSandboxClock', { advance: '9999d' }, 'at most ten years'],
    ['moveSandboxClock', { advance: 1e18 }, 'advance must be from 0 to 253402300799999'],
    ['moveSandboxClock', { until: -1 }, 'until must be from 0 to 253402300799999'],
    ['moveSandboxClock', { speed: 1e9 }, 'speed must be from 0 to 100000'],
    ['moveSandboxClock', { pause: false }, 'pause must be true'],
    ['rewindSandbox', {}, 'one of sequence and time says how far back'],
    ['rewindSandbox', { sequence: 1, time: 1 }, 'sequence and time say the same'],
    ['rewindSandbox', { sequence: 1_000 }, 'branch main ends with entry'],
    ['rewindSandbox', { time: START_MS + 1 }, 'it is 2026-01-01T00:00:00.000Z on branch main'],
    ['rewindSandbox', { time: START_MS - 1 }, 'branch main begins at 2026-01-01T00:00:00.000Z'],
    ['rewindSandbox', { sequence: 0, branch: '5' }, 'there is no branch 5'],
    ['forkSandbox', { sequence: 1_000 }, 'branch main ends with entry'],
  ] as const)('sandbox: %s of %j is refused in words, and changes nothing', async (route, body, words) => {
    const client = played.client('a');
    const before = await client.sandbox.clock();
    await expect(client.request(route, { body } as never)).rejects.toThrow(words);
    expect(await client.sandbox.clock()).toEqual(before);
    expect(await client.sandbox.branches()).toHaveLength(1);
  });
});
