/**
 * The latency of a venue that has time: orders at 300 a second, and orders alone, one every 20 ms. Between those, at
 * the same pace, what no order can do without: a `GET /time` over the same connection, one synced write of a page, one
 * recovery of a signer.
 */
import { createHash, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import secp256k1 from 'secp256k1';
import { Connections, get, runPaced } from '../shared/http-load.ts';
import { median, msOf, pause, percentiles } from '../shared/report.ts';
import type { VenueProcess } from '../shared/venue-process.ts';

export const EVERY_MS = 20;
const PAGE = Buffer.alloc(4_096, 1);

/** Sends the requests and measures the floor beside them. */
export async function alone({ port }: VenueProcess, requests: readonly Buffer[], folder: string) {
  const connections = new Connections(port);
  await connections.fill(1);
  const file = openSync(join(folder, 'page'), 'w');
  const hash = createHash('sha256').update('an order').digest();
  const { signature, recid } = secp256k1.ecdsaSign(hash, randomBytes(32));
  const steps: Readonly<Record<string, (order: Buffer) => unknown>> = {
    'GET /time': () => connections.exchange(get('/time')),
    fsync: () => {
      writeSync(file, PAGE);
      fsyncSync(file);
    },
    recovery: () => secp256k1.ecdsaRecover(signature, recid, hash, false),
    order: (order) => connections.exchange(order),
  };
  const times = new Map<string, number[]>();
  for (const order of requests)
    for (const [name, step] of Object.entries(steps)) {
      await pause(EVERY_MS);
      times.getOrInsert(name, []).push(await msOf(() => step(order)));
    }
  closeSync(file);
  connections.close();
  const [time, sync, recovery, all] = [...times.values()].map(median) as [number, number, number, number];
  const rows = Object.fromEntries([...times].map(([name, ms]) => [name, percentiles(ms, 50, 95, 99)]));
  return { rows, overFloor: all / (time + sync + recovery) };
}

export const PER_SECOND = 300;
const CONNECTIONS = 16;

/** Sends the requests at a fixed pace, whether or not earlier ones are answered. */
export async function paced({ port }: VenueProcess, requests: readonly Buffer[]) {
  const connections = new Connections(port);
  await connections.fill(CONNECTIONS);
  const times = await runPaced(PER_SECOND, requests.length, (at) => connections.exchange(requests[at] as Buffer));
  connections.close();
  return { order: percentiles(times, 50, 95, 99) };
}
