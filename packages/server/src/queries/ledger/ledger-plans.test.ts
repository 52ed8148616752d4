/** Plans of the ledger's statements: for all filters, rows are read from an index in the order of the answer. */
import type { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestStore, type TestStore } from '../../projections/fixtures/test-store.ts';
import { BLOCKS_OF_BLOCKS, BLOCKS_OF_FILLS } from '../../schema/ledger-tables.ts';
import {
  blockedFillIds,
  type FillFilter,
  type FillStream,
  fillIdsBelow,
  lastBlockedId,
  marketsOfWallet,
  nestedFillIds,
  streamsOf,
  youngFillIds,
} from './ledger.ts';

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

/**
 * Filters of `GET /trades` that select streams, with the expected index of these streams and its kind for a threshold.
 * Indexes by wallet also contain the amounts.
 */
const FILTERS: readonly (readonly [string, Partial<FillFilter>, string, 'INDEX' | 'COVERING INDEX'])[] = [
  ['no one and no market', {}, 'fills_by_kind (kind=?', 'INDEX'],
  ['a market', { markets: [1] }, 'fills_by_market (market=? AND kind=?', 'INDEX'],
  ['markets', { markets: [1, 2] }, 'fills_by_market (market=? AND kind=?', 'INDEX'],
  ['a user', { wallets: [3, 4] }, 'fills_by_wallet (wallet=? AND kind=?', 'COVERING INDEX'],
  [
    'a user in a market',
    { wallets: [3], markets: [1] },
    'fills_by_wallet_market (wallet=? AND market=? AND kind=?',
    'COVERING INDEX',
  ],
];
const CHOICES = [true, false].flatMap((takerOnly) =>
  (['BUY', 'SELL', null] as const).map((side) => ({ takerOnly, side })),
);
const STREAM = 'level=? AND scope=? AND subject=? AND kind=?';
const COLUMNS = ['size_micros', 'collateral_micros'] as const;

function streams(filter: Partial<FillFilter>): FillStream[] {
  return CHOICES.flatMap((choice) =>
    streamsOf({ markets: null, wallets: null, threshold: null, ...choice, ...filter }),
  );
}

test('ledger: the markets in which a wallet has fills are found by one probe each', () => {
  const plan = planOf(marketsOfWallet(store.database, 3, [1, 2]).compile());
  expect(plan).toEqual([
    'SEARCH markets USING INTEGER PRIMARY KEY (rowid=?)',
    'SEARCH fills EXISTS USING COVERING INDEX fills_by_wallet_market (wallet=? AND market=?)',
  ]);
});

describe.each(FILTERS)('trades of %s', (_name, filter, index, ofAmounts) => {
  test('ledger: a page is read from the end of an index, nothing is scanned or sorted', () => {
    for (const stream of streams(filter)) {
      const plan = planOf(fillIdsBelow(store.database, stream, 1_000, 100).compile());
      expect(plan).toEqual([`SEARCH fills USING COVERING INDEX ${index} AND id<?)`]);
    }
  });

  test('ledger: above a threshold only young fills and blocks that hold one are visited', () => {
    for (const stream of streams(filter)) {
      for (const level of [BLOCKS_OF_FILLS, BLOCKS_OF_BLOCKS] as const) {
        expect(planOf(lastBlockedId(store.database, stream, level).compile())).toEqual([
          `SEARCH fill_blocks USING PRIMARY KEY (${STREAM})`,
        ]);
      }
      for (const column of COLUMNS) {
        const threshold = { column, minimumMicros: 5 };
        expect(planOf(youngFillIds(store.database, stream, threshold, 900).compile())).toEqual([
          `SEARCH fills USING ${ofAmounts} ${index} AND id>?)`,
        ]);
        const range = { after: 10, below: 1_000 };
        expect(planOf(blockedFillIds(store.database, stream, threshold, range, 100).compile())).toEqual([
          `SEARCH b USING PRIMARY KEY (${STREAM} AND first_id>? AND first_id<?)`,
          `SEARCH fills USING ${ofAmounts} ${index} AND id>? AND id<?)`,
        ]);
        expect(planOf(nestedFillIds(store.database, stream, threshold, 1_000, 100).compile())).toEqual([
          `SEARCH n USING PRIMARY KEY (${STREAM} AND first_id<?)`,
          `SEARCH b USING PRIMARY KEY (${STREAM} AND first_id>? AND first_id<?)`,
          `SEARCH fills USING ${ofAmounts} ${index} AND id>? AND id<?)`,
        ]);
      }
    }
  });
});
