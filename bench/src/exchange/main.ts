/**
 * `npm run bench:exchange`: commands straight into the exchange host with its log in SQLite on disk, synchronous FULL.
 * Reports durable orders per second, the thread's CPU time per order, and the journal bytes per order.
 */
import { commandTexts, openingCommands } from '../engine/commands.ts';
import { createStream } from '../engine/stream.ts';
import { runBench } from '../shared/bench.ts';
import { openSqliteExchange } from '../shared/exchange.ts';
import { count, median } from '../shared/report.ts';

const SEED = 20_240_601;
const OPEN_PER_MARKET = 2_000;

await runBench({}, async (bench) => {
  const rounds = bench.smoke ? 1 : 5;
  const stream = createStream(SEED, bench.smoke ? 10_000 : 200_000, OPEN_PER_MARKET);
  const commands = commandTexts(stream);
  bench.header('exchange: commands as text into the exchange host, its log in SQLite on disk, synchronous FULL', [
    `${count(commands.length)} commands a round, seed ${SEED}: ${count(stream.places)} orders, of which ${((100 * stream.crossing) / stream.places).toFixed(1)} % cross, and ${count(stream.cancels)} cancels`,
    `${stream.markets.length} markets, ${stream.accounts} accounts; batches of at most 256, one record and one sync each`,
    `${rounds} rounds after one that warms up, a new venue each; an order is charged with its share of the cancels and of the opening`,
    'without HTTP, signatures, the way between threads, followers',
  ]);
  const measured: (readonly [number, number, number])[] = [];
  for (let round = 0; round <= rounds; round++) {
    const exchange = await openSqliteExchange(openingCommands(stream));
    const start = performance.now();
    const before = process.threadCpuUsage();
    await exchange.run(commands);
    const { user, system } = process.threadCpuUsage(before);
    const seconds = (performance.now() - start) / 1_000;
    const bytes = await exchange.close();
    if (round === 0 && !bench.smoke) continue;
    measured.push([stream.places / seconds, (user + system) / stream.places, bytes / stream.places]);
  }
  const rows = measured.map(([rate, us, bytes], index) => {
    return [`round ${index + 1}`, count(rate), us.toFixed(1), count(bytes)];
  });
  bench.table(['', 'durable orders/s', 'CPU µs/order', 'bytes/order'], rows);
  bench.bar(
    { label: 'durable orders/s', value: median(measured.map(([rate]) => rate)), min: 25_000 },
    { label: 'bytes per order on disk', value: median(measured.map(([, , bytes]) => bytes)), max: 450 },
  );
});
