/** Waiting reads ask the projector to hurry, once for all of the waiting ones. */

import { ReaderUnavailable, ReadStoreRebuilding, ReadStoreUnavailable } from '@bellwether/ports/reader.ts';
import { openTestStore } from '@bellwether/read-model/testing/test-store.ts';
import { expect, onTestFinished, test } from 'vitest';
import { MACHINE } from '../../runtime/machine.ts';
import { READS_BEFORE_START_MAX } from '../limits.ts';
import { createReaderPool } from './reader-pool.ts';
import { createRebuiltReaders, type RebuiltReaders } from './rebuilt-readers.ts';

const PATIENT = { runtime: MACHINE, readMsMax: 2 ** 31 - 1 };
const QUERY = { limit: 100, offset: 0, takerOnly: true };

test('waiting reads: what they wait for is asked for, and asked for again only when the rows have moved on [D35]', async () => {
  const store = openTestStore();
  const asked: number[] = [];
  const onWaiting = (sequence: number) => asked.push(sequence);
  const pool = createReaderPool({ ...PATIENT, storeFile: store.file, waitMs: 2 ** 31 - 1, onWaiting });
  onTestFinished(() => pool.close().then(() => store.close()));
  const answered: string[] = [];
  const read = (name: string): Promise<unknown> => pool.read('trades', QUERY).then(() => answered.push(name));
  await read('nothing acknowledged');
  expect(asked).toEqual([]);
  pool.setAcknowledged(5);
  const early = [read('first'), read('second')];
  pool.setAcknowledged(7);
  const late = read('third');
  expect(asked).toEqual([5]);
  pool.setProjected(5);
  expect(asked).toEqual([5, 7]);
  await Promise.all(early);
  expect(answered).toHaveLength(3);
  pool.setProjected(7);
  await late;
  expect([answered.at(-1), asked]).toEqual(['third', [5, 7]]);
});

test('waiting reads: one that waits when reads end is refused, and not given an older answer that is remembered [D35]', async () => {
  const store = openTestStore();
  onTestFinished(() => store.close());
  const pool = createReaderPool({ ...PATIENT, storeFile: store.file, waitMs: 2 ** 31 - 1 });
  await pool.read('trades', QUERY);
  pool.setAcknowledged(5);
  const refused = expect(pool.read('trades', QUERY)).rejects.toThrow(ReaderUnavailable);
  await pool.close();
  await refused;
});

test('waiting reads: they wait while a start looks at the store, so many and so long, and until a stop [D25 D86]', async () => {
  const store = openTestStore();
  onTestFinished(() => store.close());
  const starting = (startMsMax = 2 ** 31 - 1): RebuiltReaders => {
    const readers = createRebuiltReaders({ ...PATIENT, storeFile: store.file, startMsMax }, 'starting');
    onTestFinished(() => readers.close());
    return readers;
  };
  const readers = starting();
  expect(readers.state).toBe('rebuilding');
  const waiting = Array.from({ length: READS_BEFORE_START_MAX }, (_, read) =>
    readers.read('trades', QUERY, { client: `client ${read % 10}`, units: 1 }),
  );
  await expect(readers.read('trades', QUERY)).rejects.toThrow(ReaderUnavailable);
  readers.resume();
  expect((await Promise.all(waiting)).every((answer) => answer !== null)).toBe(true);
  expect(await readers.read('trades', QUERY)).not.toBeNull();

  await expect(starting(1).read('trades', QUERY)).rejects.toThrow(ReadStoreRebuilding);
  const unwritable = starting();
  const told = expect(unwritable.read('trades', QUERY)).rejects.toThrow(ReadStoreUnavailable);
  await unwritable.suspend('unwritable');
  await told;
  const stopping = starting();
  const ended = expect(stopping.read('trades', QUERY)).rejects.toThrow(ReadStoreRebuilding);
  stopping.endWaiting();
  await ended;
  const closed = starting();
  const refused = expect(closed.read('trades', QUERY)).rejects.toThrow(ReadStoreRebuilding);
  await closed.close();
  await refused;
});
