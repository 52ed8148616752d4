/**
 * `npm run bench:engine [-- --part busy,quiet,messages,long]`: one stream through our whole engine and an order book
 * from npm; a thinner stream, which shows how the ratio depends on depth; our book with the messages of an open
 * benchmark; ten million orders. Fails if the contenders disagree about the matches or, in full mode, if a bar is missed.
 */
import { type Bench, runBench } from '../shared/bench.ts';
import { runChild } from '../shared/child.ts';
import { count } from '../shared/report.ts';
import type { Runs } from './child.ts';
import { PARTS } from './long.ts';

const RUNS = 5;
/** For runs that take minutes. */
const RUNS_OF_LONG = 3;

const run = <Name extends keyof Runs>(name: Name, ...words: Parameters<Runs[Name]>) =>
  runChild<Awaited<ReturnType<Runs[Name]>>>(new URL('./child.ts', import.meta.url), { name, words });

/**
 * `min` is the least ratio to the peer. A busy market has thousands of resting orders: makers quote many prices for
 * days. The peer's removal time grows with its price level, so a quiet market has a separate bar.
 */
async function compare(bench: Bench, depth: number, min: number): Promise<void> {
  const length = bench.smoke ? 20_000 : 1_000_000;
  bench.header('engine: whole engine and nodejs-order-book on one stream', [
    `${count(length)} operations: about three quarters limit orders, of which two fifths cross, and cancels; about ${count(depth)} resting orders in each market`,
    'the peer keeps a book and an index of ids: no accounts, balances, holds, fees, checks, or events to journal',
  ]);
  const found = await bench.medianOf(RUNS_OF_LONG, () => run('compared', length, depth));
  bench.figures('', found);
  const value = found['nodejs-order-book']['CPU ns/op'].per(found['whole engine']['CPU ns/op']);
  bench.bar({ label: `engine / nodejs-order-book at ${count(depth)} resting`, value, min });
}

async function messages(bench: Bench): Promise<void> {
  const orders = bench.smoke ? 20_000 : 1_000_000;
  const found = await bench.medianOf(RUNS, async () => ({
    'static midpoint': await run('messageRun', 0, orders),
    'typical midpoint': await run('messageRun', 0.02, orders),
  }));
  bench.figures('messages of an open benchmark', found);
  // The best JavaScript engine there, at its worst.
  for (const [name, { 'M messages/s': value }] of Object.entries(found))
    bench.bar({ label: `book, messages of an open benchmark, ${name}, M/s`, value, min: 0.71 });
}

async function long(bench: Bench): Promise<void> {
  const [perPart, open] = bench.smoke ? [2_000, 4_000] : [1_000_000, 200_000];
  const found = await bench.medianOf(RUNS_OF_LONG, () => run('longRun', perPart, open));
  bench.figures(`${count(PARTS * perPart)} orders, about ${count(open)} open`, found.tenths);
  bench.bar(
    { label: 'rate in the last tenth / in the second', value: found.lastOverSecond, min: 0.9 },
    { label: 'longest pause, ms of CPU time', value: found.longest, max: 20 },
    { label: 'longest pause, ms by the clock', value: found.longestClock },
    { label: 'memory at the end, MiB', value: found.memoryMiB, max: 1_024 },
  );
}

await runBench({}, async (bench) => {
  if (bench.has('busy')) await compare(bench, 2_000, 5);
  if (bench.has('quiet')) await compare(bench, 400, 3);
  if (bench.has('messages')) await messages(bench);
  if (bench.has('long')) await long(bench);
});
