/**
 * `npm run bench:recovery`: for a venue with a long history, the time from process start until it takes orders and
 * until it answers a read of its history, with and without a read store to build; and its memory then. `-- --large` has
 * ten million orders instead of one million and first writes a journal of 1 GiB. The part `demo` times the first and
 * second start of the demo.
 */
import { type Bench, runBench } from '../shared/bench.ts';
import { MAKERS, mixedOrders, openingCommands, TAKERS, writeHistory } from '../shared/history.ts';
import { count } from '../shared/report.ts';
import { readThreadTimes, sumOf } from '../shared/thread-times.ts';
import { getText } from '../shared/trading-floor.ts';
import type { VenueProcess } from '../shared/venue-process.ts';

const MARKETS = 50;
const FIRST_BUILD_SECONDS_MAX = 20;
const DEMO_SECONDS_MAX = 15;
/** Reads of a first visit to the demo, all from rows. */
const VISIT = [
  '/trades?limit=1',
  '/v1/leaderboard?timePeriod=ALL',
  '/comments?limit=20',
  '/events?closed=true&limit=20',
];

const seconds = (ms: number): string => (ms / 1_000).toFixed(2);

/** Milliseconds from the start of the process until all paths are answered. */
async function answeredMs({ url, readyMs }: VenueProcess, paths: readonly string[]): Promise<number> {
  const begun = performance.now();
  for (const path of paths) await getText(url + path);
  return readyMs + performance.now() - begun;
}

async function row(name: string, venue: VenueProcess): Promise<string[]> {
  const readMs = await answeredMs(venue, ['/trades?limit=1']);
  const times = readThreadTimes(venue.pid);
  const cpu = [times.gateway, times.exchange, times.projector, sumOf(times)].map(seconds);
  return [name, seconds(venue.readyMs), seconds(readMs), ...cpu, count(venue.residentMiB())];
}

async function restarts(bench: Bench, large: boolean): Promise<void> {
  const orders = bench.smoke ? 20_000 : large ? 10_000_000 : 1_000_000;
  const folder = bench.folder();
  const next = mixedOrders(orders, bench.smoke ? 4_000 : 200_000, MARKETS);
  const history = await writeHistory(folder, openingCommands(MARKETS, MAKERS + TAKERS), next);
  bench.header('recovery: restart of a venue with a long history', [
    `${count(orders)} orders in ${MARKETS} markets, ${count(history.openOrders)} of them open, ${count(history.trades)} trades`,
    `journal of ${count(history.entries)} entries, ${history.journalMiB.toFixed(0)} MiB; killed with SIGKILL, started again`,
  ]);
  const first = await bench.venue({}, folder);
  const rows = [await row('first start (builds the read store)', first)];
  await first.kill();
  const [ready, resident] = [[] as number[], [] as number[]];
  for (let round = 1; round <= (bench.smoke ? 1 : 3); round++) {
    const venue = await bench.venue({}, folder);
    ready.push(venue.readyMs / 1_000);
    rows.push(await row(`restart ${round}`, venue));
    resident.push(venue.residentMiB());
    await venue.kill();
  }
  bench.table(['', 'ready s', 'first read s', 'CPU s of it: main', 'exchange', 'projector', 'all', 'RSS MiB'], rows);
  const built = { label: 'first build of the read store, s', value: first.readyMs / 1_000 };
  bench.bar(
    { label: 'slowest restart, s', value: Math.max(...ready), max: large ? 3 : 2 },
    { label: 'resident memory after a restart, MiB', value: Math.max(...resident), max: large ? 1_024 : 700 },
    large ? built : { ...built, max: FIRST_BUILD_SECONDS_MAX },
  );
}

async function demoStarts(bench: Bench): Promise<void> {
  bench.header('demo: the first start, which makes its past, and the next one', [`reads: ${VISIT.join(', ')}`]);
  const folder = bench.folder();
  const rows: string[][] = [];
  const answered: number[] = [];
  for (const name of ['first start', 'next start']) {
    const venue = await bench.venue({ BELLWETHER_DEMO: 'on', BELLWETHER_DEMO_PAST: 'on' }, folder);
    const readMs = await answeredMs(venue, VISIT);
    answered.push(readMs / 1_000);
    rows.push([name, seconds(venue.readyMs), seconds(readMs)]);
    await venue.stop();
  }
  bench.table(['', 'ready s', 'reads answered s'], rows);
  bench.bar({ label: 'slowest start of the demo, s', value: Math.max(...answered), max: DEMO_SECONDS_MAX });
}

await runBench({ large: 'boolean' }, async (bench, { large }) => {
  if (bench.has('restart')) await restarts(bench, large);
  if (bench.has('demo')) await demoStarts(bench);
});
