/**
 * `npm run bench:recovery`: for a venue with a long history, the time from process start until it takes orders and
 * until it answers a read of its history, with and without a read store to build; and its memory then. The part `demo`
 * times the first and second start of the demo.
 */
import { cpSync } from 'node:fs';
import { readHolder } from '@bellwether/ledger/adapters/data-folder/lock.ts';
import { type Bench, runBench } from '../shared/bench.ts';
import { MAKERS, mixedOrders, openingCommands, TAKERS, writeHistory } from '../shared/history.ts';
import { count, msOf, pause } from '../shared/report.ts';
import { mapTimes, readThreadTimes, sumOf } from '../shared/thread-times.ts';
import { getText } from '../shared/trading-floor.ts';
import type { VenueProcess } from '../shared/venue-process.ts';

const MARKETS = 50;
const RUNS = 5;
/** A first build takes most of a minute. */
const BUILDS = 3;
/** Reads of a first visit to the demo, all from rows. */
const VISIT = [
  '/trades?limit=1',
  '/v1/leaderboard?timePeriod=ALL',
  '/comments?limit=20',
  '/events?closed=true&limit=20',
];

/** Seconds from the start of the process until it was ready, and until all paths are answered. */
async function answered({ url, readyMs }: VenueProcess, paths: readonly string[]) {
  const readMs = await msOf(async () => {
    for (const path of paths) await getText(url + path);
  });
  return { 'ready s': readyMs / 1_000, 'reads answered s': (readyMs + readMs) / 1_000 };
}

/** Starts a venue on a folder, and kills it once it has answered. */
async function started(bench: Bench, folder: string) {
  const before = readHolder(folder)?.pid;
  const starting = bench.venue({}, folder);
  let isOver = false;
  starting.finally(() => (isOver = true)).catch(() => undefined);
  const takesOrders = (): boolean => {
    const { pid = before, url = null } = readHolder(folder) ?? {};
    return pid !== before && url !== null;
  };
  const ordersMs = await msOf(async () => {
    while (!takesOrders() && !isOver) await pause(2);
  });
  const venue = await starting;
  const seconds = { 'orders s': ordersMs / 1_000, ...(await answered(venue, ['/trades?limit=1'])) };
  const times = readThreadTimes(venue.pid);
  const { gateway, exchange, projector } = mapTimes((kind) => times[kind] / 1_000);
  const cpu = { 'CPU s of it: main': gateway, exchange, projector, all: sumOf(times) / 1_000 };
  const found = { ...seconds, ...cpu, 'RSS MiB': venue.residentMiB() };
  await venue.kill();
  return found;
}

async function restarts(bench: Bench): Promise<void> {
  const orders = bench.smoke ? 20_000 : 1_000_000;
  const written = bench.folder();
  const next = mixedOrders(orders, bench.smoke ? 4_000 : 200_000, MARKETS);
  const history = await writeHistory(written, openingCommands(MARKETS, MAKERS + TAKERS), next);
  bench.header('recovery: restart of a venue with a long history', [
    `${count(orders)} orders in ${MARKETS} markets, ${count(history.openOrders)} of them open, ${count(history.trades)} trades`,
    `journal of ${count(history.entries)} entries, ${history.journalMiB.toFixed(0)} MiB; killed with SIGKILL, started again`,
  ]);
  let folder = written;
  const build = await bench.medianOf(BUILDS, () => {
    folder = bench.folder();
    cpSync(written, folder, { recursive: true });
    return started(bench, folder);
  });
  bench.figures('', { 'first start (builds the read store)': build });
  const restart = await bench.medianOf(RUNS, () => started(bench, folder));
  bench.figures('', { restart });
  bench.bar(
    { label: 'first build of the read store, s', value: build['reads answered s'], max: 20 },
    { label: 'restart until orders are taken, s', value: restart['orders s'], max: 2 },
    { label: 'resident memory after a restart, MiB', value: restart['RSS MiB'], max: 700 },
  );
}

async function demoStarts(bench: Bench): Promise<void> {
  bench.header('demo: the first start, which makes its past, and the next one', [`reads: ${VISIT.join(', ')}`]);
  const found = await bench.medianOf(RUNS, async () => {
    const folder = bench.folder();
    const start = async () => {
      const venue = await bench.venue({ BELLWETHER_DEMO: 'on', BELLWETHER_DEMO_PAST: 'on' }, folder);
      const seconds = await answered(venue, VISIT);
      await venue.stop();
      return seconds;
    };
    return { 'first start': await start(), 'next start': await start() };
  });
  bench.figures('', found);
  bench.bar({ label: 'first start of the demo, s', value: found['first start']['reads answered s'], max: 15 });
}

await runBench({}, async (bench) => {
  if (bench.has('restart')) await restarts(bench);
  if (bench.has('demo')) await demoStarts(bench);
});
