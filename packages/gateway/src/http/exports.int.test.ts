import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ExportsBusy } from '@bellwether/ports/exports.ts';
import { ExportThreads } from '@bellwether/venue/threads/exports/export-threads.ts';
import { EXPORT_STALL_MS, EXPORTS_MAX, OWN_EXPORTS_MAX } from '@bellwether/venue/threads/limits.ts';
import { parse } from 'csv-parse/sync';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { beforeAll, expect, test } from 'vitest';
import { ManualTimers } from '../limits/testing/manual-timers.ts';
import { openTwoTraders } from './testing/open-venue.ts';
import { ADMIN_TOKEN } from './testing/stack.ts';
import { addMarket, admin, send } from './testing/trader.ts';

const { stack, alice, bob } = await openTwoTraders();
const REQUEST = { what: 'trades', format: 'csv', fromMs: null, toMs: null, account: null } as const;

interface ApiTrade {
  readonly proxyWallet: string;
  readonly side: string;
  readonly size: number;
  readonly price: number;
  readonly outcome: string;
  readonly conditionId: string;
}

let trades: ApiTrade[] = [];

beforeAll(async () => {
  const market = await addMarket(stack, 'Will it, "or not"?');
  await alice.placed({ tokenId: market.no, side: 'BUY', price: '0.4', size: '50' });
  for (const size of ['5', '7.5', '12.25']) await bob.placed({ tokenId: market.yes, side: 'BUY', price: '0.6', size });
  await alice.send('POST', '/comments', {
    parentEntityType: 'Event',
    parentEntityID: Number(market.eventId),
    body: '=1+1',
  });
  trades = (await send(stack, 'GET', '/trades?takerOnly=false&limit=100')).body as ApiTrade[];
});

const lines = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const shown = (rows: readonly Record<string, unknown>[]) =>
  rows.map((row) => [
    row['wallet'],
    row['side'],
    Number(row['shares']),
    Number(row['price']),
    row['outcome'],
    row['condition_id'],
  ]);

test('exports: every format has the trades that the API shows, oldest first', async () => {
  const expected = trades
    .map(({ proxyWallet, side, size, price, outcome, conditionId }) => [
      proxyWallet.toLowerCase(),
      side,
      size,
      price,
      outcome,
      conditionId,
    ])
    .toReversed();
  expect(expected).toHaveLength(6);
  const jsonl = await admin(stack, 'GET', '/admin/export/trades?format=jsonl');
  expect(shown(lines(jsonl.text))).toEqual(expected);
  expect(jsonl.headers).toMatchObject({
    'content-type': 'application/x-ndjson',
    'content-disposition': 'attachment; filename="trades.jsonl"',
    'cache-control': 'no-store',
  });
  const csv = await admin(stack, 'GET', '/admin/export/trades');
  expect(shown(parse(csv.text, { columns: true }) as Record<string, unknown>[])).toEqual(expected);
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
  const { rawPayload } = await stack.app.inject({ url: '/admin/export/trades?format=parquet', headers });
  const file = join(stack.folder, 'trades.parquet');
  writeFileSync(file, rawPayload);
  const rows = await parquetReadObjects({ file: await asyncBufferFromFile(file) });
  expect(
    shown(rows).map((row) => row.map((cell) => (typeof cell === 'number' ? Number(cell.toFixed(6)) : cell))),
  ).toEqual(expected);
});

test('exports: a range takes the rows of its time, whatever zone it is written in', async () => {
  const of = async (query: string) =>
    lines((await admin(stack, 'GET', `/admin/export/trades?format=jsonl&${query}`)).text).length;
  const day = (offset: number) => new Date(stack.time.nowMs + offset * 86_400_000).toISOString();
  expect(await of(`from=${day(-1)}&to=${day(1)}`)).toBe(6);
  expect(await of(`from=${day(1).slice(0, 10)}`)).toBe(0);
  expect(await of(`to=${encodeURIComponent(day(-1).replace('Z', '+00:00'))}`)).toBe(0);
});

test('exports: an account has its own rows alone', async () => {
  const own = lines((await bob.send('GET', '/account/export/trades?format=jsonl')).text);
  expect(own.map(({ role, account }) => [role, account])).toEqual(Array(3).fill(['taker', bob.address.toLowerCase()]));
  expect(lines((await bob.send('GET', '/account/export/comments?format=jsonl')).text)).toEqual([]);
  expect(lines((await alice.send('GET', '/account/export/comments?format=jsonl')).text)).toMatchObject([
    { text: '=1+1' },
  ]);
  expect((await alice.send('GET', '/account/export/comments')).text).toContain(",'=1+1,");
  expect((await send(stack, 'GET', '/account/export/trades')).status).toBe(401);
  expect((await bob.send('GET', '/admin/export/trades')).status).toBe(403);
});

test.each([
  ['/admin/export/people', 'this venue has no people store'],
  ['/admin/export/orders', 'what must be one of'],
  ['/admin/export/trades?format=xlsx', 'format must be one of'],
  ['/admin/export/trades?from=2026-02-30', 'from must be a day or a time'],
  ['/admin/export/trades?to=soon', 'to must be a day or a time'],
  ['/admin/export/trades?from=2026-02-01&to=2026-02-01', 'to must be after from'],
  ['/admin/export/trades?limit=5', 'limit'],
])('exports: %s is refused', async (path, text) => {
  const { status, body } = await admin(stack, 'GET', path);
  expect([status, (body as { readonly error: string }).error]).toEqual([400, expect.stringContaining(text)]);
});

test('exports: HEAD has the headers, and ends the export', async () => {
  const { status, text } = await admin(stack, 'HEAD', '/admin/export/trades');
  expect([status, text]).toEqual([200, '']);
  for (let count = 0; count <= EXPORTS_MAX; count++)
    expect((await admin(stack, 'HEAD', '/admin/export/trades')).status).toBe(200);
});

test('exports: few run at a time, members have a part of them, and an ended one makes room', async () => {
  const exports = new ExportThreads(join(stack.folder, 'store.sqlite'), stack.dependencies.runtime.timers, null);
  const own = { ...REQUEST, account: bob.address };
  const held = Array.from({ length: OWN_EXPORTS_MAX }, () => exports.open(own));
  for (const one of held) await one.next();
  await expect(exports.open(own).next()).rejects.toThrow(ExportsBusy);
  for (let count = held.length; count < EXPORTS_MAX; count++) {
    const one = exports.open(REQUEST);
    await one.next();
    held.push(one);
  }
  await expect(exports.open(REQUEST).next()).rejects.toThrow(ExportsBusy);
  await held[0]?.return(undefined);
  expect((await exports.open(REQUEST).next()).done).toBe(false);
  await exports.close();
  await expect(held[1]?.next()).rejects.toThrow('given up');
  await expect(exports.open(REQUEST).next()).rejects.toThrow(ExportsBusy);
});

test('exports: a client that stops reading is given up, and one that is only slow is not', async () => {
  const timers = new ManualTimers({ nowMs: 0 });
  const exports = new ExportThreads(
    join(stack.folder, 'store.sqlite'),
    {
      ...stack.dependencies.runtime.timers,
      after: timers.schedule,
    },
    null,
  );
  const slow = exports.open(REQUEST);
  await slow.next();
  timers.advance(EXPORT_STALL_MS - 1);
  expect((await slow.next()).done).toBe(false);
  timers.advance(EXPORT_STALL_MS);
  await expect(slow.next()).rejects.toThrow('given up');
  expect(timers.pending).toBe(0);
});
