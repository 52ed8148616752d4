/**
 * `npm run bench:exchange`: commands straight into the exchange host with its log in SQLite on disk, synchronous FULL. Tells durable
 * orders a second, what an order costs the thread in CPU, and how many bytes of the journal file it takes.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { JOURNAL_FILE } from '@bellwether/server/ports/data-folder.ts';
import { createDataDir, removeDataDir } from '@bellwether/venue-process';
import { commandOf, openingCommands } from '../engine/commands.ts';
import { createStream, type Stream } from '../engine/stream.ts';
import { benchArguments } from '../shared/arguments.ts';
import { count, median, print, printHeader, printTable } from '../shared/report.ts';
import { openBenchExchange } from './venue.ts';

const SEED = 20_240_601;
const OPEN_PER_MARKET = 2_000;
const ORDERS_PER_SECOND_MIN = 25_000;
const BYTES_PER_ORDER_MAX = 450;

interface Round {
  readonly ordersPerSecond: number;
  readonly cpuMicros: number;
  readonly bytesPerOrder: number;
}

/** Milliseconds of CPU that this thread has taken. */
function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

async function measure(stream: Stream, commands: readonly string[]): Promise<Round> {
  const dataDir = createDataDir();
  try {
    const exchange = await openBenchExchange(dataDir, openingCommands(stream));
    const start = performance.now();
    const cpu = threadCpuMs();
    await exchange.run(commands);
    const cpuMs = threadCpuMs() - cpu;
    const seconds = (performance.now() - start) / 1000;
    await exchange.close();
    return {
      ordersPerSecond: stream.places / seconds,
      cpuMicros: (cpuMs * 1000) / stream.places,
      bytesPerOrder: statSync(join(dataDir, JOURNAL_FILE)).size / stream.places,
    };
  } finally {
    removeDataDir(dataDir);
  }
}

const { smoke } = benchArguments();
const rounds = smoke ? 1 : 5;
const stream = createStream(SEED, smoke ? 10_000 : 200_000, OPEN_PER_MARKET);
const commands = stream.operations.map((operation) => JSON.stringify(commandOf(stream, operation)));
printHeader(
  'exchange: commands as text into the exchange host, its log in SQLite on disk, synchronous FULL',
  [
    `${count(stream.operations.length)} commands a round, seed ${SEED}: ${count(stream.places)} orders, of which ${((100 * stream.crossing) / stream.places).toFixed(1)} % cross, and ${count(stream.cancels)} cancels`,
    `${stream.markets.length} markets, ${stream.accounts} accounts; batches of at most 256, one record and one sync each`,
    `${rounds} rounds after one that warms up, a new venue each; an order is charged with its share of the cancels and of the opening`,
  ],
  'HTTP, signatures, the way between threads, followers',
);
const measured: Round[] = [];
for (let round = 0; round <= rounds; round++) {
  const result = await measure(stream, commands);
  if (round > 0 || smoke) measured.push(result);
}
printTable(
  ['', 'durable orders/s', 'CPU us/order', 'bytes/order'],
  measured.map(({ ordersPerSecond, cpuMicros, bytesPerOrder }, index) => [
    `round ${index + 1}`,
    count(ordersPerSecond),
    cpuMicros.toFixed(1),
    count(bytesPerOrder),
  ]),
);
const ordersPerSecond = median(measured.map((round) => round.ordersPerSecond));
const bytesPerOrder = median(measured.map((round) => round.bytesPerOrder));
const verdict = (holds: boolean): string => {
  if (!holds && !smoke) process.exitCode = 1;
  return smoke ? 'not judged (smoke)' : holds ? 'ok' : 'MISSED';
};
print(`\n  CPU per order   ${median(measured.map((round) => round.cpuMicros)).toFixed(1)} us`);
print(
  `  durable orders/s   ${count(ordersPerSecond)}   bar >= ${count(ORDERS_PER_SECOND_MIN)}   ${verdict(ordersPerSecond >= ORDERS_PER_SECOND_MIN)}`,
);
print(
  `  bytes per order on disk   ${count(bytesPerOrder)}   bar <= ${BYTES_PER_ORDER_MAX}   ${verdict(bytesPerOrder <= BYTES_PER_ORDER_MAX)}`,
);
