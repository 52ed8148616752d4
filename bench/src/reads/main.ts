/**
 * `npm run bench:reads [-- --part book,pages]`: hot books with caps and without, against a bare route with the same
 * bytes; pages of the ledger with a tenth of the data and with all data.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ASK, marketId, orderId } from '@bellwether/engine';
import { type Bench, runBench } from '../shared/bench.ts';
import { startBare } from '../shared/child.ts';
import { accountAddress, buyOrder, type NextCommand, openingCommands, writeHistory } from '../shared/history.ts';
import { get, queueOf, runLoad } from '../shared/http-load.ts';
import { Random } from '../shared/random.ts';
import { count, percentiles } from '../shared/report.ts';
import { timesOf } from '../shared/thread-times.ts';
import { getText, openTradingFloor, orderRequests } from '../shared/trading-floor.ts';

/** Every run starts new venues: one that was lucky with its heap or its compiler stays so. */
const RUNS = 5;
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

/** Starts a venue with a book of some hundred orders. */
async function deepBook(bench: Bench, limits: string) {
  const venue = await bench.venue({ BELLWETHER_LIMITS: limits });
  const floor = await openTradingFloor(venue, 1, 4);
  const next = queueOf(orderRequests(floor, 200, 1));
  await runLoad({ port: venue.port, connections: 4, next, secondsMax: 30 });
  const path = `/book?token_id=${floor.tokens[0]?.[0] ?? ''}`;
  const bytes = Buffer.from(await getText(venue.url + path));
  return { port: venue.port, pid: venue.pid, request: get(path), bytes, end: () => venue.kill() };
}

async function hotBook(bench: Bench): Promise<void> {
  bench.header('reads: a hot book from memory', ['64 keep-alive connections; no TLS, no network, warm caches']);
  // Caps that are never reached.
  const limits = join(bench.folder(), 'limits.json');
  const high = [{ requests: 1_000_000, seconds: 10 }];
  writeFileSync(limits, JSON.stringify({ trading: high, book: high }));
  const found = await bench.medianOf(RUNS, async () => {
    const [venue, capped] = [await deepBook(bench, 'off'), await deepBook(bench, limits)];
    const bare = { ...venue, ...(await startBare(bench, venue.bytes)) };
    const measured = async ({ port, pid, request, end }: typeof bare) => {
      const load = (secondsMax: number) => runLoad({ port, connections: 64, next: () => request, secondsMax });
      await load(bench.smoke ? 0.2 : 2);
      const { result, times } = await timesOf(pid, () => load(bench.smoke ? 1 : 5));
      await end();
      return { 'books/s': result.requests / result.seconds, 'CPU µs': (times.gateway * 1_000) / result.requests };
    };
    return { 'bare route': await measured(bare), venue: await measured(venue), 'with caps': await measured(capped) };
  });
  bench.figures('GET /book', found);
  const { 'bare route': bare, venue, 'with caps': capped } = found;
  bench.bar(
    { label: 'hot GET /book / bare route', value: venue['books/s'].per(bare['books/s']), min: 0.75 },
    { label: 'hot GET /book with caps / without', value: capped['books/s'].per(venue['books/s']), min: 0.95 },
  );
}

/**
 * Times pages: those that no one has asked for since rows were written, by an `end` that grows with each, and the first
 * of them again and again. The bars bound the time with all data relative to that with a tenth.
 */
async function ledgerPages(bench: Bench): Promise<void> {
  const all = bench.smoke ? 5_000 : 1_000_000;
  bench.header('reads: pages of the ledger from SQL', [
    `two venues with ${count(all / 10)} and ${count(all)} trades between ${MAKERS + TAKERS} accounts in ${MARKETS} markets`,
    'pages one at a time over one keep-alive connection; no TLS, no network, warm caches',
  ]);
  const written = async (trades: number): Promise<string> => {
    const folder = bench.folder();
    await writeHistory(folder, openingCommands(MARKETS, MAKERS + TAKERS), manyTrades(trades));
    return folder;
  };
  const folders = { tenth: await written(all / 10), all: await written(all) };
  const measured = async (folder: string) => {
    const venue = await bench.venue({}, folder);
    let end = FUTURE_S;
    const load = (path: string) => {
      const pages = Array.from({ length: bench.smoke ? 50 : 400 }, () => get(path.endsWith('=') ? path + end++ : path));
      return runLoad({ port: venue.port, connections: 1, next: queueOf(pages), secondsMax: 60 });
    };
    const page = async (path: string) => {
      await load(path);
      return percentiles((await load(path)).latenciesMs, 50, 99);
    };
    const found = {
      'default page again': await page('/trades'),
      'default page': await page('/trades?end='),
      'by market': await page(`/trades?market=0x${'1'.padStart(64, '0')}&end=`),
      'by user': await page(`/trades?user=${accountAddress(MAKERS + 5)}&end=`),
    };
    await venue.kill();
    return found;
  };
  const found = await bench.medianOf(RUNS, async () => {
    return { tenth: await measured(folders.tenth), all: await measured(folders.all) };
  });
  bench.figures(`GET /trades of ${count(all / 10)}`, found.tenth);
  bench.figures(`GET /trades of ${count(all)}`, found.all);
  for (const name of Object.keys(found.all) as (keyof typeof found.all)[]) {
    const value = found.all[name]['p50 ms'].per(found.tenth[name]['p50 ms']);
    bench.bar({ label: `GET /trades ${name}: p50 at all / at a tenth`, value, max: 1.5 });
  }
}

await runBench({}, async (bench) => {
  if (bench.has('book')) await hotBook(bench);
  if (bench.has('pages')) await ledgerPages(bench);
});
