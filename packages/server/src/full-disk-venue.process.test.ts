/** A venue on a disk that another program fills: what still works, the refusals, and the recovery. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ERRORS, type VenueHealth } from '@bellwether/contract';
import { RESERVE_BYTES } from '@bellwether/ports/storage.ts';
import { ApiError, type Client } from '@bellwether/sdk';
import { SmallDisk } from '@bellwether/venue/ops/testing/small-disk.ts';
import { clientOf, openMarket } from '@bellwether/venue/ops/testing/venue-client.ts';
import { runBellwether, startVenueProcess, type VenueProcess } from '@bellwether/venue-process';
import { eventually } from '@bellwether/venue-process/progress';
import { afterEach, beforeEach, expect, test } from 'vitest';

const DISK_MIB = 240;

let disk: SmallDisk | null;
let dataDir: string;

beforeEach(() => {
  disk = SmallDisk.mount(DISK_MIB);
  dataDir = join(disk?.path ?? '', 'data');
});

afterEach(() => disk?.unmount());

const serve = (): Promise<VenueProcess> => startVenueProcess({ dataDir });
const run = async (...command: string[]): Promise<number | null> => (await runBellwether(command, { dataDir })).code;

const stop = async (venue: VenueProcess) => expect(await venue.end()).toMatchObject({ code: 0, stderr: '' });

const becomes = (venue: VenueProcess, state: Partial<VenueHealth>): Promise<void> =>
  eventually(async () => expect(await clientOf(venue, '7').admin.health()).toMatchObject(state));

const reserve = (): number => statSync(join(dataDir, 'reserve')).size;

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;

const order = (tokenId: string) => ({ tokenId, side: 'BUY', price: '0.4', size: '5' }) as const;

/** A busy machine may refuse a read for a second, whatever the store's state. */
const expectReads = (url: string, tokenId: string, ofRows: 200 | 503): Promise<void> =>
  eventually(async () => {
    const answer = await fetch(`${url}/markets?limit=1`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([ofRows, ofRows === 503 ? '10' : null]);
    if (ofRows === 503) expect(await answer.json()).toMatchObject({ error: ERRORS.read_store_unavailable.text });
    expect(await statusOf(`${url}/trades?limit=1`)).toBe(ofRows);
    expect(await statusOf(`${url}/book?token_id=${tokenId}`)).toBe(200);
  });

test('full disk of a venue: cancels, heartbeats, books, a kill, a start and a stop, and all is taken when there is room [D28 D31]', async ({
  skip,
}) => {
  if (disk === null) return skip('a small disk cannot be mounted here');
  let venue = await serve();
  const client = clientOf(venue, '7');
  const tokenId = await openMarket(client);
  await clientOf(venue, '8').auth.credentials();
  const first = await client.orders.place(order(tokenId));
  const second = await client.orders.place(order(tokenId));
  await eventually(() => expect(reserve()).toBe(RESERVE_BYTES));
  await becomes(venue, { read_store: 'ready', storage_full: false, storage_reserve_bytes: RESERVE_BYTES });
  await expectReads(venue.url, tokenId, 200);

  disk.fill('ballast');
  await becomes(venue, { read_store: 'unwritable', storage_full: true });
  await expectReads(venue.url, tokenId, 503);
  await expect(client.orders.place(order(tokenId))).rejects.toMatchObject({ status: 503, code: 'storage_full' });
  expect((await client.orders.cancel(first.orderID)).canceled).toEqual([first.orderID]);
  await beats(clientOf(venue, '8', true), 20);
  await eventually(() => expect(reserve()).toBeLessThan(RESERVE_BYTES));
  // The file is cut before it is told of.
  await eventually(async () => expect((await client.admin.health()).storage_reserve_bytes).toBeLessThan(RESERVE_BYTES));

  // Fill the space that the reserve released as well, and kill the process.
  disk.fill('ballast');
  await venue.end('SIGKILL');
  venue = await serve();
  await becomes(venue, { read_store: 'unwritable', storage_full: true });
  await expectReads(venue.url, tokenId, 503);
  await beats(clientOf(venue, '8', true), 5);
  expect((await clientOf(venue, '7', true).orders.cancel(second.orderID)).canceled).toEqual([second.orderID]);
  await stop(venue);

  venue = await serve();
  await becomes(venue, { read_store: 'unwritable', storage_full: true });
  disk.remove('ballast');
  await becomes(venue, { read_store: 'ready', storage_full: false });
  await expectReads(venue.url, tokenId, 200);
  expect((await clientOf(venue, '7', true).orders.place(order(tokenId))).success).toBe(true);
  await eventually(() => expect(reserve()).toBe(RESERVE_BYTES));

  const backup = join(disk.path, 'backup');
  expect(await run('backup', backup)).toBe(0);
  expect(readdirSync(backup)).not.toContain('reserve');
  await stop(venue);
  expect([await run('verify'), await run('restore', backup), await run('verify')]).toEqual([0, 0, 0]);
  expect(reserve()).toBe(RESERVE_BYTES);
});

test('full disk of a venue: filled during a load and killed, every acknowledged order is there once there is room [D9 D28]', async ({
  skip,
}) => {
  if (disk === null) return skip('a small disk cannot be mounted here');
  const venue = await serve();
  const tokenId = await openMarket(clientOf(venue, '7'));
  const acknowledged: string[] = [];
  const refused = new Set<string>();
  /** Places orders one after the other until the venue is gone, or has refused for good. */
  const load = async (client: Client): Promise<void> => {
    for (let refusals = 0; refusals < 5; )
      try {
        acknowledged.push((await client.orders.place(order(tokenId))).orderID);
      } catch (error) {
        if (!(error instanceof ApiError)) return;
        refused.add(error.code ?? '');
        refusals += 1;
      }
  };
  const traders = ['1', '2', '3', '4'].map((digit) => clientOf(venue, digit));
  for (const client of traders) {
    await client.auth.credentials();
    await client.admin.deposit({ wallet: client.account.address, amount: '100000' });
  }
  const loads = Promise.all(traders.map(load));
  await eventually(() => expect(acknowledged.length).toBeGreaterThan(40));
  disk.fill('ballast');
  await loads;
  expect([...refused]).toEqual(['storage_full']);
  await venue.end('SIGKILL');
  disk.remove('ballast');
  const again = await serve();
  await becomes(again, { read_store: 'ready', storage_full: false });
  for (const id of acknowledged)
    expect(await (await fetch(`${again.url}/data/order/${id}`)).json()).toMatchObject({ order: { id } });
  const client = clientOf(again, '9');
  await client.auth.credentials();
  await client.admin.deposit({ wallet: client.account.address, amount: '100' });
  expect((await client.orders.place(order(tokenId))).success).toBe(true);
  await stop(again);
  expect(await run('verify')).toBe(0);
});

test('full disk of a venue: a read store with an I/O error is made again, trading goes on [D30]', async ({ skip }) => {
  if (disk === null) return skip('a small disk cannot be mounted here');
  // Too small for the reserve, which would be the largest file.
  disk.resize(100);
  mkdirSync(dataDir);
  const venue = await serve();
  const client = clientOf(venue, '7');
  const tokenId = await openMarket(client);
  await client.orders.place(order(tokenId));
  // Only the soft limit: a lowered hard limit could not be raised again.
  const limit = (bytes: number | 'unlimited') =>
    execFileSync('prlimit', ['--pid', String(venue.pid), `--fsize=${bytes}:`]);
  // The read store's log is far longer than the journal's files, so its next write fails with EFBIG.
  const sizes = readdirSync(dataDir).map((name) => [name, statSync(join(dataDir, name)).size] as const);
  const journal = Math.max(...sizes.filter(([name]) => name.startsWith('journal')).map(([, size]) => size));
  const store = Math.max(...sizes.filter(([name]) => name.startsWith('store')).map(([, size]) => size));
  expect(store).toBeGreaterThan(journal + 256 * 1024);
  limit(journal + 128 * 1024);
  await eventually(async () => {
    await client.orders.place(order(tokenId));
    expect(await client.admin.health()).toMatchObject({ read_store: 'unwritable', storage_full: false });
  });
  await client.orders.place(order(tokenId));
  await expectReads(venue.url, tokenId, 503);
  limit('unlimited');
  await becomes(venue, { read_store: 'ready' });
  await expectReads(venue.url, tokenId, 200);
  await stop(venue);
  expect(await run('verify')).toBe(0);
});

/** Sends heartbeats one after another, regardless of earlier failures. */
async function beats(client: Client, times: number): Promise<void> {
  let id: string | null = null;
  for (let beat = 0; beat < times; beat += 1)
    try {
      id = await client.account.beat(id);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'invalid_heartbeat_id') throw error;
      id = String(error.body['heartbeat_id']);
    }
}
