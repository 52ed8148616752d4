/**
 * The latency of a venue that has time: orders at 300 a second, and orders alone, one every 20 ms. Between those, at the same pace, what no order can do without: a
 * `GET /time` over the same connection, one synced write of a page, one recovery of a signer.
 */
import { createHash, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import secp256k1 from 'secp256k1';
import type { Bench } from '../shared/bench.ts';
import { get, openConnection } from '../shared/http-load.ts';
import { median, pause, percentile, percentiles } from '../shared/report.ts';
import type { VenueProcess } from '../shared/venue-process.ts';

const EVERY_MS = 20;
const PAGE = Buffer.alloc(4_096, 1);

/** Sends the requests and measures the floor beside them. */
export async function alone(bench: Bench, { port }: VenueProcess, requests: readonly Buffer[]): Promise<void> {
  const connection = await openConnection(port);
  const file = openSync(join(bench.folder(), 'page'), 'w');
  const hash = createHash('sha256').update('an order').digest();
  const { signature, recid } = secp256k1.ecdsaSign(hash, randomBytes(32));
  let order = 0;
  const steps: Readonly<Record<string, () => unknown>> = {
    'GET /time': () => connection.exchange(get('/time')),
    fsync: () => {
      writeSync(file, PAGE);
      fsyncSync(file);
    },
    recovery: () => secp256k1.ecdsaRecover(signature, recid, hash, false),
    order: async () => {
      const status = await connection.exchange(requests[order++] as Buffer);
      if (status !== 200) throw new Error(`an order was answered ${status}`);
    },
  };
  const times = new Map<string, number[]>(Object.keys(steps).map((name) => [name, []]));
  while (order < requests.length)
    for (const [name, step] of Object.entries(steps)) {
      await pause(EVERY_MS);
      const started = performance.now();
      await step();
      times.get(name)?.push(performance.now() - started);
    }
  closeSync(file);
  connection.close();
  const rows = [...times].map(([name, ms]) => [name, ...percentiles(ms, 0.5, 0.95, 0.99)]);
  bench.table([`one every ${EVERY_MS} ms`, 'p50 ms', 'p95 ms', 'p99 ms'], rows);
  const [time, sync, recovery, all] = [...times.values()].map(median) as [number, number, number, number];
  bench.bar({
    label: 'order alone / (GET /time + fsync + recovery), p50',
    value: all / (time + sync + recovery),
    max: 1.6,
  });
}

const PER_SECOND = 300;
const CONNECTIONS = 16;

/** Sends the requests at a fixed pace, whether or not earlier ones are answered. */
export async function paced(bench: Bench, { port }: VenueProcess, requests: readonly Buffer[]): Promise<void> {
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => openConnection(port)));
  const free = [...connections];
  const waiting: number[] = [];
  const ms: number[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const send = async (at: number, dueAt: number): Promise<void> => {
    const connection = free.shift();
    if (connection === undefined) return void waiting.push(at, dueAt);
    const status = await connection.exchange(requests[at] as Buffer);
    if (status !== 200) throw new Error(`an order was answered ${status}`);
    // Counted from the due time: an order that had to wait for a connection has waited.
    ms.push(performance.now() - dueAt);
    if (ms.length === requests.length) resolve();
    free.push(connection);
    const [next, since] = waiting.splice(0, 2);
    if (next !== undefined && since !== undefined) await send(next, since);
  };
  const begun = performance.now();
  for (let at = 0; at < requests.length; at++) {
    const dueAt = begun + (at * 1_000) / PER_SECOND;
    while (performance.now() < dueAt) await pause(1);
    send(at, dueAt).catch(reject);
  }
  await promise;
  for (const connection of connections) connection.close();
  bench.table(
    [`${PER_SECOND} a second`, 'p50 ms', 'p95 ms', 'p99 ms'],
    [['order', ...percentiles(ms, 0.5, 0.95, 0.99)]],
  );
  bench.bar({ label: `order at ${PER_SECOND} a second, p99, ms`, value: percentile(ms, 0.99), max: 5 });
}
