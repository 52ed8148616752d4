/** The test helper, used as in the test of a bot. */
import { appendFileSync, mkdirSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createClient, formatPrice, parsePrice, type WebSocketLike } from '@bellwether/sdk';
import { createDataDir, runBellwether } from '@bellwether/venue-process';
import { Program } from '@bellwether/venue-process/program';
import { eventually } from '@bellwether/venue-process/progress';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestVenues, type TestVenueOptions, type TestVenues } from './index.ts';
import { openKept } from './testing/open-kept.ts';

let venues: TestVenues;

beforeAll(async () => {
  venues = await startTestVenues();
});

afterAll(() => venues.close());

test('test venues: eight side by side, each with its scenario, its time and its orders', async () => {
  const opened = await Promise.all(
    Array.from({ length: 8 }, (_, index) => venues.open({ scenario: index % 2 === 0 ? 'news-shock' : 'whale' })),
  );
  expect(new Set(opened.map(({ url }) => url)).size).toBe(8);
  const traded = await Promise.all(
    opened.map(async (venue, index) => {
      const bot = venue.client({ account: { signer: `0x${'b0'.repeat(32)}` } });
      await bot.auth.credentials();
      await bot.sandbox.advance(`${index + 1}m`);
      const [market] = await bot.markets.list({ limit: 1 });
      const [tokenId = ''] = market?.tokenIds ?? [];
      const { success } = await bot.orders.place({ tokenId, side: 'BUY', price: '0.9', amount: '5', type: 'FAK' });
      const { scenario } = { scenario: (await bot.sandbox.scenario()).running?.name };
      return { success, scenario, minutes: ((await bot.sandbox.clock()).time_ms / 60_000) % 60 };
    }),
  );
  expect(traded).toEqual(
    opened.map((_, index) => ({
      success: true,
      scenario: index % 2 === 0 ? 'news-shock' : 'whale',
      minutes: index + 1,
    })),
  );
  await Promise.all(opened.map((venue) => venue.close()));
  await expect(opened[0]?.client().venue.get()).rejects.toThrow();
});

test('test venues: one without a scenario has nothing in it, and one that is refused says why', async () => {
  const venue = await venues.open();
  expect(await venue.client().markets.list({ limit: 1 })).toEqual([]);
  await venue.close();
  await expect(venues.open({ scenario: 'nothing' })).rejects.toThrow('no scenario is called nothing');
});

const SIGNER = { account: { signer: `0x${'b0'.repeat(32)}` } } as const;
const scratch = (): string => createDataDir();

test('test venues: the folder of a failed test is kept, and the command that is printed opens it', async () => {
  const printed = vi.spyOn(console, 'error').mockReturnValue();
  const [failed, passed] = await Promise.all([
    venues.open({ scenario: 'quiet-market', keep: 'failed' }),
    venues.open({ keep: 'failed' }),
  ]);
  const bot = failed.client(SIGNER);
  const [market] = await bot.markets.list({ limit: 1 });
  const tokenId = market?.tokenIds[0] ?? '';
  const { orderID } = await bot.orders.place({ tokenId, side: 'BUY', price: '0.05', size: '10' });
  await bot.sandbox.advance('90s');
  const { time } = await bot.sandbox.clock();
  await Promise.all([failed.close({ failed: true }), passed.close()]);
  const messages = printed.mock.calls.flat();
  printed.mockRestore();
  expect(messages).toHaveLength(1);
  const again = createClient({ ...(await openKept(String(messages[0]))), ...SIGNER });
  expect((await again.sandbox.clock()).time).toBe(time);
  expect((await again.orders.list()).data.map(({ id }) => id)).toEqual([orderID]);
});

test('test venues: a folder of the test is kept and continues, alone', async () => {
  const dataDir = join(scratch(), 'mine');
  const first = await venues.open({ scenario: 'whale', dataDir });
  await first.client().sandbox.advance('5m');
  const { time, sequence } = await first.client().sandbox.clock();
  await expect(venues.open({ dataDir })).rejects.toThrow(`${dataDir} is in use`);
  expect((await first.client().sandbox.clock()).time).toBe(time);
  await first.close();
  const again = await venues.open({ scenario: 'whale', dataDir });
  expect(await again.client().sandbox.clock()).toMatchObject({ time, sequence, branch: 'main' });
  await again.close();
  const other = await venues.open({ scenario: 'busy-market', dataDir });
  expect(await other.client().sandbox.clock()).toMatchObject({ branch: '1' });
  await other.close();
});

test('test venues: a seed decides all chance, and a start the time', async () => {
  const course = async (seed: number) => {
    const venue = await venues.open({ scenario: 'busy-market', seed, start: '2027-03-01T00:00:00Z' });
    await venue.client().sandbox.advance('2m');
    const course = [await venue.client().sandbox.clock(), await venue.client().trades.list({ limit: 50 })];
    await venue.close();
    return course;
  };
  const [one, same, other] = await Promise.all([course(7), course(7), course(8)]);
  expect(one?.[0]).toMatchObject({ time: '2027-03-01T00:02:00.000Z' });
  expect(same).toEqual(one);
  expect(other).not.toEqual(one);
});

/** The platform's `fetch` and `WebSocket`, with the delays of a busy machine. */
const late = {
  fetch: async (url: string, init: RequestInit) => {
    await setTimeout(Math.random() * 20);
    return fetch(url, init);
  },
  webSocket: (url: string) => {
    const socket = new WebSocket(url);
    let before = Promise.resolve();
    const hear: WebSocketLike['addEventListener'] = (type: string, listener: (event: never) => void) =>
      socket.addEventListener(type, (event) => {
        before = before.then(() => setTimeout(Math.random() * 20)).then(() => listener(event as never));
      });
    return { send: (text: string) => socket.send(text), close: () => socket.close(), addEventListener: hear };
  },
};

test('test venues: a seed makes one journal of clients that call at the same time and decide by their holdings', async () => {
  const head = async () => {
    const dataDir = join(scratch(), 'seeded');
    const venue = await venues.open({ scenario: 'busy-market', seed: 7, dataDir });
    const [bot, other] = ['b0', 'a1'].map((byte) =>
      venue.client({ ...late, account: { signer: `0x${byte.repeat(32)}` } }),
    );
    if (bot === undefined || other === undefined) return expect.unreachable();
    await bot.sandbox.latency({ points: { 'user.out': { constant: 700 } } });
    const [market] = await bot.markets.list({ limit: 1 });
    const [tokenId = ''] = market?.tokenIds ?? [];
    const holdings = bot.account.follow();
    for (let step = 0; step < 4; step += 1) {
      await bot.sandbox.advance('10s');
      await holdings.settled();
      // Others fill part of it while time goes on.
      const size = String(5 + (Number(holdings.positions.get(tokenId)?.balance ?? 0) % 7));
      const price = formatPrice(parsePrice((await bot.books.get(tokenId)).asks.at(-1)?.price ?? '0.5') - 100n);
      const bid = { tokenId, side: 'BUY', price, size } as const;
      await Promise.allSettled([other, bot, other, bot].map((client) => client.orders.place(bid)));
    }
    await holdings.settled();
    const { wallets } = await bot.account.get();
    expect(holdings.cash.free).toBe(wallets[0]?.free);
    holdings.close();
    await venue.close();
    const { stdout } = await runBellwether(['verify'], { dataDir: join(dataDir, 'branches/main') });
    return /whole up to [0-9a-f]{64}/.exec(stdout)?.[0];
  };
  const first = await head();
  expect(first).toBeDefined();
  expect(await head()).toBe(first);
});

test('test venues: a tape is played by its path, the same each time', async () => {
  const folder = scratch();
  const [dataDir, tape] = [join(folder, 'recorded'), join(folder, 'quiet.tape')];
  const recorded = await venues.open({ scenario: 'busy-market', dataDir });
  await recorded.client().sandbox.advance('5m');
  await recorded.close();
  const made = await runBellwether(['tape', tape, '--from-journal'], { dataDir: join(dataDir, 'branches/main') });
  expect(made).toMatchObject({ code: 0 });
  const play = async () => {
    const venue = await venues.open({ tape, seed: 3 });
    const bot = venue.client(SIGNER);
    const id = venue.replayId ?? '';
    const [market] = await bot.markets.list({ limit: 1 });
    const { state, to_ms } = await bot.sandbox.replayed(id);
    expect([market?.slug, state]).toEqual([expect.any(String), 'running']);
    await bot.sandbox.until(to_ms);
    const { certificate } = await bot.sandbox.replayed(id);
    await venue.close();
    return certificate;
  };
  const first = await play();
  expect(first).toMatchObject({ seed: 3, tape: { messages: expect.any(Number) } });
  expect(await play()).toEqual(first);
  truncateSync(tape, Math.trunc(statSync(tape).size / 2) - 1);
  appendFileSync(tape, 'torn');
  await expect(venues.open({ tape })).rejects.toThrow('the tape cannot be played');
});

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'test venues: of a process that %s ends, nothing is left',
  async (signal) => {
    const temporary = scratch();
    const code = `
    const { startTestVenues } = await import('${import.meta.resolve('./index.ts')}');
    console.log((await (await startTestVenues()).open({ keep: 'failed' })).url);`;
    const words = [process.execPath, '--input-type', 'module', '--eval', code];
    const starter = new Program(words, { env: { ...process.env, TMPDIR: temporary } });
    const [, url] = await starter.said(/(http:\S+)\n/);
    expect((await fetch(`${url}/time`)).status).toBe(200);
    await starter.end(signal);
    const left = () => readdirSync(temporary).filter((name) => name.startsWith('bellwether-'));
    await eventually(() => expect(left()).toEqual([]));
    await eventually(() => expect(fetch(`${url}/time`)).rejects.toThrow());
  },
);

test('test venues: a folder with something in it is not taken for a temporary one', async () => {
  const dataDir = scratch();
  writeFileSync(join(dataDir, 'diary.txt'), 'mine');
  const { code, stderr } = await runBellwether(['sandbox', '--temporary'], { dataDir });
  expect([code, stderr]).toEqual([
    2,
    `bellwether: --temporary needs a new or empty folder, and ${dataDir} is not empty\n`,
  ]);
  expect(readdirSync(dataDir)).toEqual(['diary.txt']);
});

test('test venues: a move of time that a test gave up on does not hold up the end', async () => {
  const venue = await venues.open({ scenario: 'busy-market' });
  const { sandbox } = venue.client();
  const { time_ms: beganMs } = await sandbox.clock();
  const given = sandbox.advance('365d').catch((error: unknown) => error);
  await eventually(async () => expect((await sandbox.clock()).time_ms).toBeGreaterThan(beganMs));
  await venue.close();
  await given;
});

test('test venues: options that cannot be had are refused by name, and leave nothing', async () => {
  const folder = scratch();
  const foreign = join(folder, 'foreign');
  mkdirSync(foreign);
  writeFileSync(join(foreign, 'diary.txt'), 'mine');
  const text = join(foreign, 'diary.txt');
  const running = await venues.open();
  const port = Number(new URL(running.url).port);
  const dataDir = join(folder, 'new');
  const refused: readonly (readonly [TestVenueOptions, string])[] = [
    [{ scenario: 'nothing' }, 'no scenario is called nothing'],
    [{ seed: -1 }, 'seed must be from 0 to 999999999'],
    [{ start: 'tomorrow' }, 'start is malformed'],
    [{ start: 'now', tape: text }, 'start does not go with tape'],
    [{ scenario: 'whale', tape: text }, 'scenario and tape say the same'],
    [{ tape: join(folder, 'none.tape') }, `there is no tape ${folder}`],
    [{ tape: text }, 'the tape cannot be played'],
    [{ port: 80 }, 'port 80 is privileged'],
    [{ port }, `port ${port} is in use`],
  ];
  for (const [options, words] of refused) await expect(venues.open({ ...options, dataDir })).rejects.toThrow(words);
  await expect(venues.open({ dataDir: foreign })).rejects.toThrow(`${foreign} has other files`);
  await expect(venues.open({ dataDir: text })).rejects.toThrow('ENOTDIR');
  expect([readdirSync(folder), readdirSync(foreign)]).toEqual([['foreign'], ['diary.txt']]);
  await running.close();
});
