/**
 * `npm run bench:feeds`: how soon an order reaches everyone who watches its market, and how many messages a venue can
 * send to 1,000 subscribers, compared with a bare `ws` broadcast of frames of the same size. Venue, load generator and
 * subscribers share the machine.
 */
import { type Bench, runBench } from '../shared/bench.ts';
import { type Child, startChild } from '../shared/child.ts';
import { exchangeOk, openConnection } from '../shared/http-load.ts';
import type { Figure } from '../shared/medians.ts';
import { count, pause, percentile } from '../shared/report.ts';
import { openTradingFloor } from '../shared/trading-floor.ts';
import type { VenueProcess } from '../shared/venue-process.ts';
import { OrderFlow, RESTING, TRADERS } from './order-flow.ts';
import { Probe } from './probe.ts';
import type { ReaderAnswer, ReaderOptions } from './reader.ts';

const RUNS = 5;
const EVERY_MS = 50;
const DRAIN_MS = 500;

async function startReaders(bench: Bench, options: ReaderOptions): Promise<Child> {
  const readers = startChild(new URL('./reader.ts', import.meta.url), options);
  bench.onEnd(() => readers.end());
  await readers.ask(null);
  return readers;
}

const subscriptionTo = (tokens: readonly string[]): string => JSON.stringify({ type: 'market', assets_ids: tokens });

/** Messages a second that all readers get while the work lasts. */
async function received(readers: Child, work: () => Promise<unknown>): Promise<number> {
  const before = await readers.ask<ReaderAnswer>(null);
  await work();
  const after = await readers.ask<ReaderAnswer>(null);
  return ((after.frames - before.frames) * 1_000) / (after.atMs - before.atMs);
}

/** Orders one after another. The subscriber that measures has joined last, and so is sent to last. */
async function latencies(bench: Bench, venue: VenueProcess, flow: OrderFlow): Promise<void> {
  const rows: Record<string, Record<string, Figure>> = {};
  const subscription = subscriptionTo(flow.tokens);
  for (const size of bench.smoke ? [1, 20] : [1, 100, 1_000]) {
    const crowd = await startReaders(bench, { port: venue.port, connections: size - 1, subscription });
    const probe = await Probe.open(venue.port, subscription);
    const connection = await openConnection(venue.port);
    const measured = async () => {
      const [acknowledged, ordered]: [number[], number[]] = [[], []];
      for (let order = 0; order < (bench.smoke ? 10 : 100); order++) {
        await pause(EVERY_MS);
        const changeAt = probe.changeAt(String(((order % RESTING) + 1) / 100));
        const request = flow.resting(order % RESTING);
        const orderedAt = performance.now();
        await exchangeOk(connection, request);
        const acknowledgedAt = performance.now();
        acknowledged.push((await changeAt) - acknowledgedAt);
        ordered.push((await changeAt) - orderedAt);
      }
      return {
        'acknowledged → read p50 ms': percentile(acknowledged, 0.5),
        'p99 ms': percentile(acknowledged, 0.99),
        'ordered → read p50 ms': percentile(ordered, 0.5),
        'its p99 ms': percentile(ordered, 0.99),
      };
    };
    rows[count(size)] = await bench.medianOf(RUNS, measured, 1);
    connection.close();
    probe.close();
    await crowd.end();
  }
  bench.figures(`subscribers, an order every ${EVERY_MS} ms`, rows);
}

/** Alternates between as many orders as answers allow and as many frames as a bare server can send. */
async function throughput(bench: Bench, venue: VenueProcess, flow: OrderFlow): Promise<void> {
  const [connections, seconds] = bench.smoke ? [20, 0.5] : [1_000, 6];
  const subscription = subscriptionTo(flow.tokens);
  const probe = await Probe.open(venue.port, subscription);
  await flow.run(50, seconds);
  probe.close();
  const server = startChild(new URL('./broadcast-server.ts', import.meta.url), probe.frameBytes);
  bench.onEnd(() => server.end());
  const audience = await startReaders(bench, { port: venue.port, connections, subscription });
  const readers = await startReaders(bench, { port: await server.ask('port'), connections, subscription: null });
  const measured = async () => {
    let ordersPerSecond = 0;
    const delivered = await received(audience, async () => {
      const flown = await flow.run(null, seconds);
      ordersPerSecond = flown.orders / flown.seconds;
    });
    await server.ask('start');
    const bare = await received(readers, () => pause(seconds * 1_000));
    await server.ask('pause');
    await pause(DRAIN_MS);
    return { 'orders/s': ordersPerSecond, 'venue messages/s': delivered, 'bare messages/s': bare };
  };
  const found = await bench.medianOf(RUNS, measured, 1);
  bench.figures('', { [`${count(connections)} subscribers`]: found });
  const value = found['venue messages/s'].per(found['bare messages/s']);
  bench.bar({ label: 'messages delivered: venue / bare ws broadcast', value, min: 0.5 });
}

await runBench({}, async (bench) => {
  const venue = await bench.venue();
  const flow = new OrderFlow(venue, await openTradingFloor(venue, 1, TRADERS));
  await flow.buildLadder();
  bench.header('feeds: /ws/market, one hot market', [
    'subscribers of both tokens, 20 levels a side; those that count in one process, the one that is sent to last in the process that orders',
    'signed, durable orders; at full speed some two thirds rest and one third trades; each makes one message for each subscriber, a trade two',
    'acknowledged: the client that ordered has read the answer; below 0 the message came first; no TLS, network, compression',
  ]);
  await latencies(bench, venue, flow);
  await throughput(bench, venue, flow);
});
