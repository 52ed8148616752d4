/**
 * Time from the start of a new node's process, with an empty data folder, until it answers an order and a read. The
 * first node cannot fetch files and builds everything from the journal; later nodes fetch.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type PostgresPair, startPostgresPair } from '@bellwether/postgres-process';
import { claimPort } from '@bellwether/postgres-process/ports';
import { eventually } from '@bellwether/venue-process/progress';
import type { Bench } from '../shared/bench.ts';
import { MAKERS, mixedOrders, openingCommands, TAKERS, writeHistory } from '../shared/history.ts';
import { figuresOf } from '../shared/medians.ts';
import { count } from '../shared/report.ts';
import { readThreadTimes, sumOf } from '../shared/thread-times.ts';
import { getText } from '../shared/trading-floor.ts';
import type { VenueProcess } from '../shared/venue-process.ts';
import { clientAt, openMarket, RETRY_MS } from './client.ts';

const COMMAND = join(import.meta.dirname, '../../../packages/server/bin/bellwether.js');
const SECONDS_MAX = 10;
const MARKETS = 50;
const SECRET = randomBytes(24).toString('base64url');

export async function joins(bench: Bench): Promise<void> {
  const orders = bench.smoke ? 2_000 : 1_000_000;
  const pair = await startPostgresPair({ standby: true });
  bench.onEnd(() => pair.stop());
  const source = bench.folder();
  const next = mixedOrders(orders, orders / 5, MARKETS);
  const history = await writeHistory(source, openingCommands(MARKETS, MAKERS + TAKERS), next);
  const words = [COMMAND, 'journal', 'copy', source, pair.primary.url];
  const copied = spawnSync(process.execPath, words, { encoding: 'utf8' });
  if (copied.status !== 0) throw new Error(`the journal was not copied: ${copied.stderr}`);
  bench.header('join: from the start of a new node until it answers', [
    `${count(orders)} orders in ${MARKETS} markets, ${count(history.openOrders)} of them open; ${count(history.entries)} entries in PostgreSQL`,
    'the new node, the one that leads, primary and standby share this machine; no other load',
  ]);
  // There is no market yet for an order, so credentials are requested instead.
  const first = await started(bench, pair, async (node) => void (await clientAt(node).auth.credentials()));
  const leader = clientAt(first.node);
  const tokenId = await openMarket(leader);
  const [newest = ''] = snapshotsOf(first.node);
  const joined = await bench.medianOf(3, async () => {
    const signed = await leader.orders.sign({ tokenId, side: 'BUY', price: '0.40', size: '5' });
    const { node, found } = await started(bench, pair, async (at) => void (await clientAt(at).orders.place(signed)));
    if (!snapshotsOf(node).includes(newest)) throw new Error('it has not fetched the snapshot');
    for (const path of ['/trades?limit=500', `/book?token_id=${tokenId}`])
      if ((await getText(node.url + path)) !== (await getText(first.node.url + path)))
        throw new Error(`${path} is another one`);
    await node.kill();
    return found;
  });
  bench.figures('', { 'first node, from the journal': figuresOf([first.found]), 'join, with files fetched': joined });
  const value = Math.max(joined['first order s'].most, joined['first read s'].most);
  bench.bar({ label: 'slowest join until order and read are answered, s', value, max: SECONDS_MAX });
}

/** Starts a node. `order` and a read are retried until they are answered. */
async function started(bench: Bench, pair: PostgresPair, order: (node: VenueProcess) => Promise<void>) {
  const settings = {
    BELLWETHER_JOURNAL: pair.primary.url,
    BELLWETHER_CLUSTER_ADDRESS: `127.0.0.1:${await claimPort()}`,
    BELLWETHER_CLUSTER_SECRET: SECRET,
    BELLWETHER_LOG_LEVEL: 'fatal',
    ...(bench.smoke && { BELLWETHER_SNAPSHOT_EVERY: '1000' }),
  };
  const began = performance.now();
  const seconds = (): number => (performance.now() - began) / 1_000;
  const node = await bench.venue(settings);
  const [ordered, read] = await Promise.all([
    eventually(() => order(node), RETRY_MS).then(seconds),
    eventually(() => getText(`${node.url}/trades?limit=1`), RETRY_MS).then(seconds),
  ]);
  const resources = { 'CPU s': sumOf(readThreadTimes(node.pid)) / 1_000, 'RSS MiB': node.residentMiB() };
  return { node, found: { 'first order s': ordered, 'first read s': read, ...resources } };
}

/** Names of a node's snapshots, newest first. */
function snapshotsOf({ dataDir }: VenueProcess): string[] {
  const names = readdirSync(join(dataDir, 'snapshots')).filter((name) => name.endsWith('.snapshot'));
  return names.sort().reverse();
}
