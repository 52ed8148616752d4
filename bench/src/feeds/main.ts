/**
 * `npm run bench:feeds`: how soon an order reaches everyone who watches its market, and how many messages a venue can
 * send to 1,000 subscribers, compared with a bare `ws` broadcast of frames of the same size. Venue, load generator and
 * subscribers share the machine.
 */
import { type Bench, runBench } from '../shared/bench.ts';
import { type Child, startChild } from '../shared/child.ts';
import { count, pause, percentiles, shown } from '../shared/report.ts';
import { openTradingFloor } from '../shared/trading-floor.ts';
import type { VenueProcess } from '../shared/venue-process.ts';
import { LANE_PRICES, OrderFlow, TRADERS } from './order-flow.ts';
import type { ReaderAnswer, ReaderOptions } from './reader.ts';

const CALM_ORDERS_PER_SECOND = 20;
/** Maximum delay of frames behind the last answer. */
const LATE_MS = 5_000;
const DRAIN_MS = 500;

async function startReader(options: ReaderOptions): Promise<Child> {
  const reader = startChild(new URL('./reader.ts', import.meta.url), options);
  await reader.ask(null);
  return reader;
}

/**
 * Subscribers of the hot market: many that count, and one that measures. The measuring one joins last and so is sent to
 * last.
 */
interface Audience {
  readonly crowd: Child | null;
  readonly probe: Child;
}

async function gather(port: number, tokens: readonly string[], size: number): Promise<Audience> {
  const subscription = JSON.stringify({ type: 'market', assets_ids: tokens });
  const crowd = size > 1 ? await startReader({ port, subscription, connections: size - 1, lanes: null }) : null;
  return { crowd, probe: await startReader({ port, subscription, connections: 1, lanes: LANE_PRICES }) };
}

const leave = ({ crowd, probe }: Audience): Promise<unknown> => Promise.all([crowd?.end(), probe.end()]);

/**
 * Runs an order flow and measures the messages that arrive: messages per second of all subscribers until the last
 * answer, and milliseconds from each order's due time, and from its answer, until its frame was read. Times are empty
 * if a frame is missing.
 */
async function watch({ crowd, probe }: Audience, flow: OrderFlow, perSecond: number | null, seconds: number) {
  const total = async () => {
    const [of, most] = await Promise.all([probe.ask<ReaderAnswer>(null), crowd?.ask<ReaderAnswer>(null)]);
    const mean = of.bytes / Math.max(1, of.frames);
    return { ...of, mean, frames: of.frames + (most?.frames ?? 0), atMs: most?.atMs ?? of.atMs };
  };
  const before = await total();
  const { lanes, orders, seconds: took } = await flow.run(perSecond, seconds);
  const after = await total();
  const arrivals = after.arrivals.map((lane) => [...lane]);
  const isComplete = (): boolean =>
    lanes.slice(0, arrivals.length).every((lane, at) => arrivals[at]?.length === lane.length);
  for (const deadline = performance.now() + LATE_MS; !isComplete() && performance.now() < deadline; await pause(20)) {
    const news = await probe.ask<ReaderAnswer>(null);
    for (const [lane, times] of news.arrivals.entries()) arrivals[lane]?.push(...times);
  }
  const placed = isComplete()
    ? lanes.flatMap((lane, at) => lane.map((order, own) => ({ ...order, at: arrivals[at]?.[own] ?? 0 })))
    : [];
  return {
    ordersPerSecond: orders / took,
    delivered: ((after.frames - before.frames) * 1_000) / (after.atMs - before.atMs),
    afterDueMs: placed.map(({ dueMs, at }) => at - dueMs),
    afterAnswerMs: placed.map(({ acknowledgedMs, at }) => at - acknowledgedMs),
    frameBytes: Math.round(after.mean),
  };
}

async function latencies(bench: Bench, venue: VenueProcess, flow: OrderFlow): Promise<void> {
  const rows: string[][] = [];
  for (const size of bench.smoke ? [1, 20] : [1, 100, 1_000]) {
    const audience = await gather(venue.port, flow.tokens, size);
    await watch(audience, flow, CALM_ORDERS_PER_SECOND * 2, bench.smoke ? 0.2 : 2);
    const { afterDueMs, afterAnswerMs } = await watch(audience, flow, CALM_ORDERS_PER_SECOND, bench.smoke ? 0.5 : 10);
    await leave(audience);
    if (afterDueMs.length === 0) bench.fail(`a frame is missing with ${size} subscribers`);
    const times = [afterAnswerMs, afterDueMs].flatMap((ms) => Object.values(percentiles(ms, 50, 99)));
    rows.push([count(size), ...times.map(shown)]);
  }
  const figures = ['acknowledged → wire p50 ms', 'p99 ms', 'ordered → wire p50 ms', 'p99 ms'];
  bench.table([`subscribers, at ${CALM_ORDERS_PER_SECOND} orders/s`, ...figures], rows);
}

/** Alternates between as many orders as answers allow and as many frames as a bare server can send. */
async function throughput(bench: Bench, venue: VenueProcess, flow: OrderFlow): Promise<void> {
  const [size, seconds] = bench.smoke ? [20, 0.5] : [1_000, 6];
  const audience = await gather(venue.port, flow.tokens, size);
  bench.onEnd(() => leave(audience));
  const { frameBytes } = await watch(audience, flow, 50, seconds);
  const server = startChild(new URL('./broadcast-server.ts', import.meta.url), frameBytes);
  bench.onEnd(() => server.end());
  const port = await server.ask<number>('port');
  const readers = await startReader({ port, connections: size, subscription: null, lanes: null });
  bench.onEnd(() => readers.end());
  const measured = async () => {
    const { delivered, ordersPerSecond } = await watch(audience, flow, null, seconds);
    const before = await readers.ask<ReaderAnswer>(null);
    await server.ask('start');
    await pause(seconds * 1_000);
    const after = await readers.ask<ReaderAnswer>(null);
    await server.ask('pause');
    await pause(DRAIN_MS);
    const bare = ((after.frames - before.frames) * 1_000) / (after.atMs - before.atMs);
    return { 'orders/s': ordersPerSecond, 'venue messages/s': delivered, 'bare messages/s': bare };
  };
  const found = await bench.medianOf(5, measured, 1);
  bench.figures('', { [`${count(size)} subscribers`]: found });
  const value = found['venue messages/s'].per(found['bare messages/s']);
  bench.bar({ label: 'messages delivered: venue / bare ws broadcast', value, min: 0.5 });
}

await runBench({}, async (bench) => {
  const venue = await bench.venue();
  const flow = new OrderFlow(venue, await openTradingFloor(venue, 1, TRADERS));
  await flow.buildLadder();
  bench.header('feeds: /ws/market, one hot market', [
    'subscribers of both tokens, 20 levels a side; those that count in one process, the one that is sent to last in another',
    'signed, durable orders, some two thirds rest and one third trades; each makes one message for each subscriber, a trade two',
    'acknowledged: the client that ordered has read the answer; below 0 the message came first; no TLS, network, compression',
  ]);
  await latencies(bench, venue, flow);
  await throughput(bench, venue, flow);
});
