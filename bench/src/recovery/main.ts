/**
 * `npm run bench:recovery`: how long a venue with a long history takes from process start until it takes orders, and until
 * it answers a read of its history, with its read store to build and without; and what memory it has then. `-- --large` has ten million orders instead of one: it writes a journal of 1 GiB first.
 */
import { createDataDir, removeDataDir } from '@bellwether/venue-process';
import { benchArguments } from '../shared/arguments.ts';
import { openingCommands, writeHistory } from '../shared/history.ts';
import { count, print, printBars, printHeader, printTable } from '../shared/report.ts';
import { THREAD_HEAP_HEADER, threadHeapRows } from '../shared/thread-heaps.ts';
import { readThreadTimes, sumOf } from '../shared/thread-times.ts';
import { startVenue, type VenueProcess } from '../shared/venue-process.ts';
import { MAKERS, mixedOrders, TAKERS } from './workload.ts';

const FIRST_BUILD_SECONDS_MAX = 20;

const { smoke, large } = benchArguments();
/** What a start may cost, by the orders that there ever were. */
const bound = large ? { readySeconds: 3, residentMiB: 1_024 } : { readySeconds: 2, residentMiB: 700 };
const orders = smoke ? 20_000 : large ? 10_000_000 : 1_000_000;
const open = smoke ? 4_000 : 200_000;
const rounds = smoke ? 1 : 3;
const markets = 50;

const dataDir = createDataDir();
try {
  const history = await writeHistory(
    dataDir,
    openingCommands(markets, MAKERS + TAKERS),
    mixedOrders(orders, open, markets),
  );
  printHeader(
    'recovery: restart of a venue with a long history',
    [
      `${count(orders)} orders in ${markets} markets, ${count(history.openOrders)} of them open, ${count(history.trades)} trades`,
      `journal of ${count(history.entries)} entries, ${history.journalMiB.toFixed(0)} MiB; killed with SIGKILL, started again`,
    ],
    'signatures and HTTP traffic while it starts',
  );
  const first = await startVenue(dataDir);
  const firstSeconds = first.readyMs / 1000;
  const rows = [await row('first start (builds the read store)', first)];
  await first.kill();
  let worst = 0;
  let resident = 0;
  let heaps: string[][] = [];
  for (let round = 1; round <= rounds; round++) {
    const venue = await startVenue(dataDir);
    worst = Math.max(worst, venue.readyMs / 1000);
    rows.push(await row(`restart ${round}`, venue));
    resident = Math.max(resident, venue.residentMiB());
    if (round === rounds) heaps = await threadHeapRows(venue);
    await venue.kill();
  }
  printTable(['', 'ready s', 'first read s', 'CPU s of it: main', 'exchange', 'projector', 'all', 'RSS MiB'], rows);
  print('');
  printTable(THREAD_HEAP_HEADER, heaps);
  const held = printBars(
    [
      { label: 'slowest restart, s', ratio: worst, atLeast: null, atMost: bound.readySeconds },
      { label: 'resident memory after a restart, MiB', ratio: resident, atLeast: null, atMost: bound.residentMiB },
      {
        label: 'first build of the read store, s',
        ratio: firstSeconds,
        atLeast: null,
        ...(!large && { atMost: FIRST_BUILD_SECONDS_MAX }),
      },
    ],
    smoke,
  );
  if (!held) process.exitCode = 1;
} finally {
  removeDataDir(dataDir);
}

/** Of a start that is ready: waits until it answers a read, by when every thread is there. */
async function row(name: string, venue: VenueProcess): Promise<string[]> {
  const begun = performance.now();
  const answer = await fetch(`${venue.url}/trades?limit=1`);
  if (answer.status !== 200) throw new Error(`the first read got ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
  const readMs = venue.readyMs + performance.now() - begun;
  const times = readThreadTimes(venue.pid);
  const seconds = (ms: number): string => (ms / 1000).toFixed(2);
  const { gateway, exchange, projector } = times;
  const cpu = [gateway, exchange, projector, sumOf(times)].map(seconds);
  return [name, seconds(venue.readyMs), seconds(readMs), ...cpu, count(venue.residentMiB())];
}
