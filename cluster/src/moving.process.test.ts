/** Follows docs/guides/postgresql.md: a venue with history moves to a cluster, survives the loss of each part, and moves back. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeWithPostgres } from '@bellwether/postgres-process/testing';
import { type Client, createClient, createSigner } from '@bellwether/sdk';
import { createDataDir, runBellwether, startVenueProcess } from '@bellwether/venue-process';
import { afterAll, expect, test } from 'vitest';
import { type Cluster, startCluster } from './cluster.ts';
import { openMarket, openOrders, place } from './testing/trader.ts';

const KEYS = ['master.key', 'verifying-contract', 'admin-token'];
const SETTINGS = { BELLWETHER_DEMO: 'off', BELLWETHER_LIMITS: 'off', BELLWETHER_LOG_LEVEL: 'fatal' };

const signer = createSigner(new Uint8Array(32).fill(9));
const [before, after] = [createDataDir(), createDataDir()];
const acknowledged: string[] = [];
let tokenId = '';
let cluster: Cluster | null = null;

const clientOf = (baseUrl: string, adminToken: string): Client =>
  createClient({ baseUrl, adminToken, account: { signer }, retry: { attemptsMax: 1 } });

async function placeMore(client: Client, count: number): Promise<void> {
  for (let index = 0; index < count; index++) acknowledged.push(await place(client, tokenId));
}

const expectAllThere = async (client: Client): Promise<void> =>
  expect(await openOrders(client)).toEqual(acknowledged.toSorted());

/** Runs `bellwether` with these arguments; a failure shows its output. */
const run = async (command: readonly string[], settings: Readonly<Record<string, string>> = {}): Promise<void> =>
  expect({ command, ...(await runBellwether(command, { settings })) }).toMatchObject({ code: 0 });

function copyKeys(from: string, to: string): void {
  for (const key of KEYS) copyFileSync(join(from, key), join(to, key));
}

describeWithPostgres('a venue that moves to a cluster and back', () => {
  afterAll(() => cluster?.stop());

  test('moving: from one machine to a cluster, every part of which is killed once, and back', async () => {
    const venue = await startVenueProcess({ dataDir: before, settings: SETTINGS });
    const alone = clientOf(venue.url, venue.adminToken);
    ({ tokenId } = await openMarket(alone, '1000'));
    await placeMore(alone, 5);
    const { adminToken } = venue;
    await venue.end();
    await run(['verify'], { BELLWETHER_DATA_DIR: before });

    const prepare = async (journal: string, dataDir: string): Promise<void> => {
      await run(['journal', 'copy', before, journal]);
      copyKeys(before, dataDir);
    };
    cluster = await startCluster({ nodes: 2, port: 0, settings: SETTINGS, prepare });
    const client = clientOf(cluster.url, adminToken);
    await expectAllThere(client);
    await placeMore(client, 2);
    for (const { name } of cluster.nodes) {
      await cluster.kill(name);
      await placeMore(client, 2);
      await expectAllThere(client);
      cluster.start(name);
      await cluster.awaitFollowers();
    }
    await cluster.promote();
    await Promise.all([cluster.rejoin(), placeMore(client, 2)]);
    await expectAllThere(client);
    await cluster.awaitFollowers();
    const journal = { BELLWETHER_JOURNAL: cluster.pair.primary.url };
    await run(['verify'], { ...journal, BELLWETHER_DATA_DIR: cluster.dataDirOf('a') });

    await cluster.stopNodes();
    await run(['journal', 'copy', cluster.pair.primary.url, after]);
    copyKeys(cluster.dataDirOf('b'), after);
    const returned = await startVenueProcess({ dataDir: after, settings: SETTINGS });
    const back = clientOf(returned.url, adminToken);
    await expectAllThere(back);
    await placeMore(back, 1);
    await expectAllThere(back);
    await run(['verify'], { BELLWETHER_DATA_DIR: after });
  });
});
