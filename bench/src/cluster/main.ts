/**
 * `npm run bench:cluster`, in parts (`--part exchange,join,takeover`). `exchange`: the exchange host on PostgreSQL,
 * with a synchronous standby and without, against the same host on SQLite. `join`: time from the start of a new node
 * until it answers. `takeover`: time from a disturbance to the next acknowledged order.
 */
import { startPostgresPair } from '@bellwether/postgres-process';
import { POSTGRES_MISSING, postgresBinaries } from '@bellwether/postgres-process/binaries';
import { exchanges } from '../exchange/compare.ts';
import { type Bench, runBench } from '../shared/bench.ts';
import { openPostgresExchange, openSqliteExchange } from '../shared/exchange.ts';
import { print } from '../shared/report.ts';
import { joins } from './join.ts';
import { takeovers } from './takeover.ts';

async function onPostgres(bench: Bench): Promise<void> {
  const [replicated, alone] = [await startPostgresPair({ standby: true }), await startPostgresPair({ standby: false })];
  bench.onEnd(() => Promise.all([replicated.stop(), alone.stop()]));
  const { SQLite, 'with a standby': standby } = await exchanges(bench, {
    SQLite: openSqliteExchange,
    'PostgreSQL alone': (opening) => openPostgresExchange(alone, opening),
    'with a standby': (opening) => openPostgresExchange(replicated, opening),
  });
  const value = standby!['durable orders/s'].per(SQLite!['durable orders/s']);
  bench.bar({ label: 'durable orders/s with a standby / SQLite', value, min: 0.6 });
}

await runBench({}, async (bench) => {
  if (postgresBinaries() === null) {
    print(`bench:cluster is left out: ${POSTGRES_MISSING}`);
    if (process.env['CI'] === 'true') bench.fail('there is no PostgreSQL');
    return;
  }
  if (bench.has('exchange')) await onPostgres(bench);
  if (bench.has('join')) await joins(bench);
  if (bench.has('takeover')) await takeovers(bench, bench.smoke ? 1 : 200);
});
