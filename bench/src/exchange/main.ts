/**
 * `npm run bench:exchange`: commands straight into the exchange host with its log in SQLite on disk: durable orders per
 * second, the thread's CPU time and the journal's bytes per order.
 */
import { runBench } from '../shared/bench.ts';
import { openSqliteExchange } from '../shared/exchange.ts';
import { exchanges } from './compare.ts';

await runBench({}, async (bench) => {
  const { SQLite } = await exchanges(bench, { SQLite: openSqliteExchange });
  bench.bar(
    { label: 'durable orders/s', value: SQLite!['durable orders/s'], min: 25_000 },
    { label: 'bytes per order on disk', value: SQLite!['bytes/order'], max: 450 },
  );
});
