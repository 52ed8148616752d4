/**
 * `npm run bench:reads`: hot books against a bare route with the same bytes; pages of the ledger at a tenth of the data and
 * at all of it; and what large pages do to orders.
 */
import { createDataDir, removeDataDir } from '@bellwether/venue-process';
import { benchArguments } from '../shared/arguments.ts';
import { startBare } from '../shared/bare-process.ts';
import { accountAddress, openingCommands, writeHistory } from '../shared/history.ts';
import { type LoadResult, queueOf, runLoad } from '../shared/http-load.ts';
import { ordersBeside, type ReaderProgram } from '../shared/orders-beside.ts';
import { type Bar, count, median, percentile, print, printBars, printHeader, printTable } from '../shared/report.ts';
import { orderRequests, signOrders } from '../shared/signed-orders.ts';
import { readThreadTimes, tellsThreadTimes } from '../shared/thread-times.ts';
import { openTradingFloor } from '../shared/trading-floor.ts';
import { startVenue, type VenueProcess } from '../shared/venue-process.ts';
import { cappedBooks } from './capped-books.ts';
import { MAKERS, MARKETS, manyTrades, TAKERS } from './workload.ts';

const { smoke } = benchArguments();
const allTrades = smoke ? 5_000 : 1_000_000;
const tenth = allTrades / 10;
const rounds = smoke ? 1 : 5;
const pagesPerRound = smoke ? 50 : 400;
const bookSeconds = smoke ? 1 : 5;

const get = (path: string): Buffer => Buffer.from(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);

/** Sends the same request `times` times, or for as long as `seconds`. */
function repeat(
  port: number,
  request: Buffer,
  connections: number,
  times: number,
  seconds: number,
): Promise<LoadResult> {
  let left = times;
  return runLoad({ port, connections, next: () => (left-- > 0 ? request : null), secondsMax: seconds });
}

interface Measured {
  readonly load: LoadResult;
  /** CPU microseconds of the main thread per request; null where the operating system does not tell. */
  readonly us: number | null;
}

async function measured(server: { readonly port: number; readonly pid: number }, request: Buffer): Promise<Measured> {
  const before = tellsThreadTimes() ? readThreadTimes(server.pid).gateway : null;
  const load = await repeat(server.port, request, 64, Number.POSITIVE_INFINITY, bookSeconds);
  const us = before === null ? null : ((readThreadTimes(server.pid).gateway - before) * 1000) / load.requests;
  return { load, us };
}

const micros = (value: number | null): string => value?.toFixed(1) ?? '';

async function hotBook(venue: VenueProcess): Promise<Bar> {
  const floor = await openTradingFloor(venue, 1, 4);
  const path = `/book?token_id=${floor.tokens[0]?.[0] ?? ''}`;
  await runLoad({
    port: venue.port,
    connections: 4,
    next: queueOf(orderRequests(signOrders(floor, 200, 1))),
    secondsMax: 30,
  });
  const bytes = Buffer.from(await (await fetch(`${venue.url}${path}`)).arrayBuffer());
  const bare = await startBare(new URL('./bare-server.ts', import.meta.url), [bytes.toString('base64')]);
  const ratios: number[] = [];
  const rows: string[][] = [];
  for (let round = 0; round <= rounds; round++) {
    const { load: ours, us: oursUs } = await measured(venue, get(path));
    const { load: bound, us: boundUs } = await measured(bare, get(path));
    if (round === 0 && !smoke) continue;
    ratios.push(ours.requests / ours.seconds / (bound.requests / bound.seconds));
    rows.push([
      `book of ${bytes.length} bytes`,
      count(ours.requests / ours.seconds),
      count(bound.requests / bound.seconds),
      micros(oursUs),
      micros(boundUs),
    ]);
  }
  bare.stop();
  printTable(['', 'venue /s', 'bare route /s', 'venue CPU µs', 'bare CPU µs'], rows);
  return { label: 'hot GET /book / bare route', ratio: median(ratios), atLeast: 0.75 };
}

/** Times pages on both venues in turn. Ratios are upper bounds, so the bar is on tenth / all. */
async function ledgerPages(small: VenueProcess, large: VenueProcess): Promise<Bar[]> {
  const market = `0x${'1'.padStart(64, '0')}`;
  const pages: readonly [string, string][] = [
    ['default page', '/trades'],
    ['by market', `/trades?market=${market}`],
    ['by user', `/trades?user=${accountAddress(MAKERS + 5)}`],
  ];
  const rows: string[][] = [];
  const bars: Bar[] = [];
  for (const [name, path] of pages) {
    const latencies: Record<'small' | 'large', number[]> = { small: [], large: [] };
    const ratios: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      const onSmall = await repeat(small.port, get(path), 1, pagesPerRound, 60);
      const onLarge = await repeat(large.port, get(path), 1, pagesPerRound, 60);
      if (round === 0) continue;
      latencies.small.push(...onSmall.latenciesMs);
      latencies.large.push(...onLarge.latenciesMs);
      ratios.push(median(onSmall.latenciesMs) / median(onLarge.latenciesMs));
    }
    for (const [size, values] of [
      [tenth, latencies.small],
      [allTrades, latencies.large],
    ] as const) {
      rows.push([
        `${name}, ${count(size)} trades`,
        percentile(values, 0.5).toFixed(2),
        percentile(values, 0.99).toFixed(2),
      ]);
    }
    bars.push({
      label: `GET /trades ${name}: time at ${count(tenth)} / at ${count(allTrades)}`,
      ratio: median(ratios),
      atLeast: 1 / 1.5,
    });
  }
  printTable(['GET /trades', 'p50 ms', 'p99 ms'], rows);
  return bars;
}

/** Reads page after page of ten thousand rows. */
const largePages = (venue: VenueProcess): ReaderProgram => ({
  program: new URL('./page-reader.ts', import.meta.url),
  words: [String(venue.port), '/trades?limit=10000'],
  reads: 'pages of 10,000 rows',
});

const folders = [createDataDir(), createDataDir()] as const;
const venues: VenueProcess[] = [];
try {
  for (const [index, trades] of [tenth, allTrades].entries()) {
    const dataDir = folders[index] as string;
    await writeHistory(dataDir, openingCommands(MARKETS, MAKERS + TAKERS), manyTrades(trades));
    venues.push(await startVenue(dataDir, { BELLWETHER_LIMITS: 'off' }));
  }
  const [small, large] = venues as [VenueProcess, VenueProcess];
  printHeader(
    'reads: books from memory, the ledger from SQL',
    [
      `two venues with ${count(tenth)} and ${count(allTrades)} trades between ${MAKERS + TAKERS} accounts in ${MARKETS} markets`,
      `pages one at a time over one keep-alive connection; books over 64; orders in an open loop`,
    ],
    'TLS, network, cold caches',
  );
  const bars = [await hotBook(small)];
  print('');
  bars.push(await cappedBooks(rounds, bookSeconds));
  print('');
  bars.push(...(await ledgerPages(small, large)));
  print('');
  bars.push(await ordersBeside(large, largePages(large), smoke));
  if (!printBars(bars, smoke)) process.exitCode = 1;
} finally {
  for (const venue of venues) await venue.stop();
  for (const folder of folders) removeDataDir(folder);
}
