/**
 * `npm run bench:engine [-- --part busy,quiet,messages,long]`: runs one stream through our whole engine and an order book from npm, in one process. Fails if
 * they disagree about the matches or, in full mode, if a bar is missed. A second, thinner stream shows how the ratio
 * depends on depth, in a separate process. Finally ten million orders, of which a fixed number stays open.
 */
import { spawnSync } from 'node:child_process';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Command, createState } from '@bellwether/engine';
import { type Bench, runBench } from '../shared/bench.ts';
import { MAKERS, mixedOrders, openingCommands, TAKERS } from '../shared/history.ts';
import { count, median } from '../shared/report.ts';
import { execute, type Outcome, type Run, startEngine, startPeer } from './contenders.ts';
import { messages } from './messages.ts';
import { createStream, type Stream } from './stream.ts';

const SEED = 20_240_601;
/**
 * Minimum ratio to the peer, by resting orders per market. A busy market has thousands: makers quote many prices for
 * days. The peer's removal time grows with its price level, so a quiet market has a separate bar.
 */
const BARS = { 2000: 5, 400: 3 } as const;
/** Inputs are created in portions, so that they are as fresh as real requests and do not fill the heap. */
const PORTION = 1_000;
const CONTENDERS = [
  ['whole engine', startEngine],
  ['nodejs-order-book', startPeer],
] as const;

/** Runs the garbage collector, so that one contender does not pay for another's garbage. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
}

/** Milliseconds of work: CPU time of this thread, which other work on the machine disturbs least, and elapsed time. */
function timed(work: () => void): readonly [number, number] {
  const before = process.threadCpuUsage();
  const start = performance.now();
  work();
  const clock = performance.now() - start;
  const { user, system } = process.threadCpuUsage(before);
  return [(user + system) / 1_000, clock];
}

function timeRun(run: Run, stream: Stream): readonly [number, number] {
  let [cpu, clock] = [0, 0];
  collectGarbage();
  for (let from = 0; from < stream.operations.length; from += PORTION) {
    run.prepare(stream.operations.slice(from, from + PORTION));
    const took = timed(() => run.perform());
    cpu += took[0];
    clock += took[1];
  }
  return [cpu, clock];
}

/** Alternates contenders from fresh state, after a warm-up round. The ratio is taken within a round, of CPU time. */
function compare(bench: Bench, depth: keyof typeof BARS): void {
  const rounds = bench.smoke ? 1 : 3;
  const stream = createStream(SEED, bench.smoke ? 20_000 : 1_000_000, depth);
  const { length } = stream.operations;
  bench.header('engine: whole engine and nodejs-order-book on one stream', [
    `${count(length)} operations, seed ${SEED}: ${count(stream.places)} limit orders, of which ${count(stream.crossing)} cross, and ${count(stream.cancels)} cancels`,
    `${stream.markets.length} markets, about ${count(depth)} resting orders in each, ${stream.accounts} accounts; ${rounds} rounds, medians of CPU time`,
    'the peer keeps a book and an index of ids: no accounts, balances, holds, fees, checks, or events to journal',
  ]);
  const times = CONTENDERS.map((): (readonly [number, number])[] => []);
  let reference: Outcome | null = null;
  for (let round = 0; round <= rounds; round++) {
    for (const [index, [name, start]] of CONTENDERS.entries()) {
      const run = start(stream);
      const took = timeRun(run, stream);
      const outcome = run.outcome();
      reference ??= outcome;
      if (outcome.volume !== reference.volume || outcome.books.join('\n') !== reference.books.join('\n'))
        bench.fail(`${name} matched ${outcome.volume}, the engine ${reference.volume}, or their books differ`);
      if (round > 0) times[index]?.push(took);
    }
  }
  const ns = (ms: readonly number[]): string => count((1e6 * median(ms)) / length);
  bench.table(
    ['', 'CPU ns/op', 'ops/s by the clock'],
    CONTENDERS.map(([name], index) => {
      const of = times[index] ?? [];
      return [name, ns(of.map(([cpu]) => cpu)), count((1e3 * length) / median(of.map(([, clock]) => clock)))];
    }),
  );
  const [ours = [], peer = []] = times;
  const value = median(peer.map(([cpu], round) => cpu / (ours[round]?.[0] ?? Number.NaN)));
  bench.bar({ label: `engine / nodejs-order-book at ${count(depth)} resting`, value, min: BARS[depth] });
}

/** Orders per timed step: reading the thread's CPU time around each order would cost more than the order. */
const STEP = 64;

/**
 * The engine must be as fast at the end as at the start and never pause for cleanup. A pause is CPU time of this
 * thread.
 */
async function longRun(bench: Bench): Promise<void> {
  const [parts, markets, perPart] = [10, 50, bench.smoke ? 2_000 : 1_000_000];
  const state = createState();
  for (const command of openingCommands(markets, MAKERS + TAKERS)) execute(state, command);
  const next = mixedOrders(parts * perPart, bench.smoke ? 4_000 : 200_000, markets);
  const rates: number[] = [];
  let [longest, longestClock] = [0, 0];
  for (let part = 0; part < parts; part++) {
    let sum = 0;
    for (let done = 0; done < perPart; done += STEP) {
      const commands: Command[] = [];
      while (commands.length < Math.min(STEP, perPart - done)) commands.push(next(state) as Command);
      const [cpu, clock] = timed(() => {
        for (const command of commands) {
          execute(state, command);
          // Takes and drops sealed generations, as the exchange does.
          state.orderResults.takeSealed();
        }
      });
      sum += cpu;
      longest = Math.max(longest, cpu);
      longestClock = Math.max(longestClock, clock);
    }
    rates.push(perPart / (sum / 1_000));
    await setImmediate();
  }
  bench.table(
    [`${count(parts * perPart)} orders, ${count(state.openOrders.size)} open at the end`, 'orders/s of each tenth'],
    [['', rates.map(count).join(' ')]],
  );
  bench.bar(
    { label: 'rate in the last tenth / in the second', value: (rates.at(-1) ?? 0) / (rates[1] ?? 1), min: 0.9 },
    { label: 'longest pause, ms of CPU time', value: longest, max: 20 },
    { label: 'longest pause, ms by the clock', value: longestClock },
    { label: 'memory at the end, MiB', value: process.memoryUsage.rss() / 2 ** 20, max: 1_024 },
  );
}

await runBench({}, async (bench) => {
  if (bench.has('busy')) compare(bench, 2_000);
  if (bench.has('quiet')) {
    // In the same process as the other comparison, with its heap and compiled code, the engine took nearly twice as
    // long.
    if (!bench.has('busy')) compare(bench, 400);
    else {
      const words = [import.meta.filename, '--part', 'quiet', ...(bench.smoke ? ['--smoke'] : [])];
      if (spawnSync(process.execPath, words, { stdio: 'inherit' }).status !== 0) bench.fail('the quiet depth');
    }
  }
  if (bench.has('messages')) messages(bench);
  if (bench.has('long')) await longRun(bench);
});
