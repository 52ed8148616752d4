/** Thinning of the price history: bounds on the rows of a market, and no effect on the rows that stay. */
import { createState } from '@bellwether/engine';
import { type ChainedEntry, GENESIS_HASH } from '@bellwether/ports/journal.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore, type Store } from '../../adapters/store-sqlite/open-store.ts';
import type { ObservedPrice } from '../../projection.ts';
import { createProjectionRunner, type ProjectionRunner } from '../../runner.ts';
import { GRAINS } from '../tables.ts';
import { priceHistoryProjection } from './price-history.ts';

const START_S = Date.UTC(2026, 0, 1) / 1_000;
const DAY_S = 86_400;

let store: Store;
let runner: ProjectionRunner;
beforeEach(() => {
  store = openStore(':memory:');
  runner = createProjectionRunner(store, [priceHistoryProjection]);
});
afterEach(() => store.close());

/** Writes entries in batches; each entry changes the price of market 0. */
function write(changes: readonly { readonly atS: number; readonly price: number | null }[], batch = 1_000): void {
  for (let start = 0; start < changes.length; start += batch) {
    const prices = new Map<number, readonly ObservedPrice[]>();
    const entries = changes.slice(start, start + batch).map(({ atS, price }, index): ChainedEntry => {
      const sequence = runner.cursor.sequence + 1 + index;
      prices.set(sequence, [{ market: 0, priceHalfTicks: price, isTrading: true, payout: null, aheadMicros: 0 }]);
      const hash = sequence.toString(16).padStart(64, '0');
      return { sequence, timeMs: atS * 1_000, command: { kind: 'ExpireOrders' }, events: [], hash };
    });
    const previous = runner.cursor.sequence === 0 ? GENESIS_HASH : runner.cursor.hash;
    runner.write(entries, previous, { state: createState(), prices });
  }
}

/** A change every `stepS` seconds for a number of days. */
const every = (stepS: number, days: number, fromS = START_S) =>
  Array.from({ length: (days * DAY_S) / stepS }, (_, at) => ({ atS: fromS + at * stepS, price: 1 + (at % 9_999) }));

const buckets = (grain: number): number[] =>
  store
    .prepare('SELECT bucket FROM price_points WHERE grain = ? ORDER BY bucket')
    .all(grain)
    .map((row) => Number(row['bucket']));

test('price history: only changes are rows, the last of a minute counts, and a price may end', () => {
  write([
    { atS: START_S, price: 100 },
    { atS: START_S + 10, price: 120 },
    { atS: START_S + 59, price: 110 },
    { atS: START_S + 130, price: 110 },
    { atS: START_S + 200, price: null },
    { atS: START_S + 201, price: null },
  ]);
  const minute = START_S / 60;
  expect(store.prepare('SELECT bucket, price_half_ticks AS price FROM price_points').all()).toEqual([
    { bucket: minute, price: 110 },
    { bucket: minute + 3, price: null },
  ]);
});

test('price history: a market that changes every minute keeps 16 days of minutes and 32 of five minutes [B13]', () => {
  write(every(60, 40));
  const endS = START_S + 40 * DAY_S;
  for (const { grain, seconds, keptS } of GRAINS.slice(0, 2)) {
    const kept = buckets(grain);
    const wanted = keptS / seconds;
    const slack = (GRAINS[grain + 1]?.seconds ?? 0) / seconds;
    expect(kept.length).toBeGreaterThanOrEqual(wanted);
    expect(kept.length).toBeLessThanOrEqual(wanted + 2 * slack);
    // No gap: every bucket within the retention is there.
    expect(kept[0]).toBe((kept.at(-1) ?? 0) - kept.length + 1);
    expect(((kept.at(-1) ?? 0) + 1) * seconds).toBeLessThanOrEqual(endS);
  }
  expect([buckets(2).length, buckets(3).length]).toEqual([40 * 24 - 1, 39]);
});

test('price history: hours go after 400 days and days stay [B13]', () => {
  write(every(3_600, 500));
  expect(buckets(2).length).toBeGreaterThanOrEqual(400 * 24);
  expect(buckets(2).length).toBeLessThanOrEqual(402 * 24);
  expect(buckets(3).length).toBe(499);
});

test('price history: old rows go a bounded number at a time, and the one before the kept ones stays', () => {
  write(every(60, 2));
  const before = buckets(0);
  const laterS = START_S + 30 * DAY_S;
  write([{ atS: laterS, price: 7 }]);
  // Closing one bucket of five minutes removed at most 20 of the minutes.
  expect(buckets(0).length).toBe(before.length - 20 + 1);
  write(every(300, 30, laterS + 300));
  const kept = buckets(0);
  expect(kept.length).toBeLessThan(before.length + 16 * 288);
  expect(kept[0]).toBeGreaterThan(before.at(-1) ?? 0);
  const cutoff = (kept.at(-1) ?? 0) - 16 * 1_440;
  expect(kept.filter((bucket) => bucket <= cutoff).length).toBeGreaterThanOrEqual(1);
});
