/** The CPU that requests take of each thread of a venue, one at a time, and what one address may make of that. */
import { ROUTES_BY_NAME, type Route, type RouteName } from '@bellwether/contract';
import { type Connection, openConnection } from '../shared/http-load.ts';
import { mapTimes, perRequest, readThreadTimes, sumOf, type ThreadTimes } from '../shared/thread-times.ts';
import type { Trader } from '../shared/trading-floor.ts';
import type { VenueProcess } from '../shared/venue-process.ts';
import type { Candidate, Request } from './candidate.ts';
import { requestsPerSecond } from './rates.ts';
import { bytesOf } from './request-bytes.ts';
import { candidates } from './requests.ts';
import type { WorldSize } from './world.ts';

/** Bars, in cores. */
const ALL_MAX = 0.5;
const GATEWAY_MAX = 0.25;
const IDLE_LOOKS = 5;
/** A venue that takes less than this share of a core has started; it is waited for only so long. */
const QUIET_SHARE = 0.05;
const QUIET_MS_MAX = 15_000;
const SLOW_MS = 200;

/** How closely to look. */
export interface Look {
  readonly measureMs: number;
  readonly requestsMin: number;
  readonly requestsMax: number;
  readonly idleMs: number;
  /** Rows that a request wrote are with the readers by then. */
  readonly settleMs: number;
  /** More looks at a request that misses. */
  readonly again: number;
}

export const CLOSE_LOOK: Look = {
  measureMs: 250,
  requestsMin: 6,
  requestsMax: 400,
  idleMs: 2_000,
  settleMs: 60,
  again: 2,
};
/** Enough to tell heavy rows from light ones. */
export const QUICK_LOOK: Look = {
  measureMs: 60,
  requestsMin: 3,
  requestsMax: 400,
  idleMs: 1_000,
  settleMs: 30,
  again: 0,
};
/** Enough to see that it is answered. */
export const SMOKE_LOOK: Look = {
  measureMs: 1,
  requestsMin: 1,
  requestsMax: 1,
  idleMs: 100,
  settleMs: 0,
  again: 0,
};

export interface Measured {
  readonly name: RouteName;
  readonly candidate: Candidate;
  readonly times: ThreadTimes;
  /** null: the operator's, without a cap. */
  readonly perSecond: number | null;
}

export interface Measurements {
  readonly rows: readonly Measured[];
  /** Of each route the request that takes most of the machine. */
  readonly worst: readonly Measured[];
  /** Requests that could not be measured, in words. */
  readonly failures: readonly string[];
}

export const cores = ({ times, perSecond }: Measured): number => (sumOf(times) * (perSecond ?? 0)) / 1000;
export const gatewayCores = ({ times, perSecond }: Measured): number => (times.gateway * (perSecond ?? 0)) / 1000;
export const misses = (row: Measured): boolean => cores(row) > ALL_MAX || gatewayCores(row) > GATEWAY_MAX;

/** Measures every request of every route, or of those named. */
export async function measureAll(
  venue: VenueProcess,
  size: WorldSize,
  signers: readonly Trader[],
  { look, only }: { readonly look: Look; readonly only: readonly string[] | null },
): Promise<Measurements> {
  const rows: Measured[] = [];
  const worst: Measured[] = [];
  const failures: string[] = [];
  const idle = await idlePerMs(venue.pid, look);
  const connection = await openConnection(venue.port);
  const listed = candidates({ size, wallets: signers.map(({ wallet }) => wallet) });
  for (const [name, route] of Object.entries(ROUTES_BY_NAME) as [RouteName, Route][]) {
    if (only !== null && !only.includes(name)) continue;
    const ofRoute: Measured[] = [];
    if ((listed[name] ?? []).length === 0) failures.push(`${name} has no worst request`);
    for (const candidate of listed[name] ?? []) {
      try {
        const bytes = (request: Request): Buffer => bytesOf(route, request, signers, venue.adminToken);
        const lookOnce = async (): Promise<Measured> => {
          const times = await measure({ connection, pid: venue.pid, idle, look }, candidate, bytes);
          const perSecond = requestsPerSecond(route, candidate.next(), times.readers, candidate.owned);
          return { name, candidate, times, perSecond };
        };
        let best = await lookOnce();
        // A collection of garbage, a scrub or a snapshot falls on one look: the least of a few is the request's own.
        for (let again = 0; again < look.again && misses(best); again++) {
          const other = await lookOnce();
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
  return { rows, worst, failures };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** What the process takes by itself: the least of several looks, since a start and a scrub of the store end. */
async function idlePerMs(pid: number, { idleMs }: Look): Promise<ThreadTimes> {
  const look = async (): Promise<ThreadTimes> => {
    const before = readThreadTimes(pid);
    const started = performance.now();
    await pause(idleMs / IDLE_LOOKS);
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

interface Bench {
  readonly connection: Connection;
  readonly pid: number;
  readonly idle: ThreadTimes;
  readonly look: Look;
}

/** Sends a candidate again and again over one connection. Every answer must have the expected status. */
async function measure(
  { connection, pid, idle, look }: Bench,
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
  while (performance.now() < warmedAt + look.measureMs / 2);
  // One that takes seconds needs no second look.
  const least = performance.now() - warmedAt > SLOW_MS ? 1 : look.requestsMin;
  await pause(look.settleMs);
  const before = readThreadTimes(pid);
  const started = performance.now();
  let requests = 0;
  while (requests < least || (performance.now() - started < look.measureMs && requests < look.requestsMax)) {
    await once();
    requests++;
  }
  await pause(look.settleMs);
  return perRequest(before, readThreadTimes(pid), idle, performance.now() - started, requests);
}
