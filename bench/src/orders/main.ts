/**
 * `npm run bench:orders [-- --part load,paced,alone,scale]`: unique, signed, authenticated orders over keep-alive HTTP against a running venue with its
 * journal on disk. Alternates with a bare Fastify route that parses and validates the same bodies and, with `--against
 * DIR`, with the venue of another checkout, whose packages must be installed. Load generator and server share the
 * machine. `--write` puts the CPU time of an order into docs/internals/costs.md.
 */
import { resolve } from 'node:path';
import { type Bench, runBench } from '../shared/bench.ts';
import { startBare } from '../shared/child.ts';
import { writeFigures } from '../shared/figures.ts';
import { type LoadResult, queueOf, runLoad } from '../shared/http-load.ts';
import { count, machine, pause, percentile, percentiles, print } from '../shared/report.ts';
import { mapTimes, readThreadTimes, sumOf, type ThreadTimes, tellsThreadTimes } from '../shared/thread-times.ts';
import { openTradingFloor, orderRequests, type TradingFloor } from '../shared/trading-floor.ts';
import type { VenueProcess } from '../shared/venue-process.ts';
import { alone, paced } from './alone.ts';
import { type Cost, medians, printCost } from './cost.ts';
import { scale } from './scale.ts';

const MARKETS = 20;
const TRADERS = 40;
const CONNECTIONS = 128;
const CATCH_UP_MS_MAX = 60_000;

interface Round {
  readonly load: LoadResult;
  /** CPU microseconds per order; null if the operating system does not report it. */
  readonly cost: ThreadTimes | null;
}

/** A process under load. */
interface Contender {
  readonly name: string;
  readonly floor: TradingFloor;
  readonly at: Pick<VenueProcess, 'port' | 'pid'>;
  settled(): Promise<void>;
  end(): Promise<unknown>;
}

/** Sends every request once and waits for its follow-up work. All must be answered 200. */
async function measured(
  { at, settled }: Pick<Contender, 'at' | 'settled'>,
  requests: readonly Buffer[],
  connections = CONNECTIONS,
): Promise<Round> {
  const before = tellsThreadTimes() ? readThreadTimes(at.pid) : null;
  const load = await runLoad({ port: at.port, connections, next: queueOf(requests), secondsMax: 50 });
  await settled();
  const after = before === null ? null : readThreadTimes(at.pid);
  const us = (kind: keyof ThreadTimes): number =>
    (Math.max(0, (after?.[kind] ?? 0) - (before?.[kind] ?? 0)) * 1_000) / load.requests;
  return { load, cost: after === null ? null : mapTimes(us) };
}

/** Waits until every row of every acknowledged order is written: the projector's work is part of an order's cost. */
async function projected(venue: VenueProcess): Promise<void> {
  for (const until = performance.now() + CATCH_UP_MS_MAX; ; await pause(50)) {
    const figure = await venue.figures();
    if (figure('bellwether_projected_sequence') >= figure('bellwether_sequence')) return;
    if (performance.now() > until) throw new Error('the projector has not caught up');
  }
}

const perSecond = ({ load }: Round): number => load.requests / load.seconds;

async function venueContender(bench: Bench, name: string, project?: string) {
  const venue = await bench.venue({}, bench.folder(), project);
  const floor = await openTradingFloor(venue, MARKETS, TRADERS);
  return { name, floor, at: venue, venue, settled: () => projected(venue), end: () => venue.kill() };
}

/** New processes of all contenders: one that was lucky with its heap or its compiler stays so. */
async function startAll(bench: Bench, against: string | undefined) {
  const ours = await venueContender(bench, 'venue');
  const bare = await startBare(bench);
  const others: Contender[] = [
    { name: 'bare route', floor: ours.floor, at: bare, settled: async () => undefined, end: bare.end },
  ];
  if (against !== undefined) others.push(await venueContender(bench, 'against', resolve(against)));
  return { ours, all: [ours, ...others] };
}

function judge(bench: Bench, rounds: ReadonlyMap<string, readonly Round[]>, write: boolean): void {
  const [ours = [], bare = [], against = null] = [...rounds.values()];
  const ratios = ours.map((round, index) => perSecond(round) / perSecond(bare[index] as Round));
  bench.bar({ label: 'venue / bare route (aim 0.45)', value: percentile(ratios, 0.5), min: 0.35 });
  const costs = [ours, bare, against].map((each) => each?.flatMap(({ cost }) => cost ?? []) ?? null);
  const [venue, floor, other] = costs as [Cost, Cost, Cost | null];
  if (venue.length === 0) return print('  CPU per thread is shown on Linux only');
  bench.bar(...printCost(venue, floor, other));
  if (write) writeFigures({ orders: { machine: machine(), venue: medians(venue), bare: medians(floor) } });
}

await runBench({ against: 'string', write: 'boolean' }, async (bench, { against, write }) => {
  const perRound = bench.smoke ? 600 : 10_000;
  bench.header('orders: POST /order, signed, authenticated, durable', [
    `${count(perRound)} unique orders a round from ${TRADERS} accounts in ${MARKETS} markets, ${CONNECTIONS} keep-alive connections`,
    'EIP-712 signature and HMAC checked for each; journal in SQLite on disk, synced before each answer; no TLS, no network',
    'CPU by the operating system’s account of threads, until every row is written; medians of the rounds',
  ]);
  const rows: string[][] = [];
  const rounds = new Map<string, Round[]>();
  const [starts, roundsEach] = bench.smoke || !bench.has('load') ? [1, 1] : [4, 2];
  for (let start = 1; start <= starts; start++) {
    const { ours, all } = await startAll(bench, against);
    const before = ours.venue.residentMiB();
    // One uncounted round warms up: compiling is not part of an order's cost.
    for (let round = 0; round <= (bench.has('load') ? roundsEach : 0); round++) {
      // The first and the second do not find the same machine.
      const turn = (start + round) % 2 === 0 ? all : all.toReversed();
      for (const each of turn) {
        const result = await measured(each, orderRequests(each.floor, perRound, round + 1));
        if (round === 0) continue;
        rounds.getOrInsert(each.name, []).push(result);
        const times = percentiles(result.load.latenciesMs, 0.5, 0.99, 0.999);
        rows.push([`${each.name}, round ${start}.${round}`, count(perSecond(result)), ...times]);
      }
    }
    if (start < starts) {
      for (const each of all) await each.end();
      continue;
    }
    if (bench.has('paced')) await paced(bench, ours.venue, orderRequests(ours.floor, bench.smoke ? 50 : 6_000, 98));
    if (bench.has('alone')) await alone(bench, ours.venue, orderRequests(ours.floor, bench.smoke ? 10 : 500, 99));
    print(`  resident memory: ${before} MiB before the first order, ${ours.venue.residentMiB()} MiB after the last\n`);
  }
  if (bench.has('scale'))
    await scale(bench, async (venue, requests, connections) => {
      const { cost } = await measured({ at: venue, settled: () => projected(venue) }, requests, connections);
      return cost === null ? Number.NaN : sumOf(cost);
    });
  if (!bench.has('load')) return;
  bench.table(['', 'orders/s', 'p50 ms', 'p99 ms', 'p99.9 ms'], rows);
  const order = ['venue', 'bare route', 'against'].filter((name) => rounds.has(name));
  judge(bench, new Map(order.map((name) => [name, rounds.get(name) ?? []])), write);
});
