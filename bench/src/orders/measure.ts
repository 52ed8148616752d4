/** A process under load by orders: its speed, and its CPU time until every row is written. */
import type { Bench } from '../shared/bench.ts';
import { queueOf, runLoad } from '../shared/http-load.ts';
import { pause, percentiles } from '../shared/report.ts';
import { mapTimes, sumOf, timesOf } from '../shared/thread-times.ts';
import { openTradingFloor, orderRequests, type TradingFloor } from '../shared/trading-floor.ts';
import type { VenueProcess } from '../shared/venue-process.ts';

export const MARKETS = 20;
export const TRADERS = 40;
export const CONNECTIONS = 128;
const CATCH_UP_MS_MAX = 60_000;

/** The process under load; `caughtUp` waits for the work that follows its answers. */
export interface Contender {
  readonly floor: TradingFloor;
  readonly port: number;
  readonly pid: number;
  caughtUp(): Promise<void>;
  end(): Promise<unknown>;
}

export const venueContender = (venue: VenueProcess, floor: TradingFloor): Contender => ({
  floor,
  port: venue.port,
  pid: venue.pid,
  caughtUp: () => projected(venue),
  end: () => venue.kill(),
});

/** Sends every request once and waits for its follow-up work. All must be answered 200. */
export async function measured(
  { port, pid, caughtUp }: Contender,
  requests: readonly Buffer[],
  connections = CONNECTIONS,
) {
  const { result, times } = await timesOf(pid, async () => {
    const load = await runLoad({ port, connections, next: queueOf(requests), secondsMax: 50 });
    await caughtUp();
    return load;
  });
  const cost = mapTimes((kind) => (Math.max(0, times[kind]) * 1_000) / result.requests);
  const speed = { 'orders/s': result.requests / result.seconds, ...percentiles(result.latenciesMs, 50, 99, 99.9) };
  return { speed, cost: { ...cost, sum: sumOf(cost) } };
}

/** Waits until every row of every acknowledged order is written: the projector's work is part of an order's cost. */
async function projected(venue: VenueProcess): Promise<void> {
  for (const until = performance.now() + CATCH_UP_MS_MAX; ; await pause(50)) {
    const figure = await venue.figures();
    if (figure('bellwether_projected_sequence') >= figure('bellwether_sequence')) return;
    if (performance.now() > until) throw new Error('the projector has not caught up');
  }
}

/** A new venue whose code is compiled: compiling is not part of an order's cost. */
export async function warmVenue(bench: Bench, orders: number, project?: string) {
  const venue = await bench.venue({}, bench.folder(), project);
  const contender = venueContender(venue, await openTradingFloor(venue, MARKETS, TRADERS));
  const memory = venue.residentMiB();
  await measured(contender, orderRequests(contender.floor, orders, 1));
  return { ...contender, venue, memory };
}
