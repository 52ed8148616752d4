/**
 * Orders that meet an idle venue: one every 20 ms. Between them, at the same pace, what no order can do without: a
 * `GET /time` over the same connection, one synced write of a page, one recovery of a signer.
 */
import { createHash, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import secp256k1 from 'secp256k1';
import type { Bench } from '../shared/bench.ts';
import { get, openConnection } from '../shared/http-load.ts';
import { median, pause, percentiles } from '../shared/report.ts';
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
