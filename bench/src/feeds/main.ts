/**
 * `npm run bench:feeds`: how soon an order is on the wire of everyone who watches its market, how much a venue can tell
 * 1,000 of them, beside a bare `ws` broadcast of the same bytes, and what 1,000 that never read do to one who does.
 * Venue, load generator and all subscribers share the machine.
 */
import { createDataDir, removeDataDir } from '@bellwether/venue-process';
import { benchArguments } from '../shared/arguments.ts';
import { type Bar, count, median, percentile, print, printBars, printHeader, printTable } from '../shared/report.ts';
import { openTradingFloor } from '../shared/trading-floor.ts';
import { startVenue, type VenueProcess } from '../shared/venue-process.ts';
import { Audience, type Watched } from './audience.ts';
import { deliveredByBroadcast, startBroadcast } from './broadcast.ts';
import { OrderFlow, TRADERS } from './order-flow.ts';

const { smoke } = benchArguments();
const AUDIENCES = smoke ? [1, 20] : [1, 100, 1_000];
const MANY = smoke ? 20 : 1_000;
const CALM_ORDERS_PER_SECOND = 20;
const RATES = smoke ? [50] : [10, 25, 50, 75, 100, 150, 200, 300, 400, 600, 800, 1_200, 1_600];
const P99_MS_MAX = 100;
const WARM_SECONDS = smoke ? 0.2 : 2;
const SECONDS = smoke ? 0.5 : 10;
const STEP_SECONDS = smoke ? 0.5 : 6;
/** Together less than the 15 s after which the venue may cut off who does not answer pings. */
const FILL_SECONDS = smoke ? 0.5 : 9;
const SILENT_SECONDS = smoke ? 0.5 : 4;
const ROUNDS = smoke ? 1 : 5;
const BAR = 0.5;

const milliseconds = (values: readonly number[], share: number): string => percentile(values, share).toFixed(2);

/** One subscriber after another crowd: how long an order takes to the wire. */
async function latencies(venue: VenueProcess, flow: OrderFlow): Promise<void> {
  const rows: string[][] = [];
  for (const size of AUDIENCES) {
    const audience = await Audience.gather(venue.port, flow.tokens, size);
    await audience.watch(flow, CALM_ORDERS_PER_SECOND * 2, WARM_SECONDS);
    const { afterDueMs, afterAnswerMs } = await audience.watch(flow, CALM_ORDERS_PER_SECOND, SECONDS);
    await audience.leave();
    rows.push([
      count(size),
      ...[0.5, 0.99].map((share) => milliseconds(afterAnswerMs, share)),
      ...[0.5, 0.99].map((share) => milliseconds(afterDueMs, share)),
    ]);
  }
  print(`  a) ${CALM_ORDERS_PER_SECOND} orders/s; acknowledged: the answer had been read by the client that ordered;`);
  print('     on the wire: read by the subscriber that is sent to last; below 0: the message came first\n');
  printTable(['subscribers', 'acknowledged → wire p50 ms', 'p99 ms', 'ordered → wire p50 ms', 'p99 ms'], rows);
}

/** Raises the rate until 1,000 subscribers are told too late. */
async function steps(flow: OrderFlow, audience: Audience): Promise<void> {
  const rows: string[][] = [];
  let last = 'none';
  for (const rate of RATES) {
    const isHeld = ({ isComplete, afterDueMs }: Watched): boolean =>
      isComplete && percentile(afterDueMs, 0.99) <= P99_MS_MAX;
    let watched = await audience.watch(flow, rate, STEP_SECONDS);
    // Once more: others may have needed the machine.
    if (!isHeld(watched)) watched = await audience.watch(flow, rate, STEP_SECONDS);
    const { delivered, isComplete, afterDueMs, afterAnswerMs } = watched;
    const holds = isHeld(watched);
    rows.push([
      count(rate),
      count(delivered),
      milliseconds(afterAnswerMs, 0.99),
      milliseconds(afterDueMs, 0.5),
      milliseconds(afterDueMs, 0.99),
      isComplete ? (holds ? 'holds' : 'too late') : 'left out',
    ]);
    if (!holds) break;
    last = `${count(rate)} orders/s, ${count(delivered)} messages/s`;
  }
  print(`\n  b) ${count(MANY)} subscribers of one market; ordered: when the order was due in an open loop;`);
  print('     a rate that is told too late is tried once more\n');
  printTable(['orders/s', 'messages/s', 'acknowledged → wire p99 ms', 'ordered → wire p50 ms', 'p99 ms', ''], rows);
  print(`\n  last rate with p99 within ${P99_MS_MAX} ms: ${last}`);
}

/** Venue and bare broadcast in turn, both at their limit. */
async function ratio(venue: VenueProcess, flow: OrderFlow, audience: Audience, folder: string): Promise<Bar> {
  const recorded = await audience.recorded();
  const broadcast = await startBroadcast(recorded, folder, MANY);
  const rows: string[][] = [];
  const ratios: number[] = [];
  try {
    // One round no one counts warms both up.
    for (let round = smoke ? 1 : 0; round <= ROUNDS; round++) {
      const before = await figures(venue);
      const { delivered, ordersPerSecond } = await audience.watch(flow, null, STEP_SECONDS);
      const { dropped } = await figures(venue);
      const bare = await deliveredByBroadcast(broadcast, STEP_SECONDS);
      if (round === 0) continue;
      rows.push([
        String(round),
        count(ordersPerSecond),
        count(delivered),
        count(dropped - before.dropped),
        count(bare),
      ]);
      ratios.push(delivered / bare);
    }
  } finally {
    await broadcast.stop();
  }
  const bytes = recorded.reduce((sum, frame) => sum + Buffer.byteLength(frame), 0) / Math.max(1, recorded.length);
  print(
    `\n  c) as many orders as answers allow; bare: the same ${count(recorded.length)} messages, ${count(bytes)} bytes each\n`,
  );
  printTable(['round', 'orders/s', 'venue messages/s', 'of them left out', 'bare messages/s'], rows);
  return { label: 'messages delivered: venue / bare ws broadcast', ratio: median(ratios), atLeast: BAR };
}

/** One healthy reader beside many that never read. */
async function besideSilent(venue: VenueProcess, flow: OrderFlow): Promise<void> {
  const rate = smoke ? 50 : 100;
  const rows: string[][] = [];
  const audience = await Audience.gather(venue.port, flow.tokens, 1);
  const row = async (name: string): Promise<void> => {
    const { isComplete, afterDueMs } = await audience.watch(flow, rate, SILENT_SECONDS);
    const { dropped, connections } = await figures(venue);
    rows.push([
      name,
      milliseconds(afterDueMs, 0.5),
      milliseconds(afterDueMs, 0.99),
      isComplete ? 'no' : 'YES',
      count(venue.residentMiB()),
      count(connections),
      count(dropped),
    ]);
  };
  await row('alone');
  const silent = await Audience.gatherSilent(venue.port, flow.tokens, MANY);
  // As many as answers allow: until what systems keep for a connection is full.
  await audience.watch(flow, null, FILL_SECONDS);
  await row(`beside ${count(MANY)} that never read`);
  await silent.stop();
  await audience.leave();
  print(`\n  d) one reader at ${rate} orders/s\n`);
  printTable(
    ['', 'ordered → wire p50 ms', 'p99 ms', 'missed any', 'venue RSS MiB', 'connections', 'left out so far'],
    rows,
  );
}

async function figures(venue: VenueProcess): Promise<{ readonly dropped: number; readonly connections: number }> {
  const text = await (await fetch(`${venue.url}/metrics`)).text();
  const read = (name: string): number =>
    Number(new RegExp(`^${name}\\{channel="market"[^}]*\\} ([0-9.e+]+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
  return { dropped: read('bellwether_feed_dropped'), connections: read('bellwether_feed_connections') };
}

const dataDir = createDataDir();
const venue = await startVenue(dataDir);
try {
  const flow = new OrderFlow(venue, await openTradingFloor(venue, 1, TRADERS));
  await flow.buildLadder();
  printHeader(
    'feeds: /ws/market, one hot market',
    [
      `subscribers of both tokens, 20 levels a side; ${count(MANY - 1)} in one process that counts frames, the one measured in another`,
      'signed, authenticated, durable orders, some two thirds rest and one third trades; each makes one message for each subscriber, a trade two',
    ],
    'TLS, network, compression',
  );
  await latencies(venue, flow);
  const audience = await Audience.gather(venue.port, flow.tokens, MANY);
  await steps(flow, audience);
  const bar = await ratio(venue, flow, audience, dataDir);
  await audience.leave();
  await besideSilent(venue, flow);
  if (!printBars([bar], smoke)) process.exitCode = 1;
} finally {
  await venue.stop();
  removeDataDir(dataDir);
}
