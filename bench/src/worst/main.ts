/**
 * `npm run bench:worst`: for every route of the contract its worst legal request, the CPU that it takes of each thread, and
 * what one address that sends it as often as its caps allow takes of the machine. A row misses when that is more than half
 * a core, or more than a quarter of the gateway's thread. With `--beside` instead what these requests, and attacks by
 * connections, do to the orders and books of others.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROUTES_BY_NAME, type RouteName } from '@bellwether/contract';
import { removeDataDir } from '@bellwether/venue-process';
import { count, headerLines, print, tableLines } from '../shared/report.ts';
import { sumOf, THREADS } from '../shared/thread-times.ts';
import { startVenue } from '../shared/venue-process.ts';
import { attacksOf, besideAttackers, SHARE_MIN, TIMES_MAX, type Windows } from './beside/main.ts';
import {
  CLOSE_LOOK,
  cores,
  gatewayCores,
  type Measured,
  type Measurements,
  measureAll,
  misses,
  QUICK_LOOK,
  SMOKE_LOOK,
} from './measure.ts';
import { signIn, worldFolder } from './venue.ts';
import { marketsOf, type WorldSize } from './world.ts';
import { writeSection } from './written.ts';

const { values } = parseArgs({
  options: {
    smoke: { type: 'boolean', default: false },
    only: { type: 'string' },
    all: { type: 'boolean', default: false },
    beside: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const { smoke } = values;
const only = values.only?.split(',') ?? null;
const size: WorldSize = smoke
  ? {
      events: 40,
      accounts: 60,
      fills: 1_000,
      crowdedMarkets: 10,
      wallets: 16,
      threads: 5,
      restingOrders: 100,
      passingOrders: 400,
    }
  : {
      events: 385,
      accounts: 504,
      fills: 40_000,
      crowdedMarkets: 50,
      wallets: 16,
      threads: 100,
      restingOrders: 4_900,
      passingOrders: 30_000,
    };
const WINDOWS: Windows = smoke
  ? { rounds: 1, roundsMore: 0, seconds: 0.2, isJudged: false }
  : { rounds: 5, roundsMore: 40, seconds: 1, isJudged: true };
/** Rows of the table that are attacks in a smoke run. */
const SMOKE_ROWS: readonly RouteName[] = ['placeOrder', 'trades', 'markets', 'comments'];
const workload = `${count(marketsOf(size))} markets, ${count(size.fills)} fills, ${count(size.accounts)} accounts, one with positions in all markets, one with ${count(size.wallets)} wallets`;

function measuredLines(rows: readonly Measured[]): readonly string[] {
  return tableLines(
    ['route', 'request', ...THREADS, 'ms in all', 'cap /s', 'cores', 'of gateway', ''],
    rows.map((row) => [
      `${ROUTES_BY_NAME[row.name].method} ${ROUTES_BY_NAME[row.name].path}`,
      row.candidate.what,
      ...THREADS.map((kind) => row.times[kind].toFixed(2)),
      sumOf(row.times).toFixed(2),
      row.perSecond === null ? 'operator' : row.perSecond.toFixed(row.perSecond < 10 ? 1 : 0),
      row.perSecond === null ? '–' : cores(row).toFixed(3),
      row.perSecond === null ? '–' : gatewayCores(row).toFixed(3),
      misses(row) ? 'MISSED' : '',
    ]),
  );
}

function fail(failures: readonly string[]): void {
  for (const failure of failures) print(`  FAILED ${failure}`);
  if (failures.length > 0) process.exitCode = 1;
}

/** Caps off: what is looked at is the request, as often as it takes. */
async function measured(folder: string): Promise<Measurements> {
  const venue = await startVenue(folder, { BELLWETHER_LIMITS: 'off' });
  try {
    const look = smoke ? SMOKE_LOOK : values.beside ? QUICK_LOOK : CLOSE_LOOK;
    return await measureAll(venue, size, await signIn(venue.url), { look, only });
  } finally {
    await venue.stop();
  }
}

async function table(folder: string): Promise<Measurements> {
  const header = headerLines(
    'worst: the worst legal request of every route, times what one address may send',
    [
      workload,
      'CPU of the venue’s threads per request, one request at a time; bars: half a core in all, a quarter of the gateway',
    ],
    'the operator’s own routes are shown without a bar: they need the token',
  );
  for (const line of header) print(line);
  const all = await measured(folder);
  const { rows, worst, failures } = all;
  const missed = rows.filter(misses).length;
  const lines = [
    ...measuredLines(values.all ? rows : worst),
    `  ${rows.length} requests of ${worst.length} routes, ${missed} missed${smoke ? ', not judged (smoke)' : ''}`,
  ];
  for (const line of lines) print(line);
  if (values.write) writeSection('table', [...header, ...lines]);
  fail(failures);
  if (!smoke && missed > 0) process.exitCode = 1;
  return all;
}

/** With the caps as they are. */
async function beside(folder: string, worst: readonly Measured[]): Promise<void> {
  const header = headerLines(
    'beside: orders and books of others, alone and beside one attacker; milliseconds',
    [
      workload,
      `four other addresses place 150 durable orders and read 64 books a second; bar: p99 beside ≤ ${TIMES_MAX} × alone`,
      `rows above ${SHARE_MIN} core at their caps one by one, all others in rotation, and attacks by connections`,
    ],
    'the attacker stands back behind the venue (idle work to the system), but it and those who measure share its cores: “control” is the same attack, no faster, on a listener that answers as many bytes and does nothing for them',
  );
  for (const line of header) print(line);
  const limits = join(folder, 'table-as-it-is.json');
  writeFileSync(limits, '{}');
  const venue = await startVenue(folder, { BELLWETHER_LIMITS: limits });
  try {
    const { lines, missed, failures } = await besideAttackers(venue, size, attacksOf(worst, only), WINDOWS);
    if (!smoke) {
      const text = [...lines, `  ${missed} missed`];
      print('');
      for (const line of text) print(line);
      if (values.write) writeSection('beside', [...header, ...text]);
      if (missed > 0) process.exitCode = 1;
    }
    fail(failures);
  } finally {
    await venue.stop();
  }
}

const began = performance.now();
const folder = await worldFolder(size);
try {
  if (smoke) {
    const { worst } = await table(folder);
    await beside(
      folder,
      worst.filter(({ name }) => SMOKE_ROWS.includes(name)),
    );
  } else if (values.beside) {
    const { worst, failures } = await measured(folder);
    fail(failures);
    await beside(folder, worst);
  } else await table(folder);
} finally {
  removeDataDir(folder);
}
print(`  took ${Math.round((performance.now() - began) / 1000)} s`);
