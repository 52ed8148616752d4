/** A whole venue on a disk that another program fills to the last byte: what goes on, what is refused, and how it recovers. */
import { type ChildProcess, execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { VenueHealth } from '@bellwether/contract';
import { ApiError, type Client } from '@bellwether/sdk';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clientOf, MAIN, openMarket, readHealth, ready, runCommand, type Served } from './ops/testing/serve-process.ts';
import { SmallDisk } from './ops/testing/small-disk.ts';
import { RESERVE_BYTES } from './ports/storage.ts';

const DISK_MIB = 240;
const PATIENCE = { timeout: 240_000, interval: 100 };

let disk: SmallDisk | null;
let dataDir: string;
let children: ChildProcess[];

beforeEach(() => {
  disk = SmallDisk.mount(DISK_MIB);
  dataDir = join(disk?.path ?? '', 'data');
  children = [];
});

afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  disk?.unmount();
});

function run(args: readonly string[]) {
  const running = runCommand([process.execPath, MAIN, ...args], dataDir);
  children.push(running.child);
  return running;
}

const serve = (): Promise<Served> => ready(run(['serve']));

async function stop({ child, ended }: Served): Promise<void> {
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 0, stderr: '' });
}

const becomes = (url: string, state: Partial<VenueHealth>): Promise<void> =>
  vi.waitFor(async () => expect(await readHealth(dataDir, url)).toMatchObject(state), PATIENCE);

const reserve = (): number => statSync(join(dataDir, 'reserve')).size;

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;

const order = (tokenId: string) => ({ tokenId, side: 'BUY', price: '0.4', size: '5' }) as const;

/** Reads that are made of rows, and those that are not. */
async function expectReads(url: string, tokenId: string, ofRows: 200 | 503): Promise<void> {
  const answer = await fetch(`${url}/markets?limit=1`);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([ofRows, ofRows === 503 ? '10' : null]);
  if (ofRows === 503)
    expect(await answer.json()).toMatchObject({ error: expect.stringMatching(/^the read store cannot/) });
  expect(await statusOf(`${url}/trades?limit=1`)).toBe(ofRows);
  expect(await statusOf(`${url}/book?token_id=${tokenId}`)).toBe(200);
}

describe('full disk of a venue', { timeout: 600_000 }, () => {
  test('full disk of a venue: cancels, heartbeats, books, a kill, a start and a stop, and all is taken when there is room [D31]', async ({
    skip,
  }) => {
    if (disk === null) return skip('a small disk cannot be mounted here');
    let venue = await serve();
    const { client, tokenId } = await openMarket(dataDir, venue.url);
    await clientOf(venue.url, '8').auth.credentials();
    const first = await client.orders.place(order(tokenId));
    const second = await client.orders.place(order(tokenId));
    await vi.waitFor(() => expect(reserve()).toBe(RESERVE_BYTES), PATIENCE);
    await becomes(venue.url, { read_store: 'ready', storage_full: false, storage_reserve_bytes: RESERVE_BYTES });
    await expectReads(venue.url, tokenId, 200);

    disk.fill('ballast');
    await becomes(venue.url, { read_store: 'unwritable', storage_full: true });
    await expectReads(venue.url, tokenId, 503);
    await expect(client.orders.place(order(tokenId))).rejects.toMatchObject({ status: 503, code: 'storage_full' });
    expect((await client.orders.cancel(first.orderID)).canceled).toEqual([first.orderID]);
    await beats(clientOf(venue.url, '8', true), 20);
    await vi.waitFor(() => expect(reserve()).toBeLessThan(RESERVE_BYTES), PATIENCE);
    const health = await readHealth(dataDir, venue.url);
    expect(health.storage_reserve_bytes).toBeLessThan(RESERVE_BYTES);

    // What was given back is eaten as well, and the process killed.
    disk.fill('ballast');
    venue.child.kill('SIGKILL');
    await venue.ended;
    venue = await serve();
    await becomes(venue.url, { read_store: 'unwritable', storage_full: true });
    await expectReads(venue.url, tokenId, 503);
    await beats(clientOf(venue.url, '8', true), 5);
    expect((await clientOf(venue.url, '7', true).orders.cancel(second.orderID)).canceled).toEqual([second.orderID]);
    await stop(venue);

    venue = await serve();
    await becomes(venue.url, { read_store: 'unwritable', storage_full: true });
    disk.remove('ballast');
    await becomes(venue.url, { read_store: 'ready', storage_full: false });
    await expectReads(venue.url, tokenId, 200);
    const third = await clientOf(venue.url, '7', true).orders.place(order(tokenId));
    expect(third.success).toBe(true);
    await vi.waitFor(() => expect(reserve()).toBe(RESERVE_BYTES), PATIENCE);

    const backup = join(disk.path, 'backup');
    expect((await run(['backup', backup]).ended).code).toBe(0);
    expect(readdirSync(backup)).not.toContain('reserve');
    await stop(venue);
    expect((await run(['verify']).ended).code).toBe(0);
    expect((await run(['restore', backup]).ended).code).toBe(0);
    expect((await run(['verify']).ended).code).toBe(0);
    expect(reserve()).toBe(RESERVE_BYTES);
  });

  test('full disk of a venue: a read store that gets an I/O error is made again, and trading goes on meanwhile [D30]', async ({
    skip,
  }) => {
    if (disk === null) return skip('a small disk cannot be mounted here');
    // Small, so that the reserve is not made: it would be the largest file.
    disk.resize(100);
    mkdirSync(dataDir);
    const venue = await serve();
    const { client, tokenId } = await openMarket(dataDir, venue.url);
    await client.orders.place(order(tokenId));
    // The soft limit alone: the hard one could not be raised again.
    const limit = (bytes: number | 'unlimited'): void => {
      execFileSync('prlimit', ['--pid', String(venue.child.pid), `--fsize=${bytes}:`]);
    };
    // The store's log is longer than the journal's files by far: its next write gets EFBIG.
    const sizes = readdirSync(dataDir).map((name) => [name, statSync(join(dataDir, name)).size] as const);
    const journal = Math.max(...sizes.filter(([name]) => name.startsWith('journal')).map(([, size]) => size));
    const store = Math.max(...sizes.filter(([name]) => name.startsWith('store')).map(([, size]) => size));
    expect(store).toBeGreaterThan(journal + 256 * 1024);
    limit(journal + 128 * 1024);
    try {
      await vi.waitFor(async () => {
        await client.orders.place(order(tokenId));
        expect(await readHealth(dataDir, venue.url)).toMatchObject({ read_store: 'unwritable', storage_full: false });
      }, PATIENCE);
      await client.orders.place(order(tokenId));
      await expectReads(venue.url, tokenId, 503);
    } finally {
      limit('unlimited');
    }
    await becomes(venue.url, { read_store: 'ready' });
    await expectReads(venue.url, tokenId, 200);
    await stop(venue);
    expect((await run(['verify']).ended).code).toBe(0);
  });
});

/** Beats one after another, whatever was missed before. */
async function beats(client: Client, times: number): Promise<void> {
  let id: string | null = null;
  for (let beat = 0; beat < times; beat += 1) {
    try {
      id = await client.account.beat(id);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'invalid_heartbeat_id') throw error;
      id = String(error.body['heartbeat_id']);
    }
  }
}
