/**
 * `npm run bench:orders`: unique, signed, authenticated orders over keep-alive HTTP against the running venue with its
 * journal on disk, in turn with a bare Fastify route that parses and validates the same bodies. Load generator and
 * server share the machine.
 */
import { createDataDir, removeDataDir } from '@bellwether/venue-process';
import { benchArguments } from '../shared/arguments.ts';
import { type BareServer, startBare } from '../shared/bare-process.ts';
import { type LoadResult, queueOf, runLoad } from '../shared/http-load.ts';
import { count, median, percentile, print, printBars, printHeader, printTable } from '../shared/report.ts';
import { orderRequests, signOrders } from '../shared/signed-orders.ts';
import { openTradingFloor, type TradingFloor } from '../shared/trading-floor.ts';
import { startVenue, type VenueProcess } from '../shared/venue-process.ts';

const BAR = 0.15;
const TARGET = 0.25;
const MARKETS = 20;
const TRADERS = 40;

const { smoke } = benchArguments();
const perRound = smoke ? 600 : 25_000;
const rounds = smoke ? 1 : 3;
const connections = 128;

/** Sends every request once. All must be answered 200. */
async function run(port: number, requests: readonly Buffer[]): Promise<LoadResult> {
  const result = await runLoad({ port, connections, next: queueOf(requests), secondsMax: 50 });
  if (result.statuses.get(200) !== result.requests) {
    throw new Error(`not every answer was 200: ${JSON.stringify([...result.statuses])}`);
  }
  return result;
}

function row(name: string, { requests, seconds, latenciesMs }: LoadResult): string[] {
  const milliseconds = (share: number): string => percentile(latenciesMs, share).toFixed(2);
  return [name, count(requests / seconds), milliseconds(0.5), milliseconds(0.99), milliseconds(0.999)];
}

async function batchSizes(venue: VenueProcess): Promise<string> {
  const text = await (await fetch(`${venue.url}/metrics`)).text();
  const cumulative = [...text.matchAll(/bellwether_batch_entries_bucket\{le="([^"]+)"\} ([0-9]+)/g)];
  let before = 0;
  const parts = cumulative.map(([, bound, value]) => {
    const inBucket = Number(value) - before;
    before = Number(value);
    return `<=${bound}: ${count(inBucket)}`;
  });
  return parts.join('  ');
}

async function measure(floor: TradingFloor, venue: VenueProcess, bare: BareServer): Promise<void> {
  const rows: string[][] = [];
  const ratios: number[] = [];
  // One round no one counts warms both servers up.
  for (let round = 0; round <= rounds; round++) {
    const bodies = signOrders(floor, round === 0 ? Math.min(5_000, perRound) : perRound, round + 1);
    const ours = await run(venue.port, orderRequests(bodies));
    const bound = await run(bare.port, orderRequests(bodies));
    if (round === 0) continue;
    rows.push(row(`venue, round ${round}`, ours), row(`bare route, round ${round}`, bound));
    ratios.push(ours.requests / ours.seconds / (bound.requests / bound.seconds));
  }
  printTable(['', 'orders/s', 'p50 ms', 'p99 ms', 'p99.9 ms'], rows);
  print(`\n  entries in a durable record: ${await batchSizes(venue)}`);
  const held = printBars([{ label: `venue / bare route (aim ${TARGET})`, ratio: median(ratios), atLeast: BAR }], smoke);
  if (!held) process.exitCode = 1;
}

const dataDir = createDataDir();
const venue = await startVenue(dataDir, { BELLWETHER_LIMITS: 'off' });
const bare = await startBare(new URL('./bare-server.ts', import.meta.url));
try {
  const floor = await openTradingFloor(venue, MARKETS, TRADERS);
  printHeader(
    'orders: POST /order, signed, authenticated, durable',
    [
      `${count(perRound)} unique orders a round from ${TRADERS} accounts in ${MARKETS} markets, ${connections} keep-alive connections`,
      'EIP-712 signature and HMAC checked for each; journal in SQLite on disk, synchronous FULL',
    ],
    'signing on the client side, TLS, network',
  );
  await measure(floor, venue, bare);
} finally {
  bare.stop();
  await venue.stop();
  removeDataDir(dataDir);
}
