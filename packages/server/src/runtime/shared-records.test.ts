import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import type { SharedRecord } from '../ports/shared-records.ts';
import { createSharedRecords, readSharedRecords, writeSharedRecords } from './shared-records.ts';

const CHAIN_BYTES = 32;
/** The ring of this file holds four mebibytes. */
const LARGE = 900_000;

/** A record of one entry whose bytes all say which it is. */
function recordOf(sequence: number, bytes: number): SharedRecord {
  const chain = Buffer.alloc(CHAIN_BYTES, sequence % 251);
  const payload = Buffer.alloc(bytes, sequence % 253);
  const previousHash = Buffer.alloc(CHAIN_BYTES, (sequence - 1) % 251).toString('hex');
  const record = {
    firstSequence: sequence,
    lastSequence: sequence,
    previousHash,
    hash: chain.toString('hex'),
    payload,
  };
  return { record, chain };
}

const sizeOf = (sequence: number): number => (sequence * 7_919) % 3_000;

test('shared records: each comes to every gateway as it was written, also around the end of the memory', () => {
  const memory = createSharedRecords(2);
  const writer = writeSharedRecords(memory);
  const readers = [readSharedRecords(memory, 0), readSharedRecords(memory, 1)];
  for (let sequence = 1; sequence <= 8_000; sequence++) {
    const written = recordOf(sequence, sizeOf(sequence));
    expect(writer.write(written)).toBe(true);
    for (const reader of readers) {
      const read = reader.next(sequence);
      if (sequence % 97 === 0) expect(read).toEqual(written);
      else if (read?.record.firstSequence !== sequence || !read.chain.every((byte) => byte === sequence % 251))
        expect.unreachable(`entry ${sequence}`);
      expect(reader.next(sequence + 1)).toBeNull();
    }
  }
  expect([writer.unread(0), writer.unread(1)]).toEqual([0, 0]);
});

test('shared records: what someone has not read is not written over, what is too large has no place, and the gone are not waited for', () => {
  const memory = createSharedRecords(2);
  const writer = writeSharedRecords(memory);
  const [quick, slow] = [readSharedRecords(memory, 0), readSharedRecords(memory, 1)];
  expect(writer.write(recordOf(1, 2_000_000))).toBe(false);
  let sequence = 1;
  while (writer.write(recordOf(sequence, LARGE))) expect(quick.next(sequence++)).not.toBeNull();
  expect(sequence).toBe(5);
  expect(writer.unread(1)).toBeGreaterThan(3 * LARGE);
  // The fifth went another way: the sixth waits for it.
  expect(slow.next(1)).toEqual(recordOf(1, LARGE));
  expect(slow.next(2)).toEqual(recordOf(2, LARGE));
  expect(writer.write(recordOf(6, LARGE))).toBe(true);
  expect([slow.next(3), slow.next(4)].map((read) => read?.record.firstSequence)).toEqual([3, 4]);
  expect([slow.next(5), slow.next(6)?.record.firstSequence]).toEqual([null, 6]);
  slow.close();
  for (let next = 7; next < 20; next++) {
    if (next === 7) expect(quick.next(6)).not.toBeNull();
    expect(writer.write(recordOf(next, LARGE))).toBe(true);
    expect(quick.next(next)).not.toBeNull();
  }
  expect(slow.next(19)).toBeNull();
});

test('shared records: who wants to hear at once is known to the writer', () => {
  const memory = createSharedRecords(2);
  const writer = writeSharedRecords(memory);
  const reader = readSharedRecords(memory, 1);
  const isLive = (): boolean[] => [0, 1, 2].map((gateway) => writer.isLive(gateway));
  expect(isLive()).toEqual([false, false, false]);
  reader.setLive(true);
  expect(isLive()).toEqual([false, true, false]);
  reader.close();
  reader.setLive(true);
  expect(isLive()).toEqual([false, false, false]);
});

const READER = `
  import { parentPort, workerData } from 'node:worker_threads';
  const { readSharedRecords } = await import(workerData.module);
  const reader = readSharedRecords(workerData.memory, workerData.gateway);
  let sum = 0;
  for (let sequence = 1; sequence <= workerData.records; ) {
    const read = reader.next(sequence);
    if (read === null) continue;
    const { payload, firstSequence } = read.record;
    if (firstSequence !== sequence || payload.some((byte) => byte !== sequence % 253)) throw new Error('entry ' + sequence);
    sum += payload.length;
    sequence++;
  }
  parentPort.postMessage(sum);
`;

test('shared records: threads read what another one writes at the same time [D50]', async () => {
  const RECORDS = 6_000;
  const memory = createSharedRecords(2);
  const writer = writeSharedRecords(memory);
  const sums = [0, 1].map(
    (gateway) =>
      new Promise<number>((resolve, reject) => {
        const module = new URL('./shared-records.ts', import.meta.url).href;
        const workerData = { module, memory, gateway, records: RECORDS };
        const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(READER)}`), { workerData });
        worker.on('message', resolve).on('error', reject);
      }),
  );
  let bytes = 0;
  for (let sequence = 1; sequence <= RECORDS; sequence++) {
    bytes += sizeOf(sequence);
    while (!writer.write(recordOf(sequence, sizeOf(sequence)))) await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await Promise.all(sums)).toEqual([bytes, bytes]);
});
