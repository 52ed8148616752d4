/** CPU time of requests by thread of a venue, one request at a time, and the load that one address may cause. */
import { cores, type Row } from '../shared/figures.ts';
import { type Connection, openConnection } from '../shared/http-load.ts';
import { pause } from '../shared/report.ts';
import { mapTimes, sumOf, type ThreadTimes, timesOf } from '../shared/thread-times.ts';
import type { Trader } from '../shared/trading-floor.ts';
import type { VenueProcess } from '../shared/venue-process.ts';
import { bytesOf, type Candidate, cappedRoutes, requestsPerSecond } from './candidate.ts';
import { candidates } from './requests.ts';
import type { WorldSize } from './world.ts';

/** Bars, in cores. */
const ALL_MAX = 0.5;
const GATEWAY_MAX = 0.25;
const IDLE_LOOKS = 5;
/** A venue that takes less than this share of a core has finished starting; the wait is bounded. */
const QUIET_SHARE = 0.05;
const QUIET_MS_MAX = 15_000;
/**
 * Additional measurements of a request that misses: garbage collection or a snapshot may distort one, so the minimum
 * counts.
 */
const LOOKS_MORE = 2;

/** Thoroughness of the measurement. Rows written by a request reach the readers after `catchUpMs`. */
const CLOSE = { measureMs: 250, requestsMin: 6, requestsMax: 400, idleMs: 2_000, catchUpMs: 60 };
const SMOKE = { measureMs: 1, requestsMin: 1, requestsMax: 1, idleMs: 100, catchUpMs: 0 };

export const misses = (row: Row): boolean =>
  cores(row) > ALL_MAX || (row.times.gateway * row.perSecond) / 1_000 > GATEWAY_MAX;

/**
 * Measures every request of every route, or of the named ones, and returns the worst of each. Calls `fail` for an
 * unexpected answer.
 */
export async function measureAll(
  venue: VenueProcess,
  size: WorldSize,
  signers: readonly Trader[],
  only: readonly string[] | null,
  smoke: boolean,
  fail: (text: string) => void,
): Promise<readonly Row[]> {
  const look = smoke ? SMOKE : CLOSE;
  const idle = await idlePerMs(venue.pid, look.idleMs);
  const connection = await openConnection(venue.port);
  const listed = candidates(size, signers);
  const worst: Row[] = [];
  for (const [name, route] of cappedRoutes) {
    if (only !== null && !only.includes(name)) continue;
    const rows: Row[] = [];
    for (const candidate of listed[name]) {
      const lookOnce = async (): Promise<Row> => {
        const bytes = (): Buffer => bytesOf(route, candidate.next(), signers);
        const times = await measure({ connection, pid: venue.pid, idle, look }, candidate, bytes);
        const perSecond = requestsPerSecond(route, candidate, times.readers);
        return { route: name, request: candidate.what, times, perSecond };
      };
      try {
        let best = await lookOnce();
        for (let again = 0; !smoke && again < LOOKS_MORE && misses(best); again++) {
          const other = await lookOnce();
          if (cores(other) < cores(best)) best = other;
        }
        rows.push(best);
      } catch (error) {
        fail(`${name}, ${candidate.what}: ${String(error)}`);
      }
    }
    worst.push(...rows.sort((a, b) => cores(b) - cores(a) || sumOf(b.times) - sumOf(a.times)).slice(0, 1));
  }
  connection.close();
  return worst;
}

/**
 * Idle CPU time of the process per millisecond: the minimum of several measurements, because startup work or a scrub of
 * the store may still be running.
 */
async function idlePerMs(pid: number, idleMs: number): Promise<ThreadTimes> {
  const look = async (): Promise<ThreadTimes> => {
    const { times, ms } = await timesOf(pid, () => pause(idleMs / IDLE_LOOKS));
    return mapTimes((kind) => times[kind] / ms);
  };
  const quietBy = performance.now() + QUIET_MS_MAX;
  while (sumOf(await look()) > QUIET_SHARE && performance.now() < quietBy);
  const looks: ThreadTimes[] = [];
  for (let number = 0; number < IDLE_LOOKS; number++) looks.push(await look());
  return mapTimes((kind) => Math.min(...looks.map((times) => times[kind])));
}

interface Stage {
  readonly connection: Connection;
  readonly pid: number;
  readonly idle: ThreadTimes;
  readonly look: typeof CLOSE;
}

/** Sends a candidate repeatedly over one connection. Every answer must have the expected status. */
async function measure({ connection, pid, idle, look }: Stage, { status: expected }: Candidate, bytes: () => Buffer) {
  const once = async (): Promise<void> => {
    const status = await connection.exchange(bytes());
    if (expected !== null && status !== expected) throw new Error(`answered ${status}, not ${expected}`);
  };
  // Warms up code and caches, as under a continuing attack.
  const warmedAt = performance.now();
  do await once();
  while (performance.now() < warmedAt + look.measureMs / 2);
  await pause(look.catchUpMs);
  const { result, times, ms } = await timesOf(pid, async () => {
    const started = performance.now();
    let requests = 0;
    for (; requests < look.requestsMax; requests++) {
      if (requests >= look.requestsMin && performance.now() - started >= look.measureMs) break;
      await once();
    }
    await pause(look.catchUpMs);
    return requests;
  });
  return mapTimes((kind) => Math.max(0, (times[kind] - idle[kind] * ms) / result));
}
