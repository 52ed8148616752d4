/**
 * `npm run bench:reads [-- --part book,caps,pages]`: hot books against a bare route with the same bytes, and with caps
 * against without; pages of the ledger with a tenth of the data and with all data.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ASK, marketId, orderId } from '@bellwether/engine';
import { type Bench, runBench } from '../shared/bench.ts';
import { startBare } from '../shared/child.ts';
import { accountAddress, buyOrder, type NextCommand, openingCommands, writeHistory } from '../shared/history.ts';
import { get, queueOf, runLoad } from '../shared/http-load.ts';
import { Random } from '../shared/random.ts';
import { count, median, percentiles } from '../shared/report.ts';
import { readThreadTimes, tellsThreadTimes } from '../shared/thread-times.ts';
import { openTradingFloor, orderRequests } from '../shared/trading-floor.ts';
import type { VenueProcess } from '../shared/venue-process.ts';

const MARKETS = 100;
const MAKERS = 20;
const TAKERS = 480;
const BITE = 5_000_000;
const LARGE = 1_000_000_000;
const FUTURE_S = 3_000_000_000;

/** Commands for a long ledger: makers rest large orders, takers fill them in small parts, one trade each. */
function manyTrades(trades: number): NextCommand {
  const random = new Random(11);
  let traded = 0;
  return (state) => {
    if (traded === trades) return null;
    const market = marketId(random.below(MARKETS));
    const bestAsk = state.markets[market]?.book?.bestPrice(ASK) ?? 0;
    const id = orderId(random.hex(32));
    if (bestAsk === 0) return buyOrder(id, random.below(MAKERS), market, 1, 4_500 + random.below(10) * 100, LARGE);
    traded++;
    return buyOrder(id, MAKERS + random.below(TAKERS), market, 0, bestAsk, BITE);
  };
}

/** Path of a book with some hundred orders. */
async function deepBook(venue: VenueProcess): Promise<string> {
  const floor = await openTradingFloor(venue, 1, 4);
  const orders = queueOf(orderRequests(floor, 200, 1));
  await runLoad({ port: venue.port, connections: 4, next: orders, secondsMax: 30 });
  return `/book?token_id=${floor.tokens[0]?.[0] ?? ''}`;
}

async function hotBook(bench: Bench, venue: VenueProcess, rounds: number): Promise<void> {
  const path = await deepBook(venue);
  const request = get(path);
  const bytes = Buffer.from(await (await fetch(venue.url + path)).arrayBuffer());
  const bare = await startBare(bench, bytes);
  const measured = async ({ port, pid }: Pick<VenueProcess, 'port' | 'pid'>) => {
    const before = tellsThreadTimes() ? readThreadTimes(pid).gateway : Number.NaN;
    const load = await runLoad({ port, connections: 64, next: () => request, secondsMax: bench.smoke ? 1 : 5 });
    const us = ((tellsThreadTimes() ? readThreadTimes(pid).gateway : Number.NaN) - before) / load.requests;
    return { perSecond: load.requests / load.seconds, us: (us * 1_000).toFixed(1) };
  };
  const ratios: number[] = [];
  const rows: string[][] = [];
  for (let round = 0; round <= rounds; round++) {
    const [ours, bound] = [await measured(venue), await measured(bare)];
    if (round === 0 && !bench.smoke) continue;
    ratios.push(ours.perSecond / bound.perSecond);
    rows.push([`book of ${bytes.length} bytes`, count(ours.perSecond), count(bound.perSecond), ours.us, bound.us]);
  }
  bench.table(['', 'venue /s', 'bare route /s', 'venue CPU µs', 'bare CPU µs'], rows);
  bench.bar({ label: 'hot GET /book / bare route', value: median(ratios), min: 0.75 });
}

/** The same book with and without caps, which are so high that none is reached. */
async function caps(bench: Bench, rounds: number): Promise<void> {
  const file = join(bench.folder(), 'limits.json');
  const high = [{ requests: 1_000_000, seconds: 10 }];
  writeFileSync(file, JSON.stringify({ trading: high, book: high }));
  const loads: (() => Promise<number>)[] = [];
  for (const BELLWETHER_LIMITS of [file, 'off']) {
    const venue = await bench.venue({ BELLWETHER_LIMITS });
    const request = get(await deepBook(venue));
    const load = { port: venue.port, connections: 64, next: () => request, secondsMax: bench.smoke ? 1 : 5 };
    loads.push(async () => {
      const { requests, seconds } = await runLoad(load);
      return requests / seconds;
    });
  }
  const ratios: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const [on = 0, off = 0] = [await loads[0]?.(), await loads[1]?.()];
    if (round > 0) ratios.push(on / off);
  }
  bench.bar({ label: 'hot GET /book with caps / without', value: median(ratios), min: 0.95 });
}

/**
 * Times pages on both venues alternately: those that no one has asked for since rows were written, by an `end` that
 * grows with each, and the first of them again and again. The bar bounds the time with all data relative to that with a
 * tenth.
 */
async function ledgerPages(bench: Bench, venues: readonly { venue: VenueProcess; trades: number }[], rounds: number) {
  const pages: readonly [string, string][] = [
    ['default page again', '/trades'],
    ['default page', '/trades?end='],
    ['by market', `/trades?market=0x${'1'.padStart(64, '0')}&end=`],
    ['by user', `/trades?user=${accountAddress(MAKERS + 5)}&end=`],
  ];
  const rows: string[][] = [];
  for (const [name, path] of pages) {
    const latencies = venues.map((): number[] => []);
    for (let round = 0; round <= rounds; round++) {
      for (const [index, { venue }] of venues.entries()) {
        const count = bench.smoke ? 50 : 400;
        const first = FUTURE_S + round * count;
        const next = queueOf(
          Array.from({ length: count }, (_, n) => get(path.endsWith('=') ? `${path}${first + n}` : path)),
        );
        const load = await runLoad({ port: venue.port, connections: 1, next, secondsMax: 60 });
        if (round > 0) latencies[index]?.push(...load.latenciesMs);
      }
    }
    for (const [index, { trades }] of venues.entries())
      rows.push([`${name}, ${count(trades)} trades`, ...percentiles(latencies[index] ?? [], 0.5, 0.99)]);
    const [small = [], large = []] = latencies;
    const value = median(large) / median(small);
    bench.bar({ label: `GET /trades ${name}: p50 at all / at a tenth`, value, max: 1.5 });
  }
  bench.table(['GET /trades', 'p50 ms', 'p99 ms'], rows);
}

await runBench({}, async (bench) => {
  const all = bench.smoke ? 5_000 : 1_000_000;
  const rounds = bench.smoke ? 1 : 5;
  bench.header('reads: books from memory, the ledger from SQL', [
    `two venues with ${count(all / 10)} and ${count(all)} trades between ${MAKERS + TAKERS} accounts in ${MARKETS} markets`,
    'pages one at a time over one keep-alive connection; books over 64; no TLS, no network, warm caches',
  ]);
  const venues: { venue: VenueProcess; trades: number }[] = [];
  for (const trades of [all / 10, all]) {
    const folder = bench.folder();
    await writeHistory(folder, openingCommands(MARKETS, MAKERS + TAKERS), manyTrades(trades));
    venues.push({ venue: await bench.venue({}, folder), trades });
  }
  if (bench.has('book')) await hotBook(bench, (venues[0] as { venue: VenueProcess }).venue, rounds);
  if (bench.has('caps')) await caps(bench, rounds);
  if (bench.has('pages')) await ledgerPages(bench, venues, rounds);
});
