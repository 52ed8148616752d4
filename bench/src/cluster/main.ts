/**
 * `npm run bench:cluster`, in parts (`--part exchange,join,takeover`). `exchange`: the exchange host on PostgreSQL,
 * with a synchronous standby and without, against the same host on SQLite. `join`: time from the start of a new node
 * until it answers. `takeover`: time from a disturbance to the next acknowledged order; `--rounds N` of each.
 */
import type { Command } from '@bellwether/engine';
import { startPostgresPair } from '@bellwether/postgres-process';
import { POSTGRES_MISSING, postgresBinaries } from '@bellwether/postgres-process/binaries';
import { commandTexts, openingCommands } from '../engine/commands.ts';
import { createStream, type Stream } from '../engine/stream.ts';
import { type Bench, runBench } from '../shared/bench.ts';
import { type BenchExchange, openPostgresExchange, openSqliteExchange } from '../shared/exchange.ts';
import { count, median, percentiles, print } from '../shared/report.ts';
import { joins } from './join.ts';
import { takeovers } from './takeover.ts';

const SEED = 20_240_601;
const OPEN_PER_MARKET = 2_000;

interface Round {
  readonly ordersPerSecond: number;
  readonly alone: readonly number[];
  readonly bytesPerOrder: number;
}

/** Measures a round. The last `singles` commands are sent one at a time. */
async function measure(exchange: BenchExchange, stream: Stream, singles: number): Promise<Round> {
  const commands = commandTexts(stream);
  const start = performance.now();
  await exchange.run(commands.slice(0, -singles));
  const seconds = (performance.now() - start) / 1_000;
  const alone: number[] = [];
  for (const command of commands.slice(-singles)) {
    const began = performance.now();
    await exchange.run([command]);
    alone.push(performance.now() - began);
  }
  const share = stream.places / commands.length;
  return {
    ordersPerSecond: (share * (commands.length - singles)) / seconds,
    alone,
    bytesPerOrder: (await exchange.close()) / stream.places,
  };
}

async function exchanges(bench: Bench): Promise<void> {
  const rounds = bench.smoke ? 1 : 5;
  const stream = createStream(SEED, bench.smoke ? 5_000 : 100_000, OPEN_PER_MARKET);
  const singles = bench.smoke ? 50 : 1_000;
  bench.header('cluster: the exchange host on PostgreSQL and on SQLite, each batch durable before the next', [
    `${count(stream.operations.length - singles)} commands a round, batches of at most 256, then ${count(singles)} one at a time; seed ${SEED}`,
    'primary, standby and exchange share this machine: fsync, full_page_writes, checksums and synchronous_commit on',
    `${rounds} rounds in turns after one that warms up, a new journal each; no HTTP, signatures, followers, network`,
  ]);
  const [replicated, alone] = [await startPostgresPair({ standby: true }), await startPostgresPair({ standby: false })];
  bench.onEnd(() => Promise.all([replicated.stop(), alone.stop()]));
  const contenders: readonly (readonly [string, (opening: readonly Command[]) => Promise<BenchExchange>])[] = [
    ['SQLite, synchronous FULL', openSqliteExchange],
    ['PostgreSQL alone', (opening) => openPostgresExchange(alone, opening)],
    ['PostgreSQL with a synchronous standby', (opening) => openPostgresExchange(replicated, opening)],
  ];
  const measured = contenders.map((): Round[] => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [index, [, open]] of contenders.entries()) {
      const result = await measure(await open(openingCommands(stream)), stream, singles);
      if (round > 0) measured[index]?.push(result);
    }
  }
  const rates = measured.map((of) => median(of.map(({ ordersPerSecond }) => ordersPerSecond)));
  const [sqlite = Number.NaN, , standby = Number.NaN] = rates;
  bench.table(
    ['', 'durable orders/s', 'of SQLite', 'alone p50 ms', 'p99 ms', 'bytes/order'],
    contenders.map(([name], index) => {
      const [of, rate] = [measured[index] ?? [], rates[index] ?? Number.NaN];
      const times = of.flatMap((round) => round.alone);
      const bytes = count(median(of.map(({ bytesPerOrder }) => bytesPerOrder)));
      return [name, count(rate), (rate / sqlite).toFixed(2), ...percentiles(times, 0.5, 0.99), bytes];
    }),
  );
  bench.bar({ label: 'durable orders/s with a standby / SQLite', value: standby / sqlite, min: 0.6 });
}

await runBench({ rounds: 'string' }, async (bench, { rounds = '200' }) => {
  if (postgresBinaries() === null) {
    print(`bench:cluster is left out: ${POSTGRES_MISSING}`);
    if (process.env['CI'] === 'true') bench.fail('there is no PostgreSQL');
    return;
  }
  if (bench.has('exchange')) await exchanges(bench);
  if (bench.has('join')) await joins(bench);
  if (bench.has('takeover')) await takeovers(bench, bench.smoke ? 1 : Number(rounds));
});
