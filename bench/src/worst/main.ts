/**
 * `npm run bench:worst`: for every route of the contract its worst legal request, its CPU time by thread, and the load
 * of one address that sends it as often as its caps allow. A row misses if that load is more than half a core, or more
 * than a quarter of the gateway's thread. `--beside` instead measures how these requests, from the committed table, and
 * attacks by connections affect the orders and books of others. `--write` puts the findings into docs/internals/costs.md;
 * `--page` rewrites that page from the committed figures alone.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROUTES_BY_NAME, type RouteName } from '@bellwether/contract';
import { type Bench, runBench } from '../shared/bench.ts';
import { type Beside, cores, type Row, readFigures, writeFigures } from '../shared/figures.ts';
import { count, machine } from '../shared/report.ts';
import { sumOf, THREADS } from '../shared/thread-times.ts';
import { attacksOf, besideAttackers, TIMES_MAX } from './beside.ts';
import { measureAll, misses } from './measure.ts';
import { marketsOf, signIn, WALLETS, type WorldSize, worldSize, writeWorld } from './world.ts';

/** Rows of the table that serve as attacks in a smoke run. */
const SMOKE_ROWS: readonly string[] = ['placeOrder', 'trades', 'markets', 'comments'] satisfies RouteName[];

/** Measures requests with caps off, because each request is sent many times. */
async function measured(bench: Bench, folder: string, size: WorldSize, only: readonly string[] | null) {
  bench.header('worst: the worst legal request of every route, times what one address may send', [
    `${count(marketsOf(size))} markets, ${count(size.fills)} fills, ${count(size.accounts)} accounts, one with positions in all markets, one with ${WALLETS} wallets`,
    'CPU of the venue’s threads per request, one request at a time; bars: half a core in all, a quarter of the gateway',
  ]);
  const venue = await bench.venue({}, folder);
  const rows = await measureAll(venue, size, await signIn(venue.url), only, bench.smoke, (text) => bench.fail(text));
  await venue.stop();
  bench.table(
    ['route', 'request', ...THREADS, 'ms in all', 'cap /s', 'cores', ''],
    rows.map((row) => {
      const { method, path } = ROUTES_BY_NAME[row.route as RouteName];
      const times = [...THREADS.map((kind) => row.times[kind]), sumOf(row.times)].map((ms) => ms.toFixed(2));
      const share = [row.perSecond.toFixed(1), cores(row).toFixed(3), misses(row) ? 'MISSED' : ''];
      return [`${method} ${path}`, row.request, ...times, ...share];
    }),
  );
  bench.bar({ label: 'rows that miss', value: rows.filter(misses).length, max: 0 });
  return rows;
}

/** Measures the harm to others, with the default caps. */
async function beside(bench: Bench, folder: string, size: WorldSize, rows: readonly Row[]): Promise<readonly Beside[]> {
  bench.header('beside: orders and books of others, alone and beside one attacker', [
    `four other addresses place 150 durable orders and read 64 books a second; bar: p99 beside ≤ ${TIMES_MAX} × alone`,
    'the attacker stands back behind the venue (idle work to the system), but it and those who measure share its cores',
  ]);
  const limits = join(bench.folder(), 'table-as-it-is.json');
  writeFileSync(limits, '{}');
  const venue = await bench.venue({ BELLWETHER_LIMITS: limits }, folder);
  const found = await besideAttackers(bench, venue, size, attacksOf(rows));
  for (const kind of ['orders', 'books'] as const)
    bench.bar({ label: `${kind}, worst × alone`, value: Math.max(...found.map((one) => one[kind])), max: TIMES_MAX });
  return found;
}

const OPTIONS = { only: 'string', beside: 'boolean', write: 'boolean', page: 'boolean' } as const;

await runBench(OPTIONS, async (bench, { only, write, page, ...values }) => {
  if (page) return writeFigures({});
  const size = worldSize(bench.smoke);
  const folder = bench.folder();
  await writeWorld(size, folder);
  if (bench.smoke || !values.beside) {
    const rows = await measured(bench, folder, size, only?.split(',') ?? null);
    if (write && !bench.smoke) writeFigures({ machine: machine(), rows });
  }
  if (bench.smoke || values.beside) {
    const { rows } = readFigures();
    const attacks = bench.smoke ? rows.filter(({ route }) => SMOKE_ROWS.includes(route)) : rows;
    const found = await beside(bench, folder, size, attacks);
    if (write && !bench.smoke) writeFigures({ beside: found });
  }
});
