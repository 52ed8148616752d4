/**
 * `npm run bench:orders [-- --part load,paced,alone,house,scale]`: unique, signed, authenticated orders over keep-alive HTTP
 * against a running venue with its journal on disk. `load` alternates with a bare Fastify route that parses and
 * validates the same bodies and, with `--against DIR`, with the venue of another checkout, whose packages must be
 * installed. Load generator and server share the machine. `--write` puts the CPU time of an order into
 * docs/internals/costs.md.
 */
import { resolve } from 'node:path';
import { type Bench, runBench } from '../shared/bench.ts';
import { startBare } from '../shared/child.ts';
import { writeFigures } from '../shared/figures.ts';
import { count, machine } from '../shared/report.ts';
import { mapTimes, type ThreadTimes } from '../shared/thread-times.ts';
import { orderRequests } from '../shared/trading-floor.ts';
import { alone, EVERY_MS, PER_SECOND, paced } from './alone.ts';
import { printCost } from './cost.ts';
import { house } from './house.ts';
import { CONNECTIONS, type Contender, MARKETS, measured, TRADERS, warmVenue } from './measure.ts';
import { scale } from './scale.ts';

/** Every run has new processes: one that was lucky with its heap or its compiler stays so. */
const RUNS = 5;

type Result = Awaited<ReturnType<typeof measured>>;

async function load(bench: Bench, perRun: number, against: string | undefined, write: boolean): Promise<void> {
  const found = await bench.medianOf(RUNS, async (run) => {
    const ours = await warmVenue(bench, perRun);
    const floor: Contender = { ...ours, ...(await startBare(bench)), caughtUp: async () => undefined };
    await measured(floor, orderRequests(floor.floor, perRun, 1));
    const all: Contender[] = [ours, floor];
    if (against !== undefined) all.push(await warmVenue(bench, perRun, resolve(against)));
    const results = new Map<Contender, Result>();
    // The first and the second do not find the same machine.
    for (const each of run % 2 === 0 ? all : all.toReversed())
      results.set(each, await measured(each, orderRequests(each.floor, perRun, 2)));
    const memory = { 'before the first order': ours.memory, 'after the last': ours.venue.residentMiB() };
    for (const each of all) await each.end();
    // Casts: each contender has been measured, the third one where there is one.
    const [venue, bare, other] = all.map((each) => results.get(each)) as [Result, Result, Result];
    return { venue, bare, other, memory };
  });
  const { venue, bare, memory } = found;
  const other = against === undefined ? null : found.other;
  bench.figures('', { venue: venue.speed, 'bare route': bare.speed, ...(other !== null && { against: other.speed }) });
  bench.figures(`resident memory, ${count(2 * perRun)} orders`, { MiB: memory });
  bench.bar(
    { label: 'venue / bare route (aim 0.45)', value: venue.speed['orders/s'].per(bare.speed['orders/s']), min: 0.35 },
    ...printCost(bench, venue.cost, bare.cost, other?.cost ?? null),
  );
  const medians = (cost: typeof venue.cost): ThreadTimes => mapTimes((kind) => cost[kind].median);
  if (write) writeFigures({ orders: { machine: machine(), venue: medians(venue.cost), bare: medians(bare.cost) } });
}

/** The latency of new venues that have time. */
async function latencies(bench: Bench, perRun: number): Promise<void> {
  if (bench.has('paced')) {
    const { order } = await bench.medianOf(RUNS, async () => {
      const { floor, venue } = await warmVenue(bench, perRun);
      const found = await paced(venue, orderRequests(floor, bench.smoke ? 50 : 6_000, 2));
      await venue.kill();
      return found;
    });
    bench.figures(`${PER_SECOND} a second`, { order });
    bench.bar({ label: `order at ${PER_SECOND} a second, p99, ms`, value: order['p99 ms'], max: 5 });
  }
  if (!bench.has('alone')) return;
  const { rows, overFloor } = await bench.medianOf(RUNS, async () => {
    const { floor, venue } = await warmVenue(bench, perRun);
    const found = await alone(venue, orderRequests(floor, bench.smoke ? 10 : 200, 2), bench.folder());
    await venue.kill();
    return found;
  });
  bench.figures(`one every ${EVERY_MS} ms`, rows);
  bench.bar({ label: 'order alone / (GET /time + fsync + recovery), p50', value: overFloor, max: 1.6 });
}

await runBench({ against: 'string', write: 'boolean' }, async (bench, { against, write }) => {
  const perRun = bench.smoke ? 600 : 10_000;
  bench.header('orders: POST /order, signed, authenticated, durable', [
    `${count(perRun)} unique orders a run from ${TRADERS} accounts in ${MARKETS} markets, ${CONNECTIONS} keep-alive connections, after as many that warm up`,
    'EIP-712 signature and HMAC checked for each; journal in SQLite on disk, synced before each answer; no TLS, no network',
    'CPU by the operating system’s account of threads (Linux only), until every row is written',
  ]);
  if (bench.has('load')) await load(bench, perRun, against, write);
  await latencies(bench, perRun);
  if (bench.has('house')) await house(bench);
  if (bench.has('scale')) await scale(bench);
});
