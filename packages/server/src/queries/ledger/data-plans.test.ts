/** Plans of the statements of holders, builder trades, portfolios and rankings: every filter reads from an index. */
import type { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestStore, type TestStore } from '../../projections/fixtures/test-store.ts';
import { endedPositions, heldPositions, positionSums, rankedTraders, tradersOf } from '../portfolio/portfolio.ts';
import { activityBatch, activityByAmount, activityInMarkets, firstSecond } from './activity.ts';
import { builderTradeIds, fillsOfTrades, firstBuilderTradeAt } from './builder-trades.ts';
import { holdersOf } from './data.ts';

let store: TestStore;
beforeAll(() => {
  store = openTestStore();
});
afterAll(() => store.close());

function planOf(query: { compile(): CompiledQuery }): string[] {
  const { sql, parameters } = query.compile();
  return store
    .query(`EXPLAIN QUERY PLAN ${sql}`, ...(parameters as (string | number)[]))
    .map((row) => String(row['detail']));
}

/** Combinations of filters, with the index that answers them. */
const BUILDER_FILTERS: readonly (readonly [
  builder: number | null,
  wallet: number | null,
  asset: number | null,
  string,
])[] = [
  [null, null, null, 'SEARCH builder_trades USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)'],
  [1, null, null, by('builder', 'builder=?')],
  [null, 1, null, by('wallet', 'wallet=?')],
  [null, null, 1, by('asset', 'asset=?')],
  [1, null, 1, by('builder_asset', 'builder=? AND asset=?')],
  [null, 1, 1, by('wallet_asset', 'wallet=? AND asset=?')],
  [1, 1, null, by('builder_wallet', 'builder=? AND wallet=?')],
  [1, 1, 1, by('all', 'builder=? AND wallet=? AND asset=?')],
];

function by(index: string, keys: string): string {
  return `SEARCH builder_trades USING COVERING INDEX builder_trades_by_${index} (${keys} AND id>? AND id<?)`;
}

describe('plans of data reads', () => {
  test.each(BUILDER_FILTERS)('builder trades: builder %s, wallet %s, asset %s', (builder, wallet, asset, plan) => {
    expect(planOf(builderTradeIds(store.database, { builder, wallet, from: 5 }, asset, 1_000, 300))).toEqual([plan]);
  });

  test('builder trades: times become bounds of ids by an index', () => {
    expect(planOf(firstBuilderTradeAt(store.database, 5))).toEqual([
      'SEARCH builder_trades USING COVERING INDEX builder_trades_by_time (time_s>?)',
    ]);
  });

  test('builder trades: the fills of a page are one range of keys for each trade', () => {
    expect(planOf(fillsOfTrades(store.database, [1, 2, 3]))).toEqual([
      'SEARCH b USING INTEGER PRIMARY KEY (rowid=?)',
      'SEARCH f USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)',
    ]);
  });

  test('positions: the sums of a page are looked up by key', () => {
    expect(planOf(positionSums(store.database, 1, [1, 2, 3]))).toEqual([
      'SEARCH position_costs USING PRIMARY KEY (wallet=? AND market=?)',
    ]);
  });

  test('holders: the largest come off an index [L17]', () => {
    expect(planOf(holdersOf(store.database, 1, 0, 1, 100))).toEqual([
      'SEARCH positions USING COVERING INDEX positions_by_size (market=? AND outcome=? AND shares_micros>?)',
    ]);
  });

  test('positions: of a user by size, of a user in a market by key, and nothing is sorted without one', () => {
    const [ofUser, ...rest] = planOf(heldPositions(store.database, 1, null, 1));
    expect(ofUser).toBe('SEARCH p USING INDEX position_costs_by_size (wallet=? AND shares_micros>?)');
    expect(rest).toEqual([
      'SEARCH m USING INTEGER PRIMARY KEY (rowid=?)',
      'SEARCH s USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN',
    ]);
    expect(planOf(heldPositions(store.database, 1, [2], 1))).toContain(
      'SEARCH p USING PRIMARY KEY (wallet=? AND market=?)',
    );
    expect(planOf(endedPositions(store.database, 1, null))[0]).toBe(
      'SEARCH p USING INDEX position_costs_by_size (wallet=? AND shares_micros=?)',
    );
    expect(planOf(endedPositions(store.database, 1, [2]))).toContain(
      'SEARCH p USING PRIMARY KEY (wallet=? AND market=?)',
    );
  });

  test.each(['fills', 'activity'] as const)('activity: %s of a user in many markets come off their index', (table) => {
    const stream = { table, wallet: 1, kinds: [0, 1] };
    const order = { column: 'size_micros', ascending: false } as const;
    const [search] = planOf(activityInMarkets(store.database, stream, [1, 2, 3], { from: 5, below: 900 }, 100, order));
    expect(search).toMatch(
      new RegExp(`^SEARCH ${table} USING COVERING INDEX ${table}_by_wallet_market \\(wallet=\\? AND market=\\?`),
    );
  });

  test.each(['fills', 'activity'] as const)('activity: %s of a user, in a market or all, both ways', (table) => {
    for (const direction of ['asc', 'desc'] as const) {
      const plan = (market: number | null) =>
        planOf(activityBatch(store.database, { table, wallet: 1, market, kind: 1 }, 5, 1_000, 100, direction));
      expect(plan(null)).toEqual([
        `SEARCH ${table} USING COVERING INDEX ${table}_by_wallet (wallet=? AND kind=? AND id>? AND id<?)`,
      ]);
      expect(plan(2)).toEqual([
        `SEARCH ${table} USING COVERING INDEX ${table}_by_wallet_market (wallet=? AND market=? AND kind=? AND id>? AND id<?)`,
      ]);
    }
    for (const column of ['size_micros', 'collateral_micros'] as const) {
      const plan = (market: number | null) =>
        planOf(activityByAmount(store.database, { table, wallet: 1, market, kind: 1 }, 5, 1_000, 100, column, 'desc'));
      expect(plan(null)).toEqual([
        `SEARCH ${table} USING COVERING INDEX ${table}_by_wallet (wallet=? AND kind=? AND id>? AND id<?)`,
        'USE TEMP B-TREE FOR ORDER BY',
      ]);
      expect(plan(2)).toEqual([
        `SEARCH ${table} USING COVERING INDEX ${table}_by_wallet_market (wallet=? AND market=? AND kind=? AND id>? AND id<?)`,
        'USE TEMP B-TREE FOR ORDER BY',
      ]);
    }
    expect(planOf(firstSecond(store.database, 5))).toEqual([
      'SEARCH activity_seconds USING INTEGER PRIMARY KEY (rowid>?)',
    ]);
  });

  test('leaderboard: both orders come off an index, a user by key', () => {
    expect(planOf(rankedTraders(store.database, 1, 5, 'volume_micros', 25, 0))).toEqual([
      'SEARCH trader_periods USING INDEX trader_periods_by_volume (period=? AND start_day=?)',
    ]);
    expect(planOf(rankedTraders(store.database, 1, 5, 'pnl_micros', 25, 0))).toEqual([
      'SEARCH trader_periods USING INDEX trader_periods_by_pnl (period=? AND start_day=?)',
    ]);
    expect(planOf(tradersOf(store.database, 1, 5, [1, 2]))).toEqual([
      'SEARCH trader_periods USING PRIMARY KEY (period=? AND start_day=? AND wallet=?)',
    ]);
  });
});
