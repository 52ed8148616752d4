/**
 * `npm run bench:join`: from the start of a new node's process, with an empty data folder, until it answers an order and until
 * it answers a read. The first node has no one to fetch files from and makes all of it from the journal; those after it fetch.
 * `-- --smoke` has two thousand orders and judges nothing.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgresPair } from '@bellwether/postgres-process';
import { POSTGRES_MISSING, postgresBinaries } from '@bellwether/postgres-process/binaries';
import { createDataDir, removeDataDir } from '@bellwether/venue-process';
import { MAKERS, mixedOrders, TAKERS } from '../recovery/workload.ts';
import { benchArguments } from '../shared/arguments.ts';
import { openingCommands, writeHistory } from '../shared/history.ts';
import { count, print, printBars, printHeader, printTable } from '../shared/report.ts';
import { readThreadTimes, sumOf, tellsThreadTimes } from '../shared/thread-times.ts';
import { startVenue, type VenueProcess } from '../shared/venue-process.ts';
import { answered, clientAt, nodeSettings, openMarket, read } from './node.ts';

const COMMAND = join(import.meta.dirname, '../../../packages/server/bin/bellwether.js');
const JOIN_SECONDS_MAX = 10;
const MARKETS = 50;

const { smoke } = benchArguments();
if (postgresBinaries() === null) {
  print(`bench:join is left out: ${POSTGRES_MISSING}`);
  process.exit(process.env['CI'] === 'true' ? 1 : 0);
}
const orders = smoke ? 2_000 : 1_000_000;
const open = smoke ? 400 : 200_000;
const rounds = smoke ? 1 : 3;
const snapshots = smoke ? { BELLWETHER_SNAPSHOT_EVERY: '1000' } : {};

interface Joined {
  readonly orderSeconds: number;
  readonly readSeconds: number;
}

const pair = await startPostgresPair({ standby: true });
const folders: string[] = [];
const running: VenueProcess[] = [];
try {
  const source = newFolder();
  const next = mixedOrders(orders, open, MARKETS);
  const history = await writeHistory(source, openingCommands(MARKETS, MAKERS + TAKERS), next);
  const copied = spawnSync(process.execPath, [COMMAND, 'journal', 'copy', source, pair.primary.url], {
    encoding: 'utf8',
  });
  if (copied.status !== 0) throw new Error(`the journal was not copied: ${copied.stderr}`);
  printHeader(
    'join: from the start of a new node until it answers',
    [
      `${count(orders)} orders in ${MARKETS} markets, ${count(history.openOrders)} of them open, ${count(history.trades)} trades; ${count(history.entries)} entries in PostgreSQL`,
      'the new node, the one that leads, primary and standby share this machine',
    ],
    'a network between machines; load on the venue while a node joins',
  );
  const rows: string[][] = [];
  // No one has a market yet in which the client could place an order: a deposit is as good.
  const [first, alone] = await started(async (node) => void (await clientAt(node).auth.credentials()));
  rows.push(rowOf('first node, from the journal', first, alone));
  const leader = clientAt(first);
  const tokenId = await openMarket(leader);
  const [newest = ''] = snapshotsOf(first);
  let worst: Joined = { orderSeconds: 0, readSeconds: 0 };
  for (let round = 1; round <= rounds; round++) {
    const signed = await leader.orders.sign({ tokenId, side: 'BUY', price: '0.40', size: '5' });
    const [node, joined] = await started(async (at) => void (await clientAt(at).orders.place(signed)));
    if (!snapshotsOf(node).includes(newest)) throw new Error('it has not fetched the snapshot');
    for (const path of ['/trades?limit=500', `/book?token_id=${tokenId}`]) {
      if ((await read(node.url + path)) !== (await read(first.url + path))) throw new Error(`${path} is another one`);
    }
    rows.push(rowOf(`join ${round}, with files fetched`, node, joined));
    worst = {
      orderSeconds: Math.max(worst.orderSeconds, joined.orderSeconds),
      readSeconds: Math.max(worst.readSeconds, joined.readSeconds),
    };
    await node.kill();
  }
  const mebibytes = bytesIn(first.dataDir) / 2 ** 20;
  printTable(['', 'first order s', 'first read s', 'CPU s', 'RSS MiB'], rows);
  print(`\n  the files that are fetched: ${count(mebibytes)} MiB of snapshot, closed orders and read store`);
  const bar = { atLeast: null, atMost: JOIN_SECONDS_MAX };
  const held = printBars(
    [
      { label: 'slowest join until an order is answered, s', ratio: worst.orderSeconds, ...bar },
      { label: 'slowest join until a read is answered, s', ratio: worst.readSeconds, ...bar },
    ],
    smoke,
  );
  if (!held) process.exitCode = 1;
} finally {
  for (const node of running) await node.kill();
  await pair.stop();
  for (const folder of folders) removeDataDir(folder);
}

function newFolder(): string {
  const folder = createDataDir();
  folders.push(folder);
  return folder;
}

/** A new node; `order` is tried until it is answered, and a read as well. */
async function started(order: (node: VenueProcess) => Promise<void>): Promise<[VenueProcess, Joined]> {
  const settings = await nodeSettings(pair.primary.url);
  const began = performance.now();
  const seconds = (): number => (performance.now() - began) / 1_000;
  const node = await startVenue(newFolder(), { ...settings, ...snapshots });
  running.push(node);
  const [orderSeconds, readSeconds] = await Promise.all([
    answered(() => order(node)).then(seconds),
    answered(() => read(`${node.url}/trades?limit=1`)).then(seconds),
  ]);
  return [node, { orderSeconds, readSeconds }];
}

function rowOf(name: string, node: VenueProcess, { orderSeconds, readSeconds }: Joined): string[] {
  const cpu = tellsThreadTimes() ? (sumOf(readThreadTimes(node.pid)) / 1_000).toFixed(2) : '';
  return [name, orderSeconds.toFixed(2), readSeconds.toFixed(2), cpu, count(node.residentMiB())];
}

/** Names of a node's snapshots, newest first. */
function snapshotsOf({ dataDir }: VenueProcess): string[] {
  const names = readdirSync(join(dataDir, 'snapshots')).filter((name) => name.endsWith('.snapshot'));
  return names.sort().reverse();
}

function bytesIn(dataDir: string): number {
  const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => /\.(?:run|snapshot)$|^store\.sqlite/.test(name))
    .reduce((sum, name) => sum + statSync(join(dataDir, name)).size, 0);
}
