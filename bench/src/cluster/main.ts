/**
 * `npm run bench:cluster`: the exchange host on a log on PostgreSQL, with a synchronous standby and alone, against the same host on
 * SQLite, in one run. Durable orders a second, what one order waits for when it is alone, bytes on disk. `-- --smoke` is
 * short and judges nothing.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from '@bellwether/engine';
import { type PostgresPair, startPostgresPair } from '@bellwether/postgres-process';
import { POSTGRES_MISSING, postgresBinaries } from '@bellwether/postgres-process/binaries';
import { JOURNAL_FILE } from '@bellwether/server/ports/data-folder.ts';
import { createDataDir, removeDataDir } from '@bellwether/venue-process';
import { commandOf, openingCommands } from '../engine/commands.ts';
import { createStream, type Stream } from '../engine/stream.ts';
import { openBenchExchange } from '../exchange/venue.ts';
import { benchArguments } from '../shared/arguments.ts';
import { type Bar, count, median, percentile, print, printBars, printHeader, printTable } from '../shared/report.ts';
import { type MeasuredExchange, openPostgresExchange } from './postgres-exchange.ts';

const SEED = 20_240_601;
const OPEN_PER_MARKET = 2_000;
/** Of the rate on SQLite. */
const SHARE_MIN = 0.6;

interface Round {
  readonly ordersPerSecond: number;
  /** Milliseconds that each command takes when nothing else is asked for. */
  readonly alone: readonly number[];
  readonly bytesPerOrder: number;
}

interface Contender {
  readonly name: string;
  open(opening: readonly Command[]): Promise<MeasuredExchange>;
}

function onSqlite(): Contender {
  return {
    name: 'SQLite, synchronous FULL',
    open: async (opening) => {
      const dataDir = createDataDir();
      const exchange = await openBenchExchange(dataDir, opening);
      return {
        run: exchange.run,
        close: async () => {
          // All of the journal is in its one file then.
          await exchange.close();
          const { size } = statSync(join(dataDir, JOURNAL_FILE));
          removeDataDir(dataDir);
          return size;
        },
      };
    },
  };
}

function onPostgres(name: string, pair: PostgresPair): Contender {
  return { name, open: (opening) => openPostgresExchange(pair, opening) };
}

/** Its last `singles` commands are sent one at a time. */
async function measure(contender: Contender, stream: Stream, commands: readonly string[]): Promise<Round> {
  const exchange = await contender.open(openingCommands(stream));
  const start = performance.now();
  await exchange.run(commands.slice(0, -singles));
  const seconds = (performance.now() - start) / 1000;
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

const { smoke } = benchArguments();
if (postgresBinaries() === null) {
  print(`bench:cluster is left out: ${POSTGRES_MISSING}`);
  process.exit(process.env['CI'] === 'true' ? 1 : 0);
}
const rounds = smoke ? 1 : 5;
const stream = createStream(SEED, smoke ? 5_000 : 100_000, OPEN_PER_MARKET);
const commands = stream.operations.map((operation) => JSON.stringify(commandOf(stream, operation)));
const singles = smoke ? 50 : 1_000;
printHeader(
  'cluster: the exchange host on PostgreSQL and on SQLite, commands as text, each batch durable before the next',
  [
    `${count(commands.length - singles)} commands a round, batches of at most 256, then ${count(singles)} one at a time; seed ${SEED}`,
    'primary and standby are on this machine, which both they and the exchange share: fsync, full_page_writes, checksums and synchronous_commit on',
    `${rounds} rounds in turns after one that warms up, a new journal each`,
  ],
  'HTTP, signatures, followers, the network between machines',
);
const replicated = await startPostgresPair({ standby: true });
const alone = await startPostgresPair({ standby: false });
const contenders: readonly Contender[] = [
  onSqlite(),
  onPostgres('PostgreSQL alone', alone),
  onPostgres('PostgreSQL with a synchronous standby', replicated),
];
const measured = contenders.map((): Round[] => []);
try {
  for (let round = 0; round <= rounds; round++) {
    for (const [index, contender] of contenders.entries()) {
      const result = await measure(contender, stream, commands);
      if (round > 0 || smoke) measured[index]?.push(result);
    }
  }
} finally {
  await Promise.all([replicated.stop(), alone.stop()]);
}
const rates = measured.map((of) => median(of.map(({ ordersPerSecond }) => ordersPerSecond)));
printTable(
  ['', 'durable orders/s', 'of SQLite', 'alone p50 ms', 'p99 ms', 'bytes/order'],
  contenders.map(({ name }, index) => {
    const of = measured[index] ?? [];
    const times = of.flatMap((round) => round.alone);
    const rate = rates[index] ?? 0;
    return [
      name,
      count(rate),
      (rate / (rates[0] ?? 1)).toFixed(2),
      percentile(times, 0.5).toFixed(2),
      percentile(times, 0.99).toFixed(2),
      count(median(of.map(({ bytesPerOrder }) => bytesPerOrder))),
    ];
  }),
);
const bars: readonly Bar[] = [
  { label: 'with a standby / SQLite', ratio: (rates[2] ?? 0) / (rates[0] ?? 1), atLeast: SHARE_MIN },
  { label: 'alone / SQLite', ratio: (rates[1] ?? 0) / (rates[0] ?? 1), atLeast: null },
];
if (!printBars(bars, smoke)) process.exitCode = 1;
