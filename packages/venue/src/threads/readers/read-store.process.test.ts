import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import type { TradeFill, TradesQuery } from '@bellwether/contract';
import { flipped } from '@bellwether/ledger/files/testing/flipped.ts';
import {
  type Asker,
  type Reader,
  ReaderUnavailable,
  ReadFailed,
  ReadOverdrawn,
  ReadStoreRebuilding,
  ReadTooLong,
} from '@bellwether/ports/reader.ts';
import type { Timers } from '@bellwether/ports/runtime.ts';
import { testAddress } from '@bellwether/read-model/testing/recorded-venue.ts';
import { afterEach, expect, test } from 'vitest';
import { MACHINE } from '../../runtime/machine.ts';
import { SMALL_READ_UNITS_MAX, SMALL_READS } from '../limits.ts';
import { startProjector } from '../projector/projector-thread.ts';
import { useRecordedFolder } from '../testing/recorded-folder.ts';
import { createReaderPool, type ReaderPool, type ReaderPoolOptions } from './reader-pool.ts';
import { createRebuiltReaders, type RebuiltReaders } from './rebuilt-readers.ts';

/** Requests are answered, however long a busy machine takes. */
const PATIENT = { runtime: MACHINE, readMsMax: 2 ** 31 - 1 };
const QUERY: TradesQuery = { limit: 100, offset: 0, takerOnly: true };

const recorded = useRecordedFolder();
/** Cleanups of a test, run in this order. */
const ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const storeFile = (): string => join(recorded.now.dataDir, 'store.sqlite');

async function runProjector(onProjected: (sequence: number) => void = () => {}) {
  const told: string[] = [];
  const rebuilt = Promise.withResolvers<void>();
  const readers: RebuiltReaders[] = [];
  const { port1, port2 } = new MessageChannel();
  let reached = 0;
  const projector = await startProjector({
    dataDir: recorded.now.dataDir,
    storeFile: storeFile(),
    recordPort: port2,
    onProjected: (sequence) => {
      reached = sequence;
      for (const one of readers) one.setProjected(sequence);
      onProjected(sequence);
    },
    onReplaced: (message) => told.push(`replaced: ${message}`),
    onDamaged: async (message) => {
      told.push(`damaged: ${message}`);
      for (const one of readers) await one.suspend('rebuilding');
    },
    onUnwritable: async (message) => {
      told.push(`unwritable: ${message}`);
      for (const one of readers) await one.suspend('unwritable');
    },
    onRebuilt: () => {
      for (const one of readers) one.resume();
      rebuilt.resolve();
    },
    onFailure: (message) => expect.unreachable(message),
  });
  return {
    projector,
    told,
    rebuilt: rebuilt.promise,
    /** Readers that are ended before the store is rebuilt. */
    readers,
    publish: () => recorded.now.publish((record) => port1.postMessage(record)),
    /** Resolves when rows show everything published so far. */
    projected: () => expect.poll(() => reached >= recorded.now.published, { interval: 5 }).toBe(true),
  };
}

/** A projector whose rows show this many trades. */
async function keepTrading(count: number) {
  const running = await keepProjector();
  trade(count);
  await running.publish();
  await running.projected();
  return running;
}

/** A projector that is stopped when its test ends. */
async function keepProjector(onProjected?: (sequence: number) => void) {
  const running = await runProjector(onProjected);
  ends.push(() => running.projector.stop());
  return running;
}

function openPool(options: Partial<ReaderPoolOptions> = {}): ReaderPool {
  const pool = createReaderPool({ ...PATIENT, storeFile: storeFile(), ...options });
  ends.unshift(() => pool.close());
  return pool;
}

async function trades(pool: Reader, query: Partial<TradesQuery> = {}, asker?: Asker): Promise<TradeFill[]> {
  const answer = await pool.read('trades', { ...QUERY, ...query }, asker);
  return JSON.parse(new TextDecoder().decode(answer?.body)) as TradeFill[];
}

const trade = (count: number): void => recorded.now.trade(count);

test('read store: a read after an acknowledged trade waits until it can show it [L14]', async () => {
  let onProjected = (_sequence: number): void => {};
  const { publish } = await keepProjector((sequence) => onProjected(sequence));
  const pool = openPool({ waitMs: 60_000 });
  onProjected = (sequence) => pool.setProjected(sequence);
  expect(await trades(pool)).toEqual([]);
  for (let round = 1; round <= 5; round += 1) {
    trade(1);
    await publish();
    pool.setAcknowledged(recorded.now.published);
    const shown = await trades(pool);
    expect(shown).toHaveLength(round);
    expect(shown[0]?.transactionHash).toBe(`0x${recorded.now.venue.records.at(-1)?.hash}`);
  }
});

test.each<[what: string, change: (whole: Buffer) => Buffer, told: RegExp]>([
  ['a file that is no store', () => Buffer.from('this is not a database, and long enough: '.repeat(50)), /^replaced: /],
  ['one with another byte', (whole) => flipped(whole), /^replaced: .*page \d+ is not what was written/],
])('read store: %s is replaced at the start by what the journal says [D12]', async (_what, change, message) => {
  const first = await keepTrading(30);
  await first.projector.stop();
  writeFileSync(storeFile(), change(readFileSync(storeFile())));
  expect((await keepProjector()).told).toEqual([expect.stringMatching(message)]);
  const pool = openPool();
  pool.setAcknowledged(recorded.now.published);
  pool.setProjected(recorded.now.published);
  expect(await trades(pool)).toHaveLength(30);
});

test('read store: a store ahead of the journal keeps the projector from starting, and the message says what to do [D13]', async () => {
  const ahead = await runProjector();
  trade(2);
  await ahead.publish();
  await ahead.projector.stop();
  // As if the journal came back from an older copy.
  await recorded.now.loseJournal();
  await expect(runProjector()).rejects.toThrow(
    /store\.sqlite does not fit the journal: .*the journal ends at entry 0: acknowledged.*remove store\.sqlite and/,
  );
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${storeFile()}${suffix}`, { force: true });
  await recorded.now.publish();
  await keepProjector();
  expect(await trades(openPool())).toHaveLength(2);
});

test('read store: an order is found by its number, a trade’s hash by its number, and nothing else', async () => {
  const { publish, projected } = await keepProjector();
  const bid = recorded.now.venue.placement({ trader: 0, side: 'BUY', price: 4_100, shares: 10.5 });
  recorded.now.venue.must(bid);
  recorded.now.venue.place({ trader: 1, outcome: 1, side: 'BUY', price: 6_000, shares: 5 });
  await publish();
  await projected();
  const pool = openPool();
  const read = async (name: string, parameters: unknown): Promise<unknown> => {
    const answer = await pool.read(name, parameters);
    return answer === null ? null : JSON.parse(new TextDecoder().decode(answer.body));
  };
  const { sequence, hash } = recorded.now.venue.entries.at(-1) ?? { sequence: 0, hash: '' };
  expect(await read('order', { orderNumber: 0 })).toMatchObject({
    id: bid.orderId,
    order: {
      associateTrades: [String(sequence)],
      id: bid.orderId,
      status: 'LIVE',
      market: recorded.now.venue.state.markets[0]?.conditionId,
      originalSize: '10.5',
      outcome: 'Yes',
      makerAddress: testAddress(1),
      owner: testAddress(1),
      price: '0.41',
      sizeMatched: '5',
      assetId: recorded.now.venue.state.markets[0]?.tokenIds[0],
      side: 'BUY',
      type: 'GTC',
      createdAt: '2026-01-01T00:00:00.400Z',
    },
  });
  expect(await read('order', { orderNumber: 9 })).toBeNull();
  expect(await read('trade-facts', { sequence })).toEqual({ hash: `0x${hash}`, fee: 0 });
  expect(await read('trade-facts', { sequence: sequence - 1 })).toBeNull();
  await expect(read('nothing', {})).rejects.toThrow(ReadFailed);
});

test('read store: a read waits only so long for the projections, and is refused rather than answered from older rows', async () => {
  await keepProjector();
  const pool = openPool({ waitMs: 5 });
  pool.setAcknowledged(1_000);
  await expect(trades(pool)).rejects.toThrow(ReaderUnavailable);
  pool.setProjected(1_000);
  expect(await trades(pool)).toEqual([]);
});

test('read store: one that turns out damaged is made again while the venue runs, and reads are refused meanwhile [D25]', async () => {
  const running = await keepTrading(20);
  const readers = createRebuiltReaders({ ...PATIENT, storeFile: storeFile() });
  ends.unshift(() => readers.close());
  running.readers.push(readers);
  const before = await trades(readers);
  expect(before).toHaveLength(20);

  running.projector.rebuild('as a reader found it');
  await running.rebuilt;
  expect([running.told, await trades(readers)]).toEqual([['damaged: as a reader found it'], before]);
  trade(1);
  await running.publish();
  await running.projected();
  expect(await trades(readers)).toHaveLength(21);

  await readers.suspend('rebuilding');
  await expect(trades(readers)).rejects.toThrow(ReadStoreRebuilding);
  readers.resume();
  expect(await trades(readers)).toHaveLength(21);
});

test('read store: reads beyond the bound, or after the end, are refused [R22]', async () => {
  await keepProjector();
  const pool = openPool({ waitMs: 60_000 });
  pool.setAcknowledged(1);
  const of = (client: number, units = 1) => ({ client: `client ${client}`, units });
  const clients = SMALL_READS.readsMax / SMALL_READS.perClientMax;
  const waiting: Promise<unknown>[] = [];
  for (let client = 0; client < clients; client += 1) {
    for (let read = 0; read < SMALL_READS.perClientMax; read += 1) waiting.push(trades(pool, {}, of(client)));
    // One client's places are full before the lane is.
    await expect(trades(pool, {}, of(client))).rejects.toThrow(ReaderUnavailable);
  }
  await expect(trades(pool, {}, of(clients))).rejects.toThrow(ReaderUnavailable);
  // Expensive reads queue elsewhere.
  const large = trades(pool, { limit: 10_000 }, of(0, SMALL_READ_UNITS_MAX + 1));
  pool.setProjected(1);
  expect(await large).toEqual([]);
  expect(await Promise.all(waiting)).toHaveLength(SMALL_READS.readsMax);
  expect(await trades(pool)).toEqual([]);
  await pool.close();
  await expect(trades(pool)).rejects.toThrow(ReaderUnavailable);
});

test('read store: a read that has no answer in time is refused, whether it has had its turn or not, and others go on [W44]', async () => {
  await keepProjector();
  let isLate = false;
  // Before the thread can answer.
  const after: Timers['after'] = (_ms, callback) => {
    queueMicrotask(() => isLate && callback());
    return () => undefined;
  };
  const pool = openPool({ runtime: { clock: MACHINE.clock, timers: { ...MACHINE.timers, after } } });
  expect(await trades(pool)).toEqual([]);
  isLate = true;
  // Other pages than the one above, which is answered from memory.
  const late = Array.from({ length: SMALL_READS.given + 1 }, () => pool.read('trades', { ...QUERY, limit: 7 }));
  for (const read of late) await expect(read).rejects.toThrow(ReaderUnavailable);
  isLate = false;
  expect(await trades(pool)).toEqual([]);
});

test('read store: a read whose client is over its cap when its turn comes is refused, and the next has its turn [R30]', async () => {
  await keepProjector();
  const pool = openPool();
  const over = { client: 'over', units: 1, overdrawn: () => 7 };
  const refused = pool.read('trades', QUERY, over);
  const other = pool.read('trades', QUERY, { client: 'other', units: 1, overdrawn: () => null });
  await expect(refused).rejects.toMatchObject({ name: 'ReadOverdrawn', retryAfterSeconds: 7 });
  expect(await other).not.toBeNull();
  const dear = pool.read('trades', { ...QUERY, limit: 7 }, { ...over, units: SMALL_READ_UNITS_MAX + 1 });
  await expect(dear).rejects.toThrow(ReadOverdrawn);
});

test('read store: what a read took among the cheap ones counts, even if it is refused among the dear ones', async () => {
  await keepProjector();
  const pool = openPool({ cpuMsMax: { small: -1, large: 60_000 } });
  const took = () => {
    const turns = [null, 7];
    const read = pool.read('trades', QUERY, { client: 'one', units: 1, overdrawn: () => turns.shift() ?? null });
    return read.catch((error) => (error instanceof ReadOverdrawn ? error.cpuMs : Promise.reject(error)));
  };
  // The clock of a thread's CPU moves in ticks, which fall into some reads and not into others.
  await expect.poll(took, { interval: 1 }).toBeGreaterThan(0);
});

test('read store: a read that takes more CPU than cheap ones may begins again among the dear ones, which stop it [R23]', async () => {
  await keepTrading(40);
  // Every read takes more than this limit.
  const patient = openPool({ cpuMsMax: { small: -1, large: 60_000 } });
  const took = async () => {
    const answer = await patient.read('trades', { ...QUERY, limit: 80 });
    expect(JSON.parse(new TextDecoder().decode(answer?.body))).toHaveLength(40);
    return answer?.cpuMs;
  };
  await expect.poll(took, { interval: 1 }).toBeGreaterThan(0);
  const strict = openPool({ cpuMsMax: { small: -1, large: -1 } });
  const stopped = strict.read('trades', QUERY);
  await expect(stopped).rejects.toThrow(ReadTooLong);
  await expect(stopped).rejects.toMatchObject({ code: 'read_too_long', cpuMs: expect.any(Number) });
  // The thread goes on with the next read.
  await expect(strict.read('trades', QUERY)).rejects.toThrow(ReadTooLong);
});

test('read store: readers that have ended start no thread again, whatever they still hear [D10]', async () => {
  await keepProjector();
  const pool = openPool();
  await pool.close();
  let started = 0;
  const count = (): void => void started++;
  process.on('worker', count);
  // The projector goes on for a moment after the readers: a thread started now would keep the process alive forever.
  pool.setAcknowledged(7);
  pool.setProjected(7);
  await expect(trades(pool)).rejects.toThrow(ReaderUnavailable);
  const dear = { client: 'one', units: SMALL_READ_UNITS_MAX + 1 };
  await expect(trades(pool, { limit: 10_000 }, dear)).rejects.toThrow(ReaderUnavailable);
  process.off('worker', count);
  expect(started).toBe(0);
});
