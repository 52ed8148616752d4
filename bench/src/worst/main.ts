/**
 * `npm run bench:worst`: for every route of the contract its worst legal request, the CPU that it takes of each thread, and
 * what one address that sends it as often as its caps allow takes of the machine. A row misses when that is more than half
 * a core, or more than a quarter of the gateway's thread. With `--beside` also what the heaviest of them do to the orders and
 * books of another address.
 */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROUTES_BY_NAME, type Route, type RouteName } from '@bellwether/contract';
import { removeDataDir } from '@bellwether/venue-process';
import { type Connection, openConnection } from '../shared/http-load.ts';
import { count, print, printBars, printHeader, printTable } from '../shared/report.ts';
import { startVenue } from '../shared/venue-process.ts';
import { type Attack, besideAttackers } from './beside.ts';
import type { Candidate, Request } from './candidate.ts';
import { requestsPerSecond } from './rates.ts';
import { candidates } from './requests.ts';
import { mapTimes, perRequest, readThreadTimes, sumOf, THREADS, type ThreadTimes } from './thread-times.ts';
import { type Signer, signIn, worldFolder } from './venue.ts';
import { ACTORS, marketsOf, type WorldSize } from './world.ts';

const { values } = parseArgs({
  options: {
    smoke: { type: 'boolean', default: false },
    only: { type: 'string' },
    all: { type: 'boolean', default: false },
    beside: { type: 'boolean', default: false },
  },
});
const { smoke } = values;
const size: WorldSize = smoke
  ? { events: 40, accounts: 60, fills: 1_000, crowdedMarkets: 10, wallets: 16, threads: 5, restingOrders: 100 }
  : { events: 385, accounts: 504, fills: 40_000, crowdedMarkets: 50, wallets: 16, threads: 100, restingOrders: 4_900 };
/** Bars, in cores. */
const ALL_MAX = 0.5;
const GATEWAY_MAX = 0.25;
const MEASURE_MS = smoke ? 20 : 250;
const IDLE_LOOKS = 5;
/** A venue that takes less than this share of a core has started; it is waited for only so long. */
const QUIET_SHARE = 0.05;
const QUIET_MS_MAX = 15_000;
/** Of `--beside`: requests tried next to those that the caps let pass, rows tried, and how long. */
const OVER_THE_CAP = 1.2;
const ATTACKS = smoke ? 2 : 12;
const ROUNDS = smoke ? { rounds: 1, seconds: 1 } : { rounds: 3, seconds: 4 };
/** More looks at a request that misses. */
const LOOKS_AGAIN = smoke ? 0 : 2;
const SLOW_MS = 200;
const REQUESTS_MIN = smoke ? 2 : 6;
const REQUESTS_MAX = smoke ? 5 : 400;
const IDLE_MS = smoke ? 1_000 : 2_000;
/** Rows that a request wrote are with the readers by then. */
const SETTLE_MS = 60;

interface Measured {
  readonly name: RouteName;
  readonly candidate: Candidate;
  readonly times: ThreadTimes;
  /** null: the operator's, without a cap. */
  readonly perSecond: number | null;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function bytesOf(route: Route, request: Request, signers: readonly Signer[], adminToken: string): Buffer {
  const { path, body, sender } = request;
  const text = body === undefined ? '' : JSON.stringify(body);
  const now = String(Math.floor(Date.now() / 1000));
  if (sender.kind === 'key') {
    const { wallet, credentials } = signers[sender.actor] as Signer;
    return wallet.request(route.method, path, text, credentials, now);
  }
  const head = [`${route.method} ${path} HTTP/1.1`, 'host: localhost'];
  if (sender.kind === 'admin') head.push(`authorization: Bearer ${adminToken}`);
  if (sender.kind === 'wallet') {
    const headers = (signers[sender.actor] as Signer).wallet.authHeaders(now);
    head.push(...Object.entries(headers).map(([name, value]) => `${name}: ${value}`));
  }
  if (body !== undefined) head.push('content-type: application/json', `content-length: ${Buffer.byteLength(text)}`);
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`);
}

/** What the process takes by itself: the least of several looks, since a start and a scrub of the store end. */
async function idlePerMs(pid: number): Promise<ThreadTimes> {
  const look = async (): Promise<ThreadTimes> => {
    const before = readThreadTimes(pid);
    const started = performance.now();
    await pause(IDLE_MS / IDLE_LOOKS);
    const after = readThreadTimes(pid);
    const elapsed = performance.now() - started;
    return mapTimes((kind) => (after[kind] - before[kind]) / elapsed);
  };
  const quietBy = performance.now() + QUIET_MS_MAX;
  while (sumOf(await look()) > QUIET_SHARE && performance.now() < quietBy);
  const looks: ThreadTimes[] = [];
  for (let number = 0; number < IDLE_LOOKS; number++) looks.push(await look());
  return mapTimes((kind) => Math.min(...looks.map((times) => times[kind])));
}

/** Sends a candidate again and again over one connection. Every answer must have the expected status. */
async function measure(
  connection: Connection,
  pid: number,
  idle: ThreadTimes,
  candidate: Candidate,
  bytes: (request: Request) => Buffer,
): Promise<ThreadTimes> {
  const once = async (): Promise<void> => {
    const request = candidate.next();
    const status = await connection.exchange(bytes(request));
    if (candidate.status !== null && status !== candidate.status) {
      throw new Error(`${request.path.slice(0, 120)} (${candidate.what}) answered ${status}, not ${candidate.status}`);
    }
  };
  // Compiled and cached, as under an attack that goes on.
  const warmedAt = performance.now();
  do await once();
  while (performance.now() < warmedAt + MEASURE_MS / 2);
  // One that takes seconds needs no second look.
  const least = performance.now() - warmedAt > SLOW_MS ? 1 : REQUESTS_MIN;
  await pause(SETTLE_MS);
  const before = readThreadTimes(pid);
  const started = performance.now();
  let requests = 0;
  while (requests < least || (performance.now() - started < MEASURE_MS && requests < REQUESTS_MAX)) {
    await once();
    requests++;
  }
  await pause(SETTLE_MS);
  return perRequest(before, readThreadTimes(pid), idle, performance.now() - started, requests);
}

const cores = ({ times, perSecond }: Measured): number => (sumOf(times) * (perSecond ?? 0)) / 1000;
const gatewayCores = ({ times, perSecond }: Measured): number => (times.gateway * (perSecond ?? 0)) / 1000;
const misses = (row: Measured): boolean => cores(row) > ALL_MAX || gatewayCores(row) > GATEWAY_MAX;

function printMeasured(rows: readonly Measured[]): void {
  printTable(
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

/** The rows that come nearest to their bars, as attacks on a venue with its caps on. */
async function beside(dataDir: string, rows: readonly Measured[]): Promise<boolean> {
  const table = join(dataDir, 'table-as-it-is.json');
  writeFileSync(table, '{}');
  const venue = await startVenue(dataDir, { BELLWETHER_LIMITS: table });
  try {
    const signers = await signIn(venue.url, ACTORS);
    const listed = candidates({ size, wallets: signers.map(({ wallet }) => wallet) });
    const chosen = rows.filter(({ perSecond }) => perSecond !== null).toSorted((a, b) => cores(b) - cores(a));
    const attacks = chosen.slice(0, ATTACKS).map(({ name, candidate, perSecond }): Attack => {
      const own = listed[name].find(({ what }) => what === candidate.what) ?? candidate;
      return {
        name: `${ROUTES_BY_NAME[name].method} ${ROUTES_BY_NAME[name].path}, ${candidate.what}`,
        bytes: () => bytesOf(ROUTES_BY_NAME[name], own.next(), signers, venue.adminToken),
        perSecond: Math.ceil((perSecond ?? 0) * OVER_THE_CAP),
      };
    });
    const [rest] = listed.placeOrder;
    const [book] = listed.book;
    if (rest === undefined || book === undefined) throw new Error('there is no order and no book to send');
    const victim = {
      order: () => bytesOf(ROUTES_BY_NAME.placeOrder, rest.next(), signers, venue.adminToken),
      book: bytesOf(ROUTES_BY_NAME.book, book.next(), signers, venue.adminToken),
    };
    return printBars(await besideAttackers(venue.port, victim, attacks, ROUNDS), smoke);
  } finally {
    await venue.stop();
  }
}

const folder = await worldFolder(size);
const venue = await startVenue(folder, { BELLWETHER_LIMITS: 'off' });
const rows: Measured[] = [];
try {
  const signers = await signIn(venue.url);
  const world = { size, wallets: signers.map(({ wallet }) => wallet) };
  printHeader(
    'worst: the worst legal request of every route, times what one address may send',
    [
      `${count(marketsOf(size))} markets, ${count(size.fills)} fills, ${count(size.accounts)} accounts, one with positions in all markets, one with ${count(size.wallets)} wallets`,
      'CPU of the venue’s threads per request, one request at a time; bars: half a core in all, a quarter of the gateway',
    ],
    'the operator’s own routes are shown without a bar: they need the token',
  );
  const idle = await idlePerMs(venue.pid);
  const worst: Measured[] = [];
  const failures: string[] = [];
  const connection = await openConnection(venue.port);
  const listed = candidates(world);
  for (const [name, route] of Object.entries(ROUTES_BY_NAME) as [RouteName, Route][]) {
    if (values.only !== undefined && !values.only.split(',').includes(name)) continue;
    const ofRoute: Measured[] = [];
    if ((listed[name] ?? []).length === 0) failures.push(`${name} has no worst request`);
    for (const candidate of listed[name] ?? []) {
      try {
        const bytes = (request: Request): Buffer => bytesOf(route, request, signers, venue.adminToken);
        const look = async (): Promise<Measured> => {
          const times = await measure(connection, venue.pid, idle, candidate, bytes);
          const perSecond = requestsPerSecond(route, candidate.next(), times.readers, candidate.owned);
          return { name, candidate, times, perSecond };
        };
        let best = await look();
        // A collection of garbage, a scrub or a snapshot falls on one look: the least of a few is the request's own.
        for (let again = 0; again < LOOKS_AGAIN && misses(best); again++) {
          const other = await look();
          if (cores(other) < cores(best)) best = other;
        }
        ofRoute.push(best);
      } catch (error) {
        failures.push(error instanceof Error ? error.message : String(error));
      }
    }
    ofRoute.sort((a, b) => cores(b) - cores(a) || sumOf(b.times) - sumOf(a.times));
    rows.push(...ofRoute);
    worst.push(...ofRoute.slice(0, 1));
  }
  connection.close();
  printMeasured(values.all ? rows : worst);
  const missed = rows.filter(misses);
  for (const failure of failures) print(`  FAILED ${failure}`);
  if (failures.length > 0 || (!smoke && missed.length > 0)) process.exitCode = 1;
  print(
    `  ${rows.length} requests of ${worst.length} routes, ${missed.length} missed${smoke ? ', not judged (smoke)' : ''}`,
  );
} finally {
  await venue.stop();
}
try {
  if (values.beside && !(await beside(folder, rows))) process.exitCode = 1;
} finally {
  removeDataDir(folder);
}
