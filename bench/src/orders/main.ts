/**
 * `npm run bench:orders [-- --part load,paced,alone]`: unique, signed, authenticated orders over keep-alive HTTP against a running venue with its
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
import { mapTimes, readThreadTimes, type ThreadTimes, tellsThreadTimes } from '../shared/thread-times.ts';
import { openTradingFloor, orderRequests, type TradingFloor } from '../shared/trading-floor.ts';
import type { VenueProcess } from '../shared/venue-process.ts';
import { alone, paced } from './alone.ts';
import { medians, printCost } from './cost.ts';

const MARKETS = 20;
const TRADERS = 40;
const CONNECTIONS = 128;
const CATCH_UP_MS_MAX = 60_000;

interface Round {
  readonly load: LoadResult;
  /** CPU microseconds per order; null if the operating system does not report it. */
  readonly cost: ThreadTimes | null;
}

interface Contender {
  readonly name: string;
  readonly rounds: Round[];
  run(requests: readonly Buffer[]): Promise<Round>;
}

/** Sends every request once and waits for its follow-up work. All must be answered 200. */
function contender(name: string, at: Pick<VenueProcess, 'port' | 'pid'>, settled: () => Promise<void>): Contender {
  const run = async (requests: readonly Buffer[]): Promise<Round> => {
    const before = tellsThreadTimes() ? readThreadTimes(at.pid) : null;
    const load = await runLoad({ port: at.port, connections: CONNECTIONS, next: queueOf(requests), secondsMax: 50 });
    await settled();
    const after = before === null ? null : readThreadTimes(at.pid);
    const us = (kind: keyof ThreadTimes): number =>
      (Math.max(0, (after?.[kind] ?? 0) - (before?.[kind] ?? 0)) * 1_000) / load.requests;
    return { load, cost: after === null ? null : mapTimes(us) };
  };
  return { name, rounds: [], run };
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

function judgeCosts(bench: Bench, contenders: readonly Contender[], write: boolean): void {
  const [venue = [], bare = [], against = null] = contenders.map(({ rounds }) =>
    rounds.flatMap(({ cost }) => cost ?? []),
  );
  if (venue.length === 0) return print('  CPU per thread is shown on Linux only');
  bench.bar(...printCost(venue, bare, against));
  if (write) writeFigures({ orders: { machine: machine(), venue: medians(venue), bare: medians(bare) } });
}

await runBench({ against: 'string', write: 'boolean' }, async (bench, { against, write }) => {
  const perRound = bench.smoke ? 600 : 25_000;
  bench.header('orders: POST /order, signed, authenticated, durable', [
    `${count(perRound)} unique orders a round from ${TRADERS} accounts in ${MARKETS} markets, ${CONNECTIONS} keep-alive connections`,
    'EIP-712 signature and HMAC checked for each; journal in SQLite on disk, synced before each answer; no TLS, no network',
    'CPU by the operating system’s account of threads, until every row is written; medians of the rounds',
  ]);
  const venue = await bench.venue();
  const floor = await openTradingFloor(venue, MARKETS, TRADERS);
  const server = await startBare(bench);
  const contenders = [
    contender('venue', venue, () => projected(venue)),
    contender('bare route', server, async () => undefined),
  ];
  const floors = [floor, floor];
  if (against !== undefined) {
    const other = await bench.venue({}, bench.folder(), resolve(against));
    contenders.push(contender('against', other, () => projected(other)));
    floors.push(await openTradingFloor(other, MARKETS, TRADERS));
  }
  const before = venue.residentMiB();
  const rows: string[][] = [];
  // One uncounted round warms up all servers: compiling is not part of an order's cost.
  const last = bench.smoke ? 1 : 3;
  for (let round = 0; round <= (bench.has('load') ? last : 0); round++) {
    for (const [index, each] of contenders.entries()) {
      const result = await each.run(orderRequests(floors[index] as TradingFloor, perRound, round + 1));
      if (round === 0) continue;
      each.rounds.push(result);
      const times = percentiles(result.load.latenciesMs, 0.5, 0.99, 0.999);
      rows.push([`${each.name}, round ${round}`, count(perSecond(result)), ...times]);
    }
  }
  if (bench.has('paced')) await paced(bench, venue, orderRequests(floor, bench.smoke ? 50 : 6_000, 98));
  if (bench.has('alone')) await alone(bench, venue, orderRequests(floor, bench.smoke ? 10 : 500, 99));
  if (!bench.has('load')) return;
  bench.table(['', 'orders/s', 'p50 ms', 'p99 ms', 'p99.9 ms'], rows);
  print(`  resident memory: ${before} MiB before the first order, ${venue.residentMiB()} MiB after the last\n`);
  const [ours, bare] = contenders.map((each) => each.rounds.map(perSecond));
  const ratios = (ours ?? []).map((rate, round) => rate / (bare?.[round] ?? Number.NaN));
  bench.bar({ label: 'venue / bare route (aim 0.45)', value: percentile(ratios, 0.5), min: 0.35 });
  judgeCosts(bench, contenders, write);
});
