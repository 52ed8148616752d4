/** `npm run bench:recovery`: how long a venue with a long history takes from process start to its first answer. */
import { createDataDir, removeDataDir } from '@bellwether/venue-process';
import { benchArguments } from '../shared/arguments.ts';
import { openingCommands, writeHistory } from '../shared/history.ts';
import { count, print, printHeader, printTable } from '../shared/report.ts';
import { startVenue } from '../shared/venue-process.ts';
import { MAKERS, mixedOrders, TAKERS } from './workload.ts';

const READY_SECONDS_MAX = 10;

const { smoke } = benchArguments();
const orders = smoke ? 20_000 : 1_000_000;
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
  const rows = [['first start (builds the read store)', (first.readyMs / 1000).toFixed(2), count(first.residentMiB())]];
  await first.kill();
  let worst = 0;
  for (let round = 1; round <= rounds; round++) {
    const venue = await startVenue(dataDir);
    worst = Math.max(worst, venue.readyMs / 1000);
    rows.push([`restart ${round}`, (venue.readyMs / 1000).toFixed(2), count(venue.residentMiB())]);
    await venue.kill();
  }
  printTable(['', 'ready s', 'RSS MiB'], rows);
  const passes = worst <= READY_SECONDS_MAX;
  print(
    `\n  slowest restart ${worst.toFixed(2)} s   bar <= ${READY_SECONDS_MAX} s   ${smoke ? 'not judged (smoke)' : passes ? 'ok' : 'MISSED'}`,
  );
  if (!passes && !smoke) process.exitCode = 1;
} finally {
  removeDataDir(dataDir);
}
