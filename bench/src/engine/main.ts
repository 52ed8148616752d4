/**
 * `npm run bench:engine`: one stream through our book, our whole engine and the order book that npm has, in one process,
 * in turns, from fresh state each. Fails when they disagree about what was matched or, in full mode, when a bar is
 * missed. `-- --smoke` is short and judges no speed; `-- --open=N` sets how many orders rest in a market.
 */
import { performance } from 'node:perf_hooks';
import { collectGarbage, count, median, print, printBars, printHeader, printTable } from '../shared/report.ts';
import { bookContender } from './book-contender.ts';
import type { Contender, Outcome } from './contender.ts';
import { engineContender } from './engine-contender.ts';
import { peerContender } from './peer-contender.ts';
import { createStream, type Stream } from './stream.ts';

const SEED = 20_240_601;
/** Resting orders per market unless `--open=N` says otherwise. */
const OPEN_PER_MARKET = 400;

function describe(stream: Stream, openPerMarket: number, rounds: number): string[] {
  const { operations, places, crossing, cancels, markets, openAtEnd, seed, accounts } = stream;
  const share = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;
  return [
    `${count(operations.length)} operations, seed ${seed}: ${count(places)} limit orders, of which ${share(crossing, places)} cross, and ${count(cancels)} cancels`,
    `${markets.length} markets with ticks ${markets.map(({ tick }) => tick / 10_000).join(' ')}, about ${openPerMarket} resting orders each (${count(openAtEnd)} at the end), moving mids`,
    `${accounts} accounts; whole engine: half of the orders in NO terms, fees in ${markets.filter(({ takerFeeRate }) => takerFeeRate > 0).length} markets, results kept, production checks on`,
    `${rounds} rounds each, in turns, after one warm-up round; fresh state every round; medians`,
  ];
}

/** Inputs are made in portions, so that they are as fresh as requests are and do not fill the heap. */
const PORTION = 1_000;

function timeRound(contender: Contender, stream: Stream): { readonly seconds: number; readonly outcome: Outcome } {
  const run = contender.start();
  let milliseconds = 0;
  collectGarbage();
  for (let from = 0; from < stream.operations.length; from += PORTION) {
    run.prepare(stream.operations.slice(from, from + PORTION));
    const start = performance.now();
    run.perform();
    milliseconds += performance.now() - start;
  }
  return { seconds: milliseconds / 1000, outcome: run.outcome() };
}

function disagreement(name: string, mine: Outcome, reference: Outcome): string | null {
  if (mine.volume !== reference.volume) return `${name} matched ${mine.volume}, the book ${reference.volume}`;
  const market = mine.books.findIndex((book, index) => book !== reference.books[index]);
  return market < 0 ? null : `${name} ends with another book in market ${market}`;
}

function main(): number {
  const smoke = process.argv.includes('--smoke');
  const rounds = smoke ? 1 : 5;
  const openPerMarket = Number(/--open=([1-9][0-9]{0,5})/.exec(process.argv.join(' '))?.[1] ?? OPEN_PER_MARKET);
  const stream = createStream(SEED, smoke ? 20_000 : 1_000_000, openPerMarket);
  const leftOut =
    'HTTP, signatures, the journal; building the inputs. Each contender gets them in its own shape, a portion at a time.';
  printHeader(
    'Engine: book, whole engine, and nodejs-order-book on one stream',
    describe(stream, openPerMarket, rounds),
    leftOut,
  );

  const contenders = [bookContender(stream), engineContender(stream), peerContender(stream)] as const;
  const seconds = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  let reference: Outcome | null = null;
  for (let round = 0; round <= rounds; round++) {
    for (const contender of contenders) {
      const timed = timeRound(contender, stream);
      reference ??= timed.outcome;
      const problem = disagreement(contender.name, timed.outcome, reference);
      if (problem !== null) {
        print(`  DISAGREEMENT: ${problem}`);
        return 1;
      }
      if (round > 0) seconds.get(contender.name)?.push(timed.seconds);
    }
  }

  const rate = contenders.map(({ name }) => stream.operations.length / median(seconds.get(name) ?? []));
  const rows = contenders.map(({ name }, index) => {
    const all = seconds.get(name) ?? [];
    const perSecond = (time: number): string => count(stream.operations.length / time);
    return [name, count(rate[index] ?? 0), perSecond(Math.max(...all)), perSecond(Math.min(...all))];
  });
  printTable(['', 'ops/s (median)', 'slowest round', 'fastest round'], rows);
  print(
    `\n  agreed by all   ${count(Number((reference?.volume ?? 0n) / 1_000_000n))} shares matched, equal books at the end`,
  );
  const [book = 0, engine = 0, peer = 1] = rate;
  const bars = [
    { label: 'book / nodejs-order-book        ', ratio: book / peer, atLeast: 6 },
    { label: 'whole engine / nodejs-order-book', ratio: engine / peer, atLeast: 2 },
  ];
  return printBars(bars, smoke) ? 0 : 1;
}

process.exitCode = main();
