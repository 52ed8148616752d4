/**
 * `npm run bench:memory`: what a venue's memory is while it takes 120,000 orders, and what is left of it when it has been
 * idle: the C library's arenas, heaps and buffers, mapped pages of the databases. `--arenas N` sets `MALLOC_ARENA_MAX`.
 */
import { parseArgs } from 'node:util';
import { createDataDir, removeDataDir } from '@bellwether/venue-process';
import { queueOf, runLoad } from '../shared/http-load.ts';
import { count, percentile, print, printHeader, printTable } from '../shared/report.ts';
import { orderRequests, signOrders } from '../shared/signed-orders.ts';
import { THREAD_HEAP_HEADER, threadHeapRows } from '../shared/thread-heaps.ts';
import { openTradingFloor, type TradingFloor } from '../shared/trading-floor.ts';
import { startVenue, type VenueProcess } from '../shared/venue-process.ts';
import { residentOf } from './resident.ts';

const { values } = parseArgs({
  options: { smoke: { type: 'boolean', default: false }, arenas: { type: 'string' } },
});
const { smoke, arenas } = values;
const STEPS = smoke ? 2 : 4;
const PER_STEP = smoke ? 200 : 30_000;
const IDLE_SECONDS = smoke ? [1] : [10, 60];
const PER_SIGNING = 2_500;
const MARKETS = 20;
const TRADERS = 40;
const CONNECTIONS = 128;
const MIB = 2 ** 20;

/** Of the main thread, as the venue says itself. */
async function mainHeap(venue: VenueProcess): Promise<{ used: number; total: number; external: number }> {
  const text = await (await fetch(`${venue.url}/metrics`)).text();
  const of = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
  return {
    used: of('nodejs_heap_size_used_bytes'),
    total: of('nodejs_heap_size_total_bytes'),
    external: of('nodejs_external_memory_bytes'),
  };
}

async function row(name: string, venue: VenueProcess, rate: string): Promise<string[]> {
  const { used, total, external } = await mainHeap(venue);
  const resident = residentOf(venue.pid);
  const mib = (bytes: number): string => count(bytes / MIB);
  return [
    name,
    rate,
    mib(resident.all),
    `${mib(resident.arenas)} (${resident.arenaCount})`,
    mib(resident.heaps),
    mib(resident.databases),
    mib(resident.program),
    `${mib(used)}/${mib(total)}`,
    mib(external),
  ];
}

/** Signed again for each part of them: a signature is good for a minute. */
async function place(venue: VenueProcess, floor: TradingFloor, step: number): Promise<string> {
  const bodies = signOrders(floor, PER_STEP, step);
  const latencies: number[] = [];
  let seconds = 0;
  for (let from = 0; from < bodies.length; from += PER_SIGNING) {
    const requests = orderRequests(bodies.slice(from, from + PER_SIGNING));
    const result = await runLoad({
      port: venue.port,
      connections: CONNECTIONS,
      next: queueOf(requests),
      secondsMax: 50,
    });
    if (result.statuses.get(200) !== requests.length) {
      throw new Error(`not every answer was 200: ${JSON.stringify([...result.statuses])}`);
    }
    for (const latency of result.latenciesMs) latencies.push(latency);
    seconds += result.seconds;
  }
  return `${count(latencies.length / seconds)}, ${percentile(latencies, 0.99).toFixed(0)} ms`;
}

const pause = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

const dataDir = createDataDir();
const venue = await startVenue(dataDir, arenas === undefined ? {} : { MALLOC_ARENA_MAX: arenas });
try {
  const floor = await openTradingFloor(venue, MARKETS, TRADERS);
  printHeader(
    `memory: ${count(STEPS * PER_STEP)} orders, then nothing; MALLOC_ARENA_MAX ${arenas ?? 'not set'}`,
    [`${TRADERS} accounts in ${MARKETS} markets, ${CONNECTIONS} keep-alive connections; resident MiB`],
    'feeds, reads of rows, the page',
  );
  const rows = [await row('ready', venue, '')];
  for (let step = 1; step <= STEPS; step++) {
    rows.push(await row(`${count(step * PER_STEP)} orders`, venue, await place(venue, floor, step)));
  }
  let waited = 0;
  for (const seconds of IDLE_SECONDS) {
    await pause(seconds - waited);
    waited = seconds;
    rows.push(await row(`idle for ${seconds} s`, venue, ''));
  }
  printTable(
    ['', 'orders/s, p99', 'all', 'arenas', 'heaps, buffers', 'databases', 'program', 'main heap', 'external'],
    rows,
  );
  print('');
  printTable(THREAD_HEAP_HEADER, await threadHeapRows(venue));
  print('');
} finally {
  await venue.stop();
  removeDataDir(dataDir);
}
