/**
 * `npm run bench:gateways`: what a further gateway costs. Venues on one machine, of one gateway and of two, take the
 * same signed orders and the same reads of a hot book in turns; what counts is the CPU of all their threads per request,
 * which says what is left for others when there are more cores. Load generator and venues share the machine.
 *
 * What is judged is the same load for each gateway: two have twice the clients of one. What a gateway pays for a request
 * depends on how many it finds whenever it wakes, so that the clients of one, split over two threads, are answered in
 * smaller portions; no one adds a gateway for clients that one of them answers as well. That stricter figure is shown too.
 * Nothing counts before each gateway has had as many requests as its engine needs to compile what they run through: it does
 * that once a thread. All venues have as many orders behind them whenever one is measured: each load has a venue of its own.
 *
 * A gateway that only follows is measured apart: all clients at one gateway of two, CPU of the other.
 */
import { parseArgs } from 'node:util';
import { CONNECTIONS, Contender, type Lines, type Round } from '../orders/contender.ts';
import { type Bar, count, median, print, printBars, printHeader, printTable } from '../shared/report.ts';
import { readGatewayTimes, sumOf, THREADS, type ThreadTimes, tellsThreadTimes } from '../shared/thread-times.ts';
import { openLines } from './lines.ts';
import { printPaper } from './paper.ts';

/** Of the CPU of one gateway: 5 % for each further one. */
const SHARE_MAX = 1.05;
const MARKETS = 20;
const TRADERS = 40;
/** Connections of the clients that are all at one gateway of two. */
const LINES = 8;

const { values } = parseArgs({
  options: {
    smoke: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    orders: { type: 'string' },
    reads: { type: 'string' },
    warm: { type: 'string' },
  },
});
const { smoke } = values;
const rounds = Number(values.rounds ?? (smoke ? 1 : 5));
const orders = Number(values.orders ?? (smoke ? 400 : 10_000));
const reads = Number(values.reads ?? (smoke ? 2_000 : 60_000));
/** Orders that no one counts, for each of two gateways; twice as many reads. */
const warm = Number(values.warm ?? (smoke ? 200 : 30_000));

/** A venue under a load. */
interface Entrant {
  readonly name: string;
  readonly venue: Contender;
  readonly lines: Lines;
}

/** Runs all in turns, the first one last every other time. Costs of each, by its place. */
async function inTurns(
  entrants: readonly Entrant[],
  run: (entrant: Entrant, seed: number) => Promise<Round>,
): Promise<ThreadTimes[][]> {
  const costs = entrants.map((): ThreadTimes[] => []);
  for (let round = 0; round < rounds; round++) {
    const turns = [...entrants.entries()];
    for (const [place, entrant] of round % 2 === 0 ? turns : turns.reverse()) {
      const { cost } = await run(entrant, 100 + round * entrants.length + place);
      if (cost !== null) costs[place]?.push(cost);
    }
  }
  return costs;
}

function report(what: string, entrants: readonly Entrant[], costs: readonly ThreadTimes[][]): Bar[] {
  const row = (name: string, figure: (times: ThreadTimes) => number): string[] => [
    name,
    ...costs.map((cost) => median(cost.map(figure)).toFixed(1)),
  ];
  printTable(
    [`CPU µs per ${what}`, ...entrants.map(({ name }) => name)],
    [...THREADS.map((kind) => row(kind, (times) => times[kind])), row('sum', sumOf)],
  );
  print('');
  const [one = [], ...others] = costs;
  return others.map((cost, place) => ({
    label: `CPU per ${what}, ${entrants[place + 1]?.name} / ${entrants[0]?.name}`,
    ratio: median(one.map((times, round) => sumOf(cost[round] as ThreadTimes) / sumOf(times))),
    atLeast: null,
    ...(place === 0 && { atMost: SHARE_MAX }),
  }));
}

/** CPU microseconds per order of a gateway that only follows: each of two in turn. */
async function following(venue: Contender): Promise<number> {
  const costs: number[] = [];
  for (let round = 0; round < 2 * rounds; round++) {
    const busy = round % 2;
    const bodies = venue.sign(orders, 1_000 + round);
    const sockets = await openLines(venue.at, busy, LINES, venue.bookRequest);
    const before = readGatewayTimes(venue.at.pid);
    await venue.run(bodies, { connections: LINES, sockets });
    const after = readGatewayTimes(venue.at.pid);
    costs.push((((after[1 - busy] ?? 0) - (before[1 - busy] ?? 0)) * 1000) / orders);
  }
  return median(costs);
}

const open: Contender[] = [];
try {
  const venues: Contender[] = [];
  for (const gateways of ['1', '2', '2']) {
    const venue = await Contender.open(MARKETS, TRADERS, undefined, { BELLWETHER_GATEWAYS: gateways });
    open.push(venue);
    venues.push(venue);
  }
  const [one, two, sameClients] = venues as [Contender, Contender, Contender];
  printHeader(
    'gateways: what a further one costs',
    [
      `${count(orders)} signed orders and ${count(reads)} reads of a hot book a round, ${rounds} rounds of each in turns`,
      `${CONNECTIONS} connections for each gateway; "same clients": as many in all as one gateway has`,
      `CPU by the operating system’s account of threads, until every row is written; medians of the rounds`,
      `${count(2 * warm)} orders and ${count(4 * warm)} reads for each venue before that, which no one counts`,
    ],
    'signing on the client side, TLS, network, request caps',
  );
  const entrants: readonly Entrant[] = [
    { name: '1 gateway', venue: one, lines: {} },
    { name: '2 gateways', venue: two, lines: { connections: 2 * CONNECTIONS } },
    { name: '2, same clients', venue: sameClients, lines: {} },
  ];
  if (!tellsThreadTimes()) print('  CPU per thread is shown on Linux only');
  else {
    for (const { venue, lines } of entrants) {
      // In parts: a load ends after a while.
      for (let part = 0; part < 6; part++) await venue.run(venue.sign(warm / 3, 1 + part), lines);
    }
    const ofOrders = await inTurns(entrants, ({ venue, lines }, seed) => venue.run(venue.sign(orders, seed), lines));
    const bars = report('order', entrants, ofOrders);
    const followingUs = await following(two);
    for (const { venue, lines } of entrants) await venue.readBook(4 * warm, lines);
    const ofReads = await inTurns(entrants, ({ venue, lines }) => venue.readBook(reads, lines));
    bars.push(...report('read', entrants, ofReads));
    printPaper(ofOrders[0] ?? [], followingUs);
    if (!printBars(bars, smoke)) process.exitCode = 1;
  }
} finally {
  for (const contender of open) await contender.close();
}
