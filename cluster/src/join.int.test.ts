/** A node with an empty folder joins a venue: with the files of the one that leads, and without where there is none. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describeWithPostgres } from '@bellwether/postgres-process/testing';
import { type Client, createClient, createSigner } from '@bellwether/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cluster, startCluster } from './cluster.ts';
import { patiently } from './patiently.ts';

const COMMAND = join(import.meta.dirname, '../../packages/server/bin/bellwether.js');
const SNAPSHOT_EVERY = 100;
const ORDERS = 1_000;
const AT_A_TIME = 50;

let cluster: Cluster;
const signer = createSigner(new Uint8Array(32).fill(7));
let client: Client;
let tokenId = '';

async function place(count: number): Promise<void> {
  for (let placed = 0; placed < count; placed += AT_A_TIME) {
    await Promise.all(
      Array.from({ length: Math.min(AT_A_TIME, count - placed) }, async () => {
        const signed = await client.orders.sign({ tokenId, side: 'BUY', price: '0.40', size: '5' });
        await patiently(() => client.orders.place(signed), 100);
      }),
    );
  }
}

/** Names of the snapshots that a node has, newest first. */
const snapshotsOf = (name: string): string[] =>
  readdirSync(join(cluster.dataDirOf(name), 'snapshots'))
    .filter((file) => file.endsWith('.snapshot'))
    .sort()
    .reverse();

const fileOf = (name: string, snapshot: string): Buffer =>
  readFileSync(join(cluster.dataDirOf(name), 'snapshots', snapshot));

function portOf(name: string): number {
  return cluster.nodes.find((node) => node.name === name)?.port ?? 0;
}

/** What a node shows of the venue, from its memory and from its read store. */
async function shownAt(name: string): Promise<readonly unknown[]> {
  const at = createClient({ baseUrl: `http://127.0.0.1:${portOf(name)}`, account: { signer } });
  const open: unknown[] = [];
  for await (const order of at.orders.each()) open.push(order);
  const answer = await fetch(`http://127.0.0.1:${portOf(name)}/book?token_id=${tokenId}`);
  const { bids, hash } = (await answer.json()) as { readonly bids: unknown; readonly hash: string };
  return [bids, hash, open];
}

async function emptied(name: string): Promise<void> {
  await cluster.kill(name);
  rmSync(cluster.dataDirOf(name), { recursive: true });
  mkdirSync(cluster.dataDirOf(name), { mode: 0o700 });
}

function expectWhole(name: string): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, 'verify'], {
    env: {
      ...process.env,
      BELLWETHER_DATA_DIR: cluster.dataDirOf(name),
      BELLWETHER_JOURNAL: cluster.pair.primary.url,
    },
    encoding: 'utf8',
  });
  expect({ status, stdout, stderr }).toMatchObject({ status: 0, stdout: expect.stringMatching(/everything holds\n$/) });
}

describeWithPostgres('a node that joins a venue', () => {
  beforeAll(async () => {
    const settings = {
      BELLWETHER_DEMO: 'off',
      BELLWETHER_LIMITS: 'off',
      BELLWETHER_LOG_LEVEL: 'fatal',
      BELLWETHER_SNAPSHOT_EVERY: String(SNAPSHOT_EVERY),
    };
    cluster = await startCluster({ nodes: 3, port: 0, settings });
    const adminToken =
      readFileSync(join(cluster.dataDirOf('a'), 'admin-token'), 'utf8')
        .trim()
        .split(/\s/)[0] ?? '';
    client = createClient({ baseUrl: cluster.url, adminToken, account: { signer } });
    await client.auth.credentials();
    await client.admin.deposit({ wallet: signer.address, amount: '100000' });
    const event = await client.admin.addEvent({ title: 'Will it join?', markets: [{ question: 'Will it join?' }] });
    tokenId = (JSON.parse(event.markets[0]?.clobTokenIds ?? '[]') as string[])[0] ?? '';
    await place(ORDERS);
  }, 300_000);
  afterAll(() => cluster?.stop());

  test('it has the snapshot of the one that leads, shows what that shows, and all of it holds', async () => {
    await emptied('c');
    expect(await cluster.led()).toBe('a');
    // One that makes its own has it of this entry.
    await place(1);
    const given = new Map(snapshotsOf('a').map((snapshot) => [snapshot, fileOf('a', snapshot)]));
    cluster.start('c');
    await cluster.settled();
    for (const snapshot of snapshotsOf('a')) given.set(snapshot, fileOf('a', snapshot));
    const fetched = snapshotsOf('c').filter((snapshot) => given.has(snapshot));
    expect(fetched).toHaveLength(1);
    expect(fileOf('c', fetched[0] ?? '').equals(given.get(fetched[0] ?? '') ?? Buffer.alloc(0))).toBe(true);
    expect(readdirSync(cluster.dataDirOf('c'))).not.toContain('join.new');
    const shown = await shownAt('a');
    expect(shown[2]).toHaveLength(ORDERS + 1);
    expect(await shownAt('c')).toEqual(shown);
    expectWhole('c');
  });

  test('it can lead, and goes on from there', async () => {
    const shown = await shownAt('a');
    await cluster.kill('b');
    await cluster.kill('a');
    expect(await cluster.led()).toBe('c');
    expect(await patiently(() => shownAt('c'), 100)).toEqual(shown);
    await place(1);
    expectWhole('c');
  });

  test('without a node that answers it makes all of it from the journal', async () => {
    const shown = await shownAt('c');
    await emptied('c');
    cluster.start('c');
    expect(await cluster.led()).toBe('c');
    await cluster.settled();
    expect(await patiently(() => shownAt('c'), 100)).toEqual(shown);
    expectWhole('c');
  });
});
