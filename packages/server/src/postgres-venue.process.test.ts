/** A whole venue whose journal is on PostgreSQL, with its synchronous standby: killed, fenced, kept waiting, refused. */
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWithPostgres } from '@bellwether/postgres-process/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { Databases } from './adapters/log-postgres/testing/databases.ts';
import {
  adminPost,
  clientOf,
  MAIN,
  openMarket,
  type Running,
  ready,
  runCommand,
  type Served,
} from './ops/testing/serve-process.ts';

const ORDERS = 200;
/** The same at each venue of a journal, as accounts and tokens derive from them. */
const KEYS = { BELLWETHER_MASTER_KEY: 'ab'.repeat(32), BELLWETHER_ADMIN_TOKEN: 'the-same-token-everywhere-0123456789' };

let databases: Databases;
let url: string;
let folders: string[];
let children: ChildProcess[];

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'postgres-venue-'));
  folders.push(path);
  return path;
}

function run(args: readonly string[], dataDir: string, settings: Readonly<Record<string, string>> = {}): Running {
  const journal = { BELLWETHER_JOURNAL: url, BELLWETHER_LOG_LEVEL: 'silent', ...settings };
  const running = runCommand([process.execPath, MAIN, ...args], dataDir, journal);
  children.push(running.child);
  return running;
}

const serve = (dataDir: string, settings: Readonly<Record<string, string>> = {}): Promise<Served> =>
  ready(run(['serve'], dataDir, settings));

/** Places orders, all at once, until `enough` were acknowledged; answers their ids. */
async function trade(venue: Served, dataDir: string, enough: number, then: () => void): Promise<string[]> {
  const { client, tokenId } = await openMarket(dataDir, venue.url);
  const orders = await Promise.all(
    Array.from({ length: ORDERS }, () => client.orders.sign({ tokenId, side: 'BUY', price: '0.4', size: '5' })),
  );
  const acknowledged: string[] = [];
  const place = async (order: (typeof orders)[number]): Promise<void> => {
    const { orderID } = await client.orders.place(order);
    acknowledged.push(orderID);
    if (acknowledged.length === enough) then();
  };
  await Promise.allSettled(orders.map(place));
  return acknowledged;
}

/** How often each order was accepted, by what `export` says. */
async function accepted(dataDir: string): Promise<Map<string, number>> {
  const exported = await run(['export'], dataDir).ended;
  expect(exported).toMatchObject({ code: 0, stderr: '' });
  const counts = new Map<string, number>();
  for (const line of exported.stdout.trim().split('\n')) {
    const { entry } = JSON.parse(line) as { entry: { events: { kind: string; orderId: string }[] } };
    for (const { kind, orderId } of entry.events) {
      if (kind === 'OrderAccepted') counts.set(orderId, (counts.get(orderId) ?? 0) + 1);
    }
  }
  return counts;
}

function expectOnce(acknowledged: readonly string[], counts: ReadonlyMap<string, number>): void {
  expect(acknowledged.filter((orderId) => !counts.has(orderId))).toEqual([]);
  expect([...counts].filter(([, count]) => count !== 1)).toEqual([]);
}

async function expectWhole(dataDir: string): Promise<void> {
  const verified = await run(['verify'], dataDir).ended;
  expect(verified.stdout).toMatch(/everything holds\n$/);
  expect(verified).toMatchObject({ code: 0, stderr: '' });
}

describeWithPostgres('venue on postgres', () => {
  beforeAll(async () => {
    databases = await Databases.start();
  }, 240_000);
  beforeEach(async () => {
    folders = [];
    children = [];
    url = await databases.create();
  });
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL');
    await databases.replicate();
    for (const path of folders) rmSync(path, { recursive: true, force: true });
  });
  afterAll(() => databases?.stop());

  test('postgres venue: killed under load, all that was acknowledged is there once, and it goes on', async () => {
    const dataDir = folder();
    const first = await serve(dataDir);
    const acknowledged = await trade(first, dataDir, ORDERS / 2, () => void first.child.kill('SIGKILL'));
    await first.ended;
    expect(acknowledged.length).toBeGreaterThanOrEqual(ORDERS / 2);
    await expectWhole(dataDir);
    const again = await serve(dataDir, { BELLWETHER_SNAPSHOT_EVERY: '100' });
    const [one = ''] = acknowledged;
    expect(await (await fetch(`${again.url}/data/order/${one}`)).json()).toMatchObject({
      order: { id: one, status: 'LIVE' },
    });
    await adminPost(dataDir, again.url, '/admin/tags', { label: 'It goes on' });
    expectOnce(acknowledged, await accepted(dataDir));
    await expectWhole(dataDir);
    again.child.kill('SIGTERM');
    expect(await again.ended).toMatchObject({ code: 0, stderr: '' });
    await expectWhole(dataDir);
  });

  test('postgres venue: a second one waits, and leads when the first is killed', async () => {
    const [dataDir, other] = [folder(), folder()];
    const first = await serve(dataDir, KEYS);
    const waiting = run(['serve'], other, { ...KEYS, BELLWETHER_LOG_LEVEL: 'warn' });
    let said = '';
    const told = new Promise<void>((resolve) => {
      waiting.child.stdout?.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        if (said.includes('another venue leads')) resolve();
      });
    });
    await Promise.race([
      told,
      waiting.ended.then(({ stderr }) => {
        throw new Error(`it does not wait: ${stderr}`);
      }),
    ]);
    expect(said).toMatch(/another venue leads \(\S+, process \d+\): this one waits/);
    const second = ready(waiting);
    first.child.kill('SIGKILL');
    const { url: address, child, ended } = await second;
    const answer = await fetch(`${address}/admin/tags`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEYS.BELLWETHER_ADMIN_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ label: 'Taken over' }),
    });
    expect(answer.status).toBe(201);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0 });
    await expectWhole(other);
  });

  test('postgres venue: one that is fenced ends with a line that says so', async () => {
    const dataDir = folder();
    const { child, ended } = await serve(dataDir);
    await databases.within(url, 'UPDATE bellwether.head SET epoch = epoch + 1');
    expect(await ended).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('another process has taken over the journal'),
    });
    expect(child.exitCode).toBe(1);
  });

  test('postgres venue: while commits wait a write is answered in words, and a repeat is told what became of it', async () => {
    const dataDir = folder();
    const venue = await serve(dataDir);
    const { client, tokenId } = await openMarket(dataDir, venue.url);
    const order = await client.orders.sign({ tokenId, side: 'BUY', price: '0.4', size: '5' });
    await databases.stopReplication();
    await expect(client.orders.place(order)).rejects.toThrow(/whether this is done is not known yet/);
    await databases.replicate();
    const placed = await clientOf(venue.url, '7', true).orders.place(order);
    venue.child.kill('SIGTERM');
    expect(await venue.ended).toMatchObject({ code: 0, stderr: '' });
    expectOnce([placed.orderID], await accepted(dataDir));
    await expectWhole(dataDir);
  });

  test('postgres venue: a database that no standby follows is refused, unless a test says so everywhere', async () => {
    await databases.dropStandbys();
    const dataDir = folder();
    const { password } = new URL(url);
    const refused = await run(['serve'], dataDir).ended;
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(
      /^bellwether: .*synchronous_standby_names is empty.*BELLWETHER_JOURNAL_UNSAFE_TEST=1.*\n$/,
    );
    const venue = await serve(dataDir, { BELLWETHER_JOURNAL_UNSAFE_TEST: '1', BELLWETHER_LOG_LEVEL: 'warn' });
    const about = (await (await fetch(`${venue.url}/venue`)).json()) as { readonly warning?: string };
    expect(about.warning).toMatch(/BELLWETHER_JOURNAL_UNSAFE_TEST is set/);
    venue.child.kill('SIGTERM');
    const { stdout, stderr, code } = await venue.ended;
    expect(code).toBe(0);
    expect(stderr).toMatch(/WARNING {2}BELLWETHER_JOURNAL_UNSAFE_TEST is set/);
    expect(stdout).toMatch(/"setting":"BELLWETHER_JOURNAL_UNSAFE_TEST"/);
    for (const text of [refused.stderr, stdout, stderr]) expect(text).not.toContain(password);
  });

  test('postgres venue: a journal in the folder and one in a database is one too many; backup says whose it is', async () => {
    const dataDir = folder();
    const { child, ended } = await serve(dataDir, { BELLWETHER_JOURNAL: '' });
    child.kill('SIGTERM');
    await ended;
    const refused = await run(['serve'], dataDir).ended;
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('has a journal of its own') });
    expect((await run(['backup', join(dataDir, 'to')], dataDir).ended).stderr).toMatch(
      /^bellwether: backup is for a journal in/,
    );
  });
});
