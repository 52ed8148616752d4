/** Sorting in bounded memory and merging, against a sort of everything. */
import { forAllAsync } from '@bellwether/engine/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Row } from './read-row.ts';
import { inOrder, merged } from './row-order.ts';

const rowOf = (timeMs: number, number: number, file = 0): Row => {
  const facts = { market: 'm', token: '', id: '', kind: 'trade', isWhole: false, bids: [], asks: [] } as const;
  return { timeMs, number, file, ...facts };
};

async function* batches(rows: readonly Row[], size: number): AsyncGenerator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}

async function orderOf(streams: readonly (readonly Row[])[], window: number, size: number) {
  const late: string[] = [];
  const taken: Row[] = [];
  const ordered = streams.map((rows) =>
    inOrder(batches(rows, size), window, ({ number }, ms) => late.push(`${number} ${ms}`)),
  );
  await merged(ordered, (row) => taken.push(row));
  return { taken, late };
}

test('row order: rows that come later than the sorting holds are named, with how late they are', async () => {
  const rows = [5, 6, 4, 7, 8, 9, 10, 11, 3, 12].map((timeMs, at) => rowOf(timeMs, at));
  const { taken, late } = await orderOf([rows], 3, 1);
  expect(taken.map(({ timeMs }) => timeMs)).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect(late).toEqual(['8 3']);
});

test('row order: files are merged as a stable sort of all their rows, if each fits the window', () =>
  forAllAsync(
    100,
    [fc.array(fc.array(fc.nat(6), { maxLength: 12 }), { maxLength: 4 }), fc.integer({ min: 1, max: 5 })],
    async (times, size) => {
      const streams = times.map((own, file) => own.map((timeMs, at) => rowOf(timeMs, at, file)));
      const { taken, late } = await orderOf(streams, 12, size);
      expect(taken).toEqual(streams.flat().sort((one, other) => one.timeMs - other.timeMs));
      expect(late).toEqual([]);
      return true;
    },
  ));

test('row order: whatever the window, no row is lost without a word, and what is taken is in order', () =>
  forAllAsync(
    100,
    [fc.array(fc.nat(30), { maxLength: 40 }), fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 5 })],
    async (times, window, size) => {
      const { taken, late } = await orderOf([times.map((timeMs, at) => rowOf(timeMs, at))], window, size);
      expect(taken.length + late.length).toBe(times.length);
      expect(taken).toEqual(taken.toSorted((one, other) => one.timeMs - other.timeMs));
      return true;
    },
  ));
