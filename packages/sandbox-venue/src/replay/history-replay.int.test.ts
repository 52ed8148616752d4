/** A client that trades in tapes made of files: one with books, and one of trades alone. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@bellwether/sdk';
import type { PlanValues } from '@bellwether/venue/tape/history/plan.ts';
import { type Cells, csvText, tapeOfFiles } from '@bellwether/venue/tape/history/testing/history-files.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Played, placeSalted, play } from '../testing/played.ts';

const T = Date.UTC(2026, 1, 1);
const NAMES = ['time', 'side', 'price', 'size'];
const COLUMNS = { time: 'time', side: 'side', price: 'price', size: 'size' };
const TRADES: readonly Cells[] = [
  [T + 10_000, 'buy', '0.45', '30'],
  [T + 20_000, 'sell', '0.40', '60'],
  [T + 30_000, 'sell', '0.38', '60'],
];
const LEVELS: readonly Cells[] = [
  [T, 'bid', '0.40', '100', true],
  [T, 'ask', '0.45', '80', true],
  [T + 10_000, 'ask', '0.45', '50', false],
  [T + 20_000, 'bid', '0.40', '40', false],
];

let played: Played;
let token = '';

beforeEach(async () => {
  played = await play();
});

afterEach(() => played.close());

/** Starts a replay of a tape of files. */
async function start(files: Readonly<Record<string, string>>, values: PlanValues) {
  const folder = join(played.dataDir, 'tapes');
  mkdirSync(folder, { recursive: true });
  const { path, markets } = await tapeOfFiles(folder, files, values);
  token = markets[0]?.token_ids[0] ?? '';
  const accounts = [{ name: 'me', key: `0x${'c'.repeat(64)}`, balance: 1_000 }];
  const { id } = await played.client('c').sandbox.replay({ tape: path, accounts });
  return { id, client: played.client('c') };
}

const rest = (client: Client, price: number, nowMs: number): Promise<unknown> =>
  placeSalted(client, 'c', { tokenId: token, side: 'BUY', salt: 1, nowMs, price, size: 20 });

async function book(): Promise<string> {
  const answer = await fetch(`${played.sandbox.url}/book?token_id=${token}`);
  const { bids, asks } = (await answer.json()) as Record<'bids' | 'asks', { price: string; size: string }[]>;
  const texts = [bids, asks].map((side) => side.map(({ price, size }) => `${price} ${size}`).join());
  return texts.join(' | ');
}

test('history replay: a client sees the books of the files, and queues behind them', async () => {
  const files = { 'rain.csv': csvText([...NAMES, 'flag'], LEVELS), 'trades.csv': csvText(NAMES, TRADES) };
  const { id, client } = await start(files, { ...COLUMNS, snapshot: 'flag' });
  expect(await book()).toBe('0.4 100 | 0.45 80');
  await rest(client, 0.4, T);
  await client.sandbox.until(T + 15_000);
  expect(await book()).toBe('0.4 120 | 0.45 50');
  await client.sandbox.until(T + 40_000);
  const { certificate } = await client.sandbox.replayed(id);
  // Behind 100 shares, of which 60 trade: the trade at 0.38 comes past them all.
  expect(certificate?.orders.listed).toMatchObject([{ price: '0.4', size: '20', pessimistic: '20', optimistic: '20' }]);
  expect(certificate?.tape).toMatchObject({ gaps: 0, uncrossed_trades: 0 });
});

test('history replay: of trades alone a client sees no book, and its order fills when a trade reaches its price', async () => {
  const { id, client } = await start({ 'rain.csv': csvText(NAMES, TRADES) }, COLUMNS);
  await rest(client, 0.39, T + 10_000);
  await client.sandbox.until(T + 25_000);
  expect(await book()).toBe('0.39 20 | ');
  await client.sandbox.until(T + 40_000);
  expect(await book()).toBe(' | ');
  const { certificate } = await client.sandbox.replayed(id);
  expect(certificate?.orders.listed).toMatchObject([{ price: '0.39', pessimistic: '20' }]);
  // No recorded trade met a recorded order, and the sandbox repeats none: it shows the client's own alone.
  expect(certificate?.tape).toMatchObject({ uncrossed_trades: 3 });
  expect(await client.trades.list({ limit: 5 })).toHaveLength(1);
});
