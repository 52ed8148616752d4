/**
 * `npm run bench:orders`: unique, signed, authenticated orders over keep-alive HTTP against the running venue with its
 * journal on disk, in turn with a bare Fastify route that parses and validates the same bodies, and with `--against DIR`
 * also in turn with the venue of another checkout, whose packages must be installed. Load generator and server share the
 * machine. Prints how fast they are, and what an order costs each thread.
 */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startBare } from '../shared/bare-process.ts';
import type { LoadResult } from '../shared/http-load.ts';
import { type Bar, count, median, percentile, print, printBars, printHeader, printTable } from '../shared/report.ts';
import { orderRequests } from '../shared/signed-orders.ts';
import { sumOf, type ThreadTimes } from '../shared/thread-times.ts';
import { CONNECTIONS, Contender, costly, type Round } from './contender.ts';
import { printCost } from './cost.ts';

const BAR = 0.35;
const TARGET = 0.45;
const MARKETS = 20;
const TRADERS = 40;

const { values } = parseArgs({
  options: {
    smoke: { type: 'boolean', default: false },
    against: { type: 'string' },
    rounds: { type: 'string' },
    orders: { type: 'string' },
  },
});
const { smoke } = values;
const perRound = Number(values.orders ?? (smoke ? 600 : 25_000));
const rounds = Number(values.rounds ?? (smoke ? 1 : 3));

const perSecond = ({ requests, seconds }: LoadResult): number => requests / seconds;

function row(name: string, load: LoadResult): string[] {
  const milliseconds = (share: number): string => percentile(load.latenciesMs, share).toFixed(2);
  return [name, count(perSecond(load)), milliseconds(0.5), milliseconds(0.99), milliseconds(0.999)];
}

/**
 * Microseconds between two answers if nothing but CPU limited them and all cores were always at work: the sum over the
 * cores, and no less than the busiest thread takes.
 */
function leastUs(rounds: readonly Round[], cores: number): number {
  const generator = median(rounds.map(({ generatorUs }) => generatorUs));
  const server = (of: (times: ThreadTimes) => number): number => median(costs(rounds).map(of));
  return Math.max(
    (server(sumOf) + generator) / cores,
    server(({ gateway }) => gateway),
    generator,
  );
}

const costs = (taken: readonly Round[]): ThreadTimes[] => taken.flatMap(({ cost }) => cost ?? []);

async function measure(venue: Contender, against: Contender | null): Promise<Bar[]> {
  const bare = await startBare(new URL('./bare-server.ts', import.meta.url));
  try {
    const rows: string[][] = [];
    const taken: Record<'ours' | 'bound' | 'theirs', Round[]> = { ours: [], bound: [], theirs: [] };
    // One round no one counts warms all servers up: compiling is no part of what an order costs.
    for (let round = 0; round <= rounds; round++) {
      const bodies = venue.sign(perRound, round + 1);
      const ours = await venue.run(bodies);
      const theirs = (await against?.run(against.sign(perRound, round + 1))) ?? null;
      const bound = await costly(bare, orderRequests(bodies), async () => undefined);
      if (round === 0) continue;
      taken.ours.push(ours);
      taken.bound.push(bound);
      if (theirs !== null) taken.theirs.push(theirs);
      rows.push(row(`venue, round ${round}`, ours.load), row(`bare route, round ${round}`, bound.load));
      if (theirs !== null) rows.push(row(`against, round ${round}`, theirs.load));
    }
    printTable(['', 'orders/s', 'p50 ms', 'p99 ms', 'p99.9 ms'], rows);
    print(`\n  entries in a durable record: ${await venue.batchSizes()}\n`);
    const ratios = taken.ours.map(({ load }, round) => perSecond(load) / perSecond((taken.bound[round] as Round).load));
    const bars: Bar[] = [{ label: `venue / bare route (aim ${TARGET})`, ratio: median(ratios), atLeast: BAR }];
    const ours = costs(taken.ours);
    if (ours.length === 0) print('  CPU per thread is shown on Linux only');
    else {
      bars.push(...printCost(ours, costs(taken.bound), against === null ? null : costs(taken.theirs)));
      const cores = availableParallelism();
      const generator = (rounds: readonly Round[]): string =>
        median(rounds.map((round) => round.generatorUs)).toFixed(1);
      const ratio = leastUs(taken.bound, cores) / leastUs(taken.ours, cores);
      print(
        `  the load generator takes ${generator(taken.ours)} µs an order of the venue, ${generator(taken.bound)} of the bare route;\n` +
          `  by CPU alone ${cores} cores make venue / bare route ${ratio.toFixed(2)}, less what they wait for one another\n`,
      );
    }
    return bars;
  } finally {
    bare.stop();
  }
}

const open: Contender[] = [];
try {
  const venue = await Contender.open(MARKETS, TRADERS);
  open.push(venue);
  const against = values.against === undefined ? null : await Contender.open(MARKETS, TRADERS, resolve(values.against));
  if (against !== null) open.push(against);
  printHeader(
    'orders: POST /order, signed, authenticated, durable',
    [
      `${count(perRound)} unique orders a round from ${TRADERS} accounts in ${MARKETS} markets, ${CONNECTIONS} keep-alive connections`,
      'EIP-712 signature and HMAC checked for each; journal in SQLite on disk, synchronous FULL',
      'CPU by the operating system’s account of threads, until every row is written; medians of the rounds',
      ...(values.against === undefined ? [] : [`in turns with the venue of ${values.against}`]),
    ],
    'signing on the client side, TLS, network',
  );
  if (!printBars(await measure(venue, against), smoke)) process.exitCode = 1;
} finally {
  for (const contender of open) await contender.close();
}
