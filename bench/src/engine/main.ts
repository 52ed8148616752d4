/**
 * `npm run bench:engine`: one stream through our book, our whole engine and the order book that npm has, in one process.
 * Fails when they disagree about what was matched or, in full mode, when a bar is missed. A second, thinner stream shows
 * how the ratios depend on depth, in a process of its own. `-- --smoke` is short and judges no speed; `-- --open=N` runs one depth of your own.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type Bar, count, median, print, printBars, printHeader, printTable } from '../shared/report.ts';
import { bookContender } from './book-contender.ts';
import { type Comparison, compare, Disagreement } from './comparison.ts';
import { engineContender } from './engine-contender.ts';
import { longRun } from './long-run.ts';
import { peerContender } from './peer-contender.ts';
import { createStream, type Stream } from './stream.ts';

const SEED = 20_240_601;
/**
 * Resting orders per market. A busy market keeps thousands: makers quote many prices for days, and `bench:recovery`
 * restarts a venue with 4,000 in each. Half of that is judged. The ratio depends on it, because the peer takes an order
 * out in time that grows with its price level: so a quiet market is shown beside it.
 */
const OPEN_PER_MARKET = 2_000;
/** Where levels are short the peer is quicker: judged by a bar of its own. */
const OPEN_PER_QUIET_MARKET = 400;

/** Times as fast as the peer, by resting orders a market. The bare book is shown at every depth and judged at one. */
const BARS: Readonly<Record<number, { readonly book: number | null; readonly engine: number }>> = {
  [OPEN_PER_MARKET]: { book: 12, engine: 5 },
  [OPEN_PER_QUIET_MARKET]: { book: null, engine: 3 },
};

/** The argument of the process that compares at the quiet depth. */
const QUIET = '--quiet-depth';

const [BOOK, ENGINE, PEER] = [0, 1, 2] as const;
const NAMES = ['book', 'whole engine', 'nodejs-order-book'];

function describe(stream: Stream, openPerMarket: number, rounds: number): string[] {
  const { operations, places, crossing, cancels, markets, openAtEnd, seed, accounts } = stream;
  const share = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;
  return [
    `${count(operations.length)} operations, seed ${seed}: ${count(places)} limit orders, of which ${share(crossing, places)} cross, and ${count(cancels)} cancels`,
    `${markets.length} markets with ticks ${markets.map(({ tick }) => tick / 10_000).join(' ')}, moving mids`,
    `about ${count(openPerMarket)} resting orders a market (${count(openAtEnd)} at the end): busy markets keep thousands, bench:recovery has 4,000`,
    `${accounts} accounts; whole engine: half of the orders in NO terms, fees in ${markets.filter(({ takerFeeRate }) => takerFeeRate > 0).length} markets, results kept, production checks on`,
    'the peer keeps a book and an index of ids: no accounts, balances, holds, fees, rule against self-trade, memory of ids that are gone, checks, or events to journal',
    'the ratio grows with depth (the peer removes an order in time that grows with its level), hence a second depth',
    `${rounds} rounds each, in turns, after one warm-up round; fresh state every round; medians; ratios are of CPU time of the thread`,
  ];
}

function run(stream: Stream, rounds: number): Comparison {
  return compare(stream, [bookContender(stream), engineContender(stream), peerContender(stream)], rounds);
}

function printSpeeds({ stream, times, outcome }: Comparison): void {
  const { length } = stream.operations;
  const rows = times.map((rounds, place) => {
    const cpu = rounds.map((round) => round.cpu);
    const nanoseconds = (seconds: number): string => count((1e9 * seconds) / length);
    const perSecond = count(length / median(rounds.map((round) => round.clock)));
    return [NAMES[place]!, ...[median(cpu), Math.max(...cpu), Math.min(...cpu)].map(nanoseconds), perSecond];
  });
  printTable(['', 'CPU ns/op (median)', 'slowest round', 'fastest round', 'ops/s by the clock'], rows);
  print(`\n  agreed by all   ${count(Number(outcome.volume / 1_000_000n))} shares matched, equal books at the end`);
}

/** Times as fast as the peer. */
interface Ratios {
  readonly book: number;
  readonly engine: number;
}

const ratiosOf = ({ ratio }: Comparison): Ratios => ({ book: ratio(BOOK, PEER), engine: ratio(ENGINE, PEER) });

/** Ratios at a depth; those without a bar are only shown. */
function barsOf(ratios: Ratios, depth: number): Bar[] {
  const at = ` at ${count(depth)} resting`.padEnd(17);
  const bars = BARS[depth];
  const bar = (name: string, ratio: number, atLeast: number | null): Bar => ({
    label: `${name.padEnd(12)} / nodejs-order-book${at}`,
    ratio,
    atLeast,
  });
  return [bar('book', ratios.book, bars?.book ?? null), bar('whole engine', ratios.engine, bars?.engine ?? null)];
}

/**
 * Compares at the quiet depth in a process of its own, which prints the speeds and tells the ratios: behind the other
 * comparison, with its heap and the code that was compiled for it, the engine alone took nearly twice its time.
 */
async function quietRatios(): Promise<Ratios> {
  const child = fork(import.meta.filename, [...process.argv.slice(2), QUIET]);
  const told: Ratios[] = [];
  child.on('message', (ratios) => told.push(ratios as Ratios));
  // What it told is here when its channel has ended.
  const [[code]] = await Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
  const [ratios] = told;
  if (code !== 0 || ratios === undefined) throw new Disagreement('the comparison at the quiet depth has ended early');
  return ratios;
}

function tellQuietRatios(length: number, rounds: number): void {
  const comparison = run(createStream(SEED, length, OPEN_PER_QUIET_MARKET), rounds);
  printSpeeds(comparison);
  process.send?.(ratiosOf(comparison));
}

async function main(): Promise<number> {
  const smoke = process.argv.includes('--smoke');
  const rounds = smoke ? 1 : 5;
  const length = smoke ? 20_000 : 1_000_000;
  if (process.argv.includes(QUIET)) {
    tellQuietRatios(length, smoke ? 1 : 3);
    return 0;
  }
  const own = /--open=([1-9][0-9]{0,5})/.exec(process.argv.join(' '))?.[1];
  const depth = own === undefined ? OPEN_PER_MARKET : Number(own);
  const stream = createStream(SEED, length, depth);
  printHeader(
    'Engine: book, whole engine, and nodejs-order-book on one stream',
    describe(stream, depth, rounds),
    'HTTP, signatures, the journal; building the inputs. Each contender gets them in its own shape, a portion at a time.',
  );
  const comparison = run(stream, rounds);
  printSpeeds(comparison);
  const bars = barsOf(ratiosOf(comparison), depth);
  if (own === undefined) {
    print(`\n  the same with about ${count(OPEN_PER_QUIET_MARKET)} resting orders a market`);
    bars.push(...barsOf(await quietRatios(), OPEN_PER_QUIET_MARKET));
  }
  bars.push(...(await longRunBars(smoke)));
  return printBars(bars, smoke) ? 0 : 1;
}

/** Ten million orders, a million at a time: the engine must be as quick at the end, and never stop to tidy up. */
async function longRunBars(smoke: boolean): Promise<Bar[]> {
  const perPart = smoke ? 2_000 : 1_000_000;
  const run = await longRun(10, perPart, smoke ? 4_000 : 200_000);
  const { rates, clockRates, collections } = run;
  print(
    `\n  ${count(10 * perPart)} orders, ${count(run.openAtEnd)} open at the end; orders/s of each tenth: ${rates.map(count).join(' ')}`,
  );
  print(`  by the clock    ${clockRates.map(count).join(' ')}; longest pause ${run.longestByClockMs.toFixed(1)} ms`);
  print(
    `  collections     ${count(collections.count)}, ${count(collections.totalMs)} ms in all, longest ${collections.longestMs.toFixed(1)} ms, by the clock`,
  );
  return [
    { label: 'rate in the last tenth / in the second', ratio: rates.at(-1)! / rates[1]!, atLeast: 0.9 },
    { label: 'longest pause, ms of CPU time', ratio: run.longestMs, atLeast: null, atMost: 20 },
  ];
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof Disagreement)) throw error;
  print(`  DISAGREEMENT: ${error.message}`);
  process.exitCode = 1;
}
