/** A node with an empty folder joins a venue: with the leader's files, and without them if there are none. */
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describeWithPostgres } from '@bellwether/postgres-process/testing';
import { type Client, createClient, createSigner } from '@bellwether/sdk';
import { runBellwether } from '@bellwether/venue-process';
import { eventually } from '@bellwether/venue-process/progress';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cluster, startCluster } from './cluster.ts';
import { openMarket, place } from './testing/trader.ts';

const SNAPSHOT_EVERY = 100;
const ORDERS = 300;
const AT_A_TIME = 50;

let cluster: Cluster;
/** Name of the node that joins. */
let joining = '';
const signer = createSigner(new Uint8Array(32).fill(7));
let client: Client;
let tokenId = '';

async function placeMore(count: number): Promise<void> {
  for (let placed = 0; placed < count; placed += AT_A_TIME) {
    const length = Math.min(AT_A_TIME, count - placed);
    await Promise.all(Array.from({ length }, () => place(client, tokenId)));
  }
}

/** Names of a node's snapshots, newest first. */
const snapshotsOf = (name: string): string[] =>
  readdirSync(join(cluster.dataDirOf(name), 'snapshots'))
    .filter((file) => file.endsWith('.snapshot'))
    .sort()
    .reverse();

const fileOf = (name: string, snapshot: string): Buffer =>
  readFileSync(join(cluster.dataDirOf(name), 'snapshots', snapshot));

/** Snapshot files that a node has now; it drops old ones when it takes new ones. */
function filesOf(name: string): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (const snapshot of snapshotsOf(name))
    try {
      files.set(snapshot, fileOf(name, snapshot));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  return files;
}

const portOf = (name: string): number => cluster.nodes.find((node) => node.name === name)?.port ?? 0;

/** A node's view of the venue, from its memory and from its read store. */
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

async function expectWhole(name: string): Promise<void> {
  const settings = { BELLWETHER_JOURNAL: cluster.pair.primary.url };
  const verified = await runBellwether(['verify'], { dataDir: cluster.dataDirOf(name), settings });
  expect(verified).toMatchObject({ code: 0, stdout: expect.stringMatching(/everything holds\n$/) });
}

describeWithPostgres('a node that joins a venue', () => {
  beforeAll(async () => {
    const quiet = { BELLWETHER_DEMO: 'off', BELLWETHER_LIMITS: 'off', BELLWETHER_LOG_LEVEL: 'fatal' };
    const settings = { ...quiet, BELLWETHER_SNAPSHOT_EVERY: String(SNAPSHOT_EVERY) };
    cluster = await startCluster({ nodes: 2, port: 0, settings });
    client = createClient({ baseUrl: cluster.url, adminToken: cluster.adminToken, account: { signer } });
    ({ tokenId } = await openMarket(client, '100000'));
    await placeMore(ORDERS);
  });
  afterAll(() => cluster?.stop());

  test('it has the snapshot of the one that leads, shows what that shows, and all of it holds', async () => {
    const leader = await cluster.awaitLeader();
    joining = cluster.nodes.find(({ name }) => name !== leader)?.name ?? '';
    await emptied(joining);
    // A new entry: a node that takes its own snapshot does so at this entry.
    await placeMore(1);
    const given = filesOf(leader);
    cluster.start(joining);
    await cluster.awaitFollowers();
    for (const [snapshot, bytes] of filesOf(leader)) given.set(snapshot, bytes);
    // The node may have taken a later snapshot itself, at the same entry as the leader.
    const fetched = snapshotsOf(joining).findLast((snapshot) => given.has(snapshot)) ?? '';
    expect(fetched).not.toBe('');
    expect(fileOf(joining, fetched).equals(given.get(fetched) ?? Buffer.alloc(0))).toBe(true);
    expect(readdirSync(cluster.dataDirOf(joining))).not.toContain('join.new');
    const shown = await shownAt(leader);
    expect(shown[2]).toHaveLength(ORDERS + 1);
    expect(await shownAt(joining)).toEqual(shown);
    await expectWhole(joining);
  });

  test('it can lead, and goes on from there', async () => {
    const shown = await shownAt(joining);
    for (const { name } of cluster.nodes) if (name !== joining) await cluster.kill(name);
    expect(await cluster.awaitLeader()).toBe(joining);
    expect(await eventually(() => shownAt(joining))).toEqual(shown);
    await eventually(() => placeMore(1));
    await expectWhole(joining);
  });

  test('without a node that answers it makes all of it from the journal', async () => {
    const shown = await shownAt(joining);
    await emptied(joining);
    cluster.start(joining);
    expect(await cluster.awaitLeader()).toBe(joining);
    await cluster.awaitFollowers();
    expect(await eventually(() => shownAt(joining))).toEqual(shown);
    await expectWhole(joining);
  });
});
