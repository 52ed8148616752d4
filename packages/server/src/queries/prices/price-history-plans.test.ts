/** Plans of the statements of price history: each seeks in the key and sorts nothing. */
import type { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestStore, type TestStore } from '../../projections/fixtures/test-store.ts';
import { newestPoint, oldestPoint, pointBefore, pointsBetween } from './price-history.ts';

let store: TestStore;
beforeAll(() => {
  store = openTestStore();
});
afterAll(() => store.close());

function planOf({ sql, parameters }: CompiledQuery): string[] {
  return store
    .query(`EXPLAIN QUERY PLAN ${sql}`, ...(parameters as (string | number)[]))
    .map((row) => String(row['detail']));
}

test('price history: points are read off the key, from the place that is wanted', () => {
  const { database } = store;
  const key = 'SEARCH price_points USING PRIMARY KEY (market=? AND grain=?';
  expect(planOf(newestPoint(database, 1).compile())).toEqual([`${key})`]);
  expect(planOf(oldestPoint(database, 1, 3).compile())).toEqual([`${key})`]);
  expect(planOf(pointBefore(database, 1, 0, 9).compile())).toEqual([`${key} AND bucket<?)`]);
  expect(planOf(pointsBetween(database, 1, 0, 5, 9).compile())).toEqual([`${key} AND bucket>? AND bucket<?)`]);
});
