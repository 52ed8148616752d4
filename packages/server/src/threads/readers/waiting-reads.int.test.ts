/** Reads that wait for the projector ask it to hurry, once for all of them. */

import { expect, test } from 'vitest';
import { openTestStore } from '../../projections/fixtures/test-store.ts';
import { MACHINE } from '../../runtime/machine.ts';
import { createReaderPool } from './reader-pool.ts';

const QUERY = { limit: 100, offset: 0, takerOnly: true };

test('waiting reads: what they wait for is asked for, and asked for again only when the rows have moved on', async () => {
  const store = openTestStore();
  const asked: number[] = [];
  const pool = createReaderPool({
    runtime: MACHINE,
    storeFile: store.file,
    waitMs: 2 ** 31 - 1,
    onWaiting: (sequence) => asked.push(sequence),
  });
  const answered: string[] = [];
  const read = (name: string): Promise<unknown> => pool.read('trades', QUERY).then(() => answered.push(name));
  try {
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
    expect(answered.at(-1)).toBe('third');
    expect(asked).toEqual([5, 7]);
  } finally {
    await pool.close();
    store.close();
  }
});
