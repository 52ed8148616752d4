/**
 * `npm run bench:gateways`: what a further gateway costs. Two venues on one machine, of one gateway and of two, take the
 * same signed orders and the same reads of a hot book in turns; what counts is the CPU of all their threads per request,
 * which says what is left for others when there are more cores. Load generator and venues share the machine.
 */
import { parseArgs } from 'node:util';
import { Contender, type Round } from '../orders/contender.ts';
import { type Bar, count, median, print, printBars, printHeader, printTable } from '../shared/report.ts';
import { sumOf, THREADS, type ThreadTimes, tellsThreadTimes } from '../shared/thread-times.ts';

/** Of the CPU of one gateway: 5 % for each further one. */
const SHARE_MAX = 1.05;
const MARKETS = 20;
const TRADERS = 40;

const { values } = parseArgs({
  options: {
    smoke: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    orders: { type: 'string' },
    reads: { type: 'string' },
  },
});
const { smoke } = values;
const rounds = Number(values.rounds ?? (smoke ? 1 : 5));
const orders = Number(values.orders ?? (smoke ? 400 : 10_000));
const reads = Number(values.reads ?? (smoke ? 2_000 : 60_000));

type Pair = Readonly<Record<'one' | 'two', readonly ThreadTimes[]>>;

/** Runs both in turns, each first every other time, after a round that no one counts. */
async function inTurns(one: Contender, two: Contender, run: (venue: Contender, round: number) => Promise<Round>) {
  const costs: { one: ThreadTimes[]; two: ThreadTimes[] } = { one: [], two: [] };
  for (let round = 0; round <= rounds; round++) {
    const turns = [['one', one] as const, ['two', two] as const];
    for (const [name, venue] of round % 2 === 0 ? turns : turns.reverse()) {
      const { cost } = await run(venue, round);
      if (round > 0 && cost !== null) costs[name].push(cost);
    }
  }
  return costs;
}

function report(what: string, { one, two }: Pair): Bar {
  const medianOf = (cost: readonly ThreadTimes[], figure: (times: ThreadTimes) => number): number =>
    median(cost.map(figure));
  const row = (name: string, figure: (times: ThreadTimes) => number): string[] => [
    name,
    medianOf(one, figure).toFixed(1),
    medianOf(two, figure).toFixed(1),
  ];
  printTable(
    [`CPU µs per ${what}`, '1 gateway', '2 gateways'],
    [...THREADS.map((kind) => row(kind, (times) => times[kind])), row('sum', sumOf)],
  );
  print('');
  const shares = one.map((times, round) => sumOf(two[round] as ThreadTimes) / sumOf(times));
  return { label: `CPU per ${what}, 2 gateways / 1`, ratio: median(shares), atLeast: null, atMost: SHARE_MAX };
}

const open: Contender[] = [];
try {
  const venues: Contender[] = [];
  for (const gateways of ['1', '2']) {
    const venue = await Contender.open(MARKETS, TRADERS, undefined, { BELLWETHER_GATEWAYS: gateways });
    open.push(venue);
    venues.push(venue);
  }
  const [one, two] = venues as [Contender, Contender];
  printHeader(
    'gateways: what a further one costs',
    [
      `${count(orders)} signed orders and ${count(reads)} reads of a hot book a round, ${rounds} rounds of each in turns`,
      'CPU by the operating system’s account of threads, until every row is written; medians of the rounds',
    ],
    'signing on the client side, TLS, network, request caps',
  );
  const ofOrders = await inTurns(one, two, (venue, round) => venue.run(venue.sign(orders, round + 1)));
  const ofReads = await inTurns(one, two, (venue) => venue.readBook(reads));
  if (!tellsThreadTimes()) print('  CPU per thread is shown on Linux only');
  else if (!printBars([report('order', ofOrders), report('read', ofReads)], smoke)) process.exitCode = 1;
} finally {
  for (const contender of open) await contender.close();
}
