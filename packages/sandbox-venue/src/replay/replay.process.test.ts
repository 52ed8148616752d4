import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { positionIdsOf, type ReplayWish, type SandboxReplay } from '@bellwether/contract';
import type { Client } from '@bellwether/sdk';
import { verifyDataFolder } from '@bellwether/venue/ops/verify.ts';
import type { TapeMarket } from '@bellwether/venue/tape/tape-line.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Played, placeSalted, play } from '../testing/played.ts';
import { TAPE_MARKET, TAPE_START_MS, type Told, writeTape } from './testing/made-tape.ts';

const [TOKEN] = TAPE_MARKET.token_ids;
const BOOK: Told = {
  at: 0,
  levels: [
    ['BUY', '0.40', '100'],
    ['BUY', '0.39', '200'],
    ['SELL', '0.45', '80'],
    ['SELL', '0.46', '300'],
  ],
};

let folder: string;
let played: Played;
let client: Client;
let tapes = 0;

beforeEach(async () => {
  played = await play();
  folder = join(played.dataDir, 'tapes');
  client = played.client('c');
});

afterEach(() => played.close());

async function start(
  told: readonly Told[],
  wish: Partial<ReplayWish> = {},
  market: TapeMarket = TAPE_MARKET,
): Promise<SandboxReplay> {
  const tape = join(folder, `${++tapes}.tape`);
  writeTape(tape, told, market);
  const accounts = [{ name: 'me', key: `0x${'c'.repeat(64)}`, balance: 1_000 }];
  const replay = await client.sandbox.replay({ tape, accounts, ...wish });
  // API keys do not carry over to the new branch.
  client = played.client('c');
  return replay;
}

/** Moves time to so many seconds after the start of the tape. */
const until = (seconds: number): Promise<unknown> => client.sandbox.until(TAPE_START_MS + seconds * 1_000);

/** Price and size of each level of the first outcome, best first. */
async function book(): Promise<{ readonly bids: string[]; readonly asks: string[] }> {
  const answer = await fetch(`${played.sandbox.url}/book?token_id=${TOKEN}`);
  const told = (await answer.json()) as Record<'bids' | 'asks', { readonly price: string; readonly size: string }[]>;
  const texts = (side: 'bids' | 'asks'): string[] =>
    told[side].map(({ price, size }) => `${Number(price)} ${Number(size)}`).reverse();
  return { bids: texts('bids'), asks: texts('asks') };
}

const place = (side: 'BUY' | 'SELL', price: number, size: number, salt = 1): Promise<unknown> =>
  placeSalted(client, 'c', { tokenId: TOKEN, side, salt, nowMs: TAPE_START_MS, price, size });

test('replay: the books are those of the tape at each moment, under the ids of its market', async () => {
  const { id, branch } = await start([
    BOOK,
    { at: 10, trade: ['BUY', '0.45', '30'], left: '50' },
    { at: 20, levels: [['BUY', '0.41', '12.5']] },
    { at: 30, levels: [['BUY', '0.40', '0']] },
  ]);
  const [market] = await client.markets.list({ limit: 1 });
  expect(market).toMatchObject({ conditionId: TAPE_MARKET.condition_id, tokenIds: TAPE_MARKET.token_ids });
  await until(5);
  expect(await book()).toEqual({ bids: ['0.4 100', '0.39 200'], asks: ['0.45 80', '0.46 300'] });
  await until(10);
  expect(await book()).toEqual({ bids: ['0.4 100', '0.39 200'], asks: ['0.45 50', '0.46 300'] });
  const [trade] = await client.trades.list({ limit: 1 });
  expect(trade).toMatchObject({ size: 30, price: 0.45 });
  await until(29);
  expect(await book()).toEqual({ bids: ['0.41 12.5', '0.4 100', '0.39 200'], asks: ['0.45 50', '0.46 300'] });
  expect(await client.sandbox.replayed(id)).toMatchObject({ state: 'running', certificate: null });
  await until(40);
  expect(await book()).toEqual({ bids: ['0.41 12.5', '0.39 200'], asks: ['0.45 50', '0.46 300'] });
  const done = await client.sandbox.replayed(id);
  expect(done).toMatchObject({ state: 'done', messages: 5, branch });
  expect(done.certificate).toMatchObject({ requests: { count: 0 }, fills: { count: 0 }, latency: [] });
  expect(await verifyDataFolder(join(played.dataDir, 'branches', branch), () => undefined, null)).toBe(true);
});

test.each([0, 1_000])(
  'replay: recorded trades that do not cross are counted, with a step of %i ms [D84]',
  async (step) => {
    const { id } = await start(
      [
        BOOK,
        { at: 10, trade: ['BUY', '0.45', '30'], left: '50' },
        { at: 20, trade: ['BUY', '0.44', '30'] },
        { at: 30, trade: ['SELL', '0.42', '5'] },
      ],
      { step },
    );
    await place('BUY', 0.45, 80);
    await until(40);
    const { certificate } = await client.sandbox.replayed(id);
    expect(certificate?.tape).toMatchObject({ messages: 5, changes: 4, uncrossed_trades: 2 });
  },
);

test('replay: a tape that changes nothing is played at once [D84]', async () => {
  const { id } = await start([{ at: 0, levels: [] }]);
  const done = await client.sandbox.replayed(id);
  expect(done).toMatchObject({ state: 'done', certificate: { tape: { messages: 1, changes: 0 } } });
});

test.each<readonly [string, Partial<TapeMarket>, string]>([
  ['an id of another kind', { condition_id: 'rain' }, 'events[0].markets[0].conditionId is malformed'],
  ['a strange tick', { minimum_tick_size: 0.03 }, 'markets[0].orderPriceMinTickSize'],
  ['tokens of another version', { token_ids: ['1', '2'] }, 'markets[0].clobTokenIds: must not name 1'],
])('replay: a tape whose market has %s is refused as a tape [D84]', async (_what, change, problem) => {
  const { branch } = await client.sandbox.clock();
  const refusal: unknown = await start([BOOK], {}, { ...TAPE_MARKET, ...change }).catch((error: unknown) => error);
  expect(String(refusal)).toContain('the tape cannot be played: ');
  expect(String(refusal)).toContain(problem);
  expect((await client.sandbox.clock()).branch).toBe(branch);
});

test.each([0, 1_000])('replay: the first book stands before time moves, with a step of %i ms [D84]', async (step) => {
  await start([BOOK, { at: 10, levels: [['BUY', '0.41', '12.5']] }], { step });
  expect(await book()).toEqual({ bids: ['0.4 100', '0.39 200'], asks: ['0.45 80', '0.46 300'] });
  expect((await client.sandbox.clock()).time_ms).toBe(TAPE_START_MS);
});

test('replay: what a client took is gone until the tape shows more, and a trade that wanted it is short', async () => {
  const { id } = await start([
    BOOK,
    { at: 10, levels: [['SELL', '0.46', '299']] },
    { at: 20, trade: ['BUY', '0.45', '70'], left: '10' },
    { at: 30, levels: [['SELL', '0.45', '35']] },
  ]);
  await until(5);
  await place('BUY', 0.45, 50);
  expect(await book()).toMatchObject({ asks: ['0.45 30', '0.46 300'] });
  await until(15);
  expect(await book()).toMatchObject({ asks: ['0.45 30', '0.46 299'] });
  await until(25);
  expect(await book()).toMatchObject({ asks: ['0.45 10', '0.46 299'] });
  await until(35);
  expect(await book()).toMatchObject({ asks: ['0.45 35', '0.46 299'] });
  expect((await client.sandbox.replayed(id)).certificate).toMatchObject({
    fills: { count: 1 },
    bends: { taken: '50', given: '0', short_trades: 1, short: '40' },
    // 50 shares at 0.45, worth (0.40 + 0.45) / 2 at the end.
    profit: { pessimistic: '-1.25', optimistic: '-1.25', marks: ['0.425'] },
  });
});

const NEG_RISK: TapeMarket = { ...TAPE_MARKET, neg_risk: true, neg_risk_market_id: `0x${'cd'.repeat(32)}` };

test.each(
  [
    ['its winner', { winning_asset_id: TAPE_MARKET.token_ids[0] }, '1', '5.5'],
    ['the other one', { winning_asset_id: TAPE_MARKET.token_ids[1] }, '0', '-4.5'],
    ['no winner, but payouts', { winning_asset_id: '', payouts: ['0.5', '0.5'] }, '0.5', '0.5'],
  ].flatMap(([what, ...row]) => [
    [what, ...row, TAPE_MARKET] as const,
    [`${what}, with negative risk`, ...row, NEG_RISK] as const,
  ]) as [string, { winning_asset_id: string }, string, string, TapeMarket][],
)('replay: a result counts once told, pays holders and ends orders: %s', async (_, resolved, mark, profit, tape) => {
  const told: readonly Told[] = [
    BOOK,
    { at: 10, levels: [['SELL', '0.46', '299']] },
    { at: 20, resolved },
    { at: 20, levels: [['SELL', '0.46', '0']] },
    { at: 30, levels: [['SELL', '0.46', '250']] },
  ];
  const { id, branch } = await start(told, {}, tape);
  const { neg_risk = false, neg_risk_market_id = '' } = tape;
  expect(await client.markets.get(tape.condition_id)).toMatchObject({ neg_risk, neg_risk_market_id });
  await until(5);
  await place('BUY', 0.45, 10);
  await place('BUY', 0.3, 20, 2);
  await until(19);
  expect(await client.account.get()).toMatchObject({ openOrders: 1 });
  expect((await client.sandbox.replayed(id)).certificate).toBeNull();
  await until(40);
  const [market] = await client.markets.list({ limit: 1 });
  expect(market).toMatchObject({ closed: true, outcomePrices: JSON.stringify([mark, String(1 - Number(mark))]) });
  const { openOrders, wallets } = await client.account.get();
  const money = wallets.reduce((sum, { free, held }) => sum + Number(free) + Number(held), 0);
  expect([openOrders, money]).toEqual([0, 1_000 + Number(profit)]);
  expect((await client.sandbox.replayed(id)).certificate).toMatchObject({
    requests: { count: 3 },
    fills: { count: 1 },
    profit: { pessimistic: profit, optimistic: profit, marks: [mark] },
  });
  expect(await verifyDataFolder(join(played.dataDir, 'branches', branch), () => undefined, null)).toBe(true);
});

test.each([
  [{ winning_asset_id: '' }],
  [{ winning_asset_id: null, payouts: null }],
  [{ winning_asset_id: 'another', payouts: ['0.4', '0.4'] }],
  [{ payouts: ['1.5', '-0.5'] }],
  [{ payouts: ['a', 'b', 'c'] }],
  // A third of an event whose other markets are not on the tape.
  [{ payouts: ['0.3333', '0.6667'] }, NEG_RISK],
])('replay: a result that cannot be read leaves the market as it is: %j', async (resolved, market = TAPE_MARKET) => {
  const { id } = await start([BOOK, { at: 20, resolved }, { at: 30, levels: [['BUY', '0.41', '5']] }], {}, market);
  await until(40);
  expect(await book()).toMatchObject({ bids: ['0.41 5', '0.4 100', '0.39 200'] });
  const done = { state: 'done', certificate: { profit: { marks: ['0.43'] } } };
  expect(await client.sandbox.replayed(id)).toMatchObject(done);
});

test('replay: a profile without versions plays no tape of a market of version v2', async () => {
  const id = `0x01${'ab'.repeat(16)}${'0'.repeat(30)}`;
  const market = { ...TAPE_MARKET, condition_id: id, token_ids: positionIdsOf(id) };
  const { state } = await start([BOOK], {}, market);
  expect(state).toBe('done');
  await played.close();
  played = await play({ settings: { BELLWETHER_PROFILE: 'polymarket@2026-07' } });
  folder = join(played.dataDir, 'tapes');
  client = played.client('c');
  await expect(start([BOOK], {}, market)).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('must be that of a market of version v1'),
  });
});

const QUEUE: readonly Told[] = [
  BOOK,
  { at: 10, trade: ['SELL', '0.40', '60'], left: '40' },
  { at: 20, levels: [['BUY', '0.40', '90']] },
  { at: 30, levels: [['BUY', '0.40', '60']] },
  { at: 40, trade: ['SELL', '0.40', '25'], left: '35' },
  { at: 50, trade: ['SELL', '0.40', '30'], left: '5' },
];

test.each([
  ['pessimistic', '15'],
  ['optimistic', '45'],
] as const)('replay: an order waits behind those ahead of it, and the %s bound fills it', async (queue, filled) => {
  const { id } = await start(QUEUE, { queue });
  await until(5);
  await place('BUY', 0.4, 50);
  expect(await book()).toMatchObject({ bids: ['0.4 150', '0.39 200'] });
  await until(60);
  expect((await client.sandbox.replayed(id)).certificate).toMatchObject({
    orders: {
      count: 1,
      listed: [{ ahead_at_first: '100', size: '50', filled, pessimistic: '15', optimistic: '45', side: 'bid' }],
    },
    bends: { taken: '0', given: filled },
    // Two requests: an API key and the order.
    requests: { count: 2 },
    // Bought at 0.40, worth (0.40 + 0.45) / 2.
    profit: { pessimistic: '0.375', optimistic: '1.125' },
  });
  const [order] = (await client.orders.list()).data;
  expect(order).toMatchObject({ size_matched: filled });
  expect(await book()).toMatchObject({ bids: [`0.4 ${5 + 50 - Number(filled)}`, '0.39 200'] });
});

test.each([
  ['a trade at a worse price', { at: 10, trade: ['SELL', '0.39', '30'], left: '170' }, '20'],
  ['size of the other side at its price', { at: 10, levels: [['SELL', '0.41', '15']] }, '15'],
  ['nothing that concerns it', { at: 10, levels: [['SELL', '0.42', '15']] }, '0'],
] as const)('replay: %s fills an order that is better than the tape', async (_what, told, filled) => {
  const { id } = await start([BOOK, told as Told, { at: 20, levels: [['SELL', '0.46', '301']] }], { step: 5_000 });
  await until(5);
  await place('BUY', 0.41, 20);
  await until(25);
  expect((await client.sandbox.replayed(id)).certificate).toMatchObject({
    orders: { listed: [{ ahead_at_first: '0', filled, pessimistic: filled, optimistic: filled }] },
  });
  // Size that met the order does not appear in the book as well.
  expect((await book()).asks.filter((level) => level.startsWith('0.41'))).toEqual([]);
});

test('replay: the same tape, plan and requests come to the same certificate, played at once or bit by bit', async () => {
  const certificates = [];
  for (const stops of [[60], [7, 12, 33, 34, 60]]) {
    const { id } = await start(QUEUE);
    await until(5);
    await place('BUY', 0.4, 50);
    for (const stop of stops) await until(stop);
    certificates.push((await client.sandbox.replayed(id)).certificate);
  }
  expect(certificates[0]).toEqual(certificates[1]);
  const { id } = await start(QUEUE);
  await until(6);
  await place('BUY', 0.4, 50);
  await until(60);
  const later = (await client.sandbox.replayed(id)).certificate;
  expect(later?.fills).toEqual(certificates[0]?.fills);
  expect(later?.sha256).not.toBe(certificates[0]?.sha256);
});

test('replay: at once to its end, and one that is left says so', async () => {
  const { id } = await start(QUEUE, { speed: 'max', step: 1_000 });
  await expect.poll(async () => (await client.sandbox.replayed(id)).state).toBe('done');
  expect((await client.sandbox.clock()).time_ms).toBe(TAPE_START_MS + 50_000);
  expect(await book()).toMatchObject({ bids: ['0.4 5', '0.39 200'] });
  const second = await start(QUEUE, { queue: 'optimistic' });
  await client.sandbox.play('whale');
  expect((await client.sandbox.replayed(second.id)).state).toBe('left');
  expect(await client.sandbox.replays()).toMatchObject([
    { id, state: 'done', queue: 'pessimistic', step_ms: 1_000, to_ms: TAPE_START_MS + 50_000 },
    { id: second.id, state: 'left', queue: 'optimistic', step_ms: 0, messages: expect.any(Number) },
  ]);
  await client.sandbox.advance('1m');
});

test('replay: what is no tape is refused, and everything stays as it was', async () => {
  const before = await client.sandbox.clock();
  const path = join(folder, 'other.tape');
  await expect(client.sandbox.replay({ tape: path })).rejects.toThrow('there is no tape');
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  await expect(client.sandbox.replay({ tape: 'pipe' })).rejects.toThrow('it is not a regular file');
  writeFileSync(path, 'something else, and long enough to be one');
  await expect(client.sandbox.replay({ tape: path })).rejects.toThrow('no block of a tape');
  await expect(start([])).rejects.toThrow('no message');
  const { branch } = await client.sandbox.clock();
  const wrong: readonly Told[] = [BOOK, { at: 1, levels: [['BUY', 'abc', '1']] }];
  await expect(start(wrong)).rejects.toThrow(/line 3: \/message\/price_changes\/0\/price/);
  expect((await client.sandbox.clock()).branch).toBe(branch);
  const none = { status: 404, message: expect.stringContaining('there is no replay 77') };
  await expect(client.sandbox.replayed('77')).rejects.toMatchObject(none);
  expect(await client.sandbox.clock()).toEqual(before);
});
