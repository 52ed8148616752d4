/** Own trades: plans of their statements, and the search for a time in the ledger. */
import type { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestStore, type TestStore } from '../../projections/fixtures/test-store.ts';
import type { FillKind } from '../../schema/ledger-tables.ts';
import { fillIdAt, firstFillFrom, ownFillIds } from './own-trades.ts';

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

describe('own trades', () => {
  test.each([
    ['all', null, null, 'COVERING INDEX fills_by_wallet (wallet=? AND kind=?'],
    ['those of a market', 7, null, 'COVERING INDEX fills_by_wallet_market (wallet=? AND market=? AND kind=?'],
    ['those of a token', 7, 1, 'INDEX fills_by_wallet_market (wallet=? AND market=? AND kind=?'],
  ] as const)(
    'own trades: %s are read off an index, newest first, between their bounds',
    (_name, market, outcome, index) => {
      for (const kind of [0, 1, 2, 3] as const satisfies readonly FillKind[]) {
        const query = ownFillIds(store.database, { wallet: 3, market, kind }, outcome, 5, 1_000, 100);
        expect(planOf(query.compile())).toEqual([`SEARCH fills USING ${index} AND id>? AND id<?)`]);
      }
    },
  );

  test('own trades: a moment is found along the primary key', async () => {
    expect(planOf(firstFillFrom(store.database, 5).compile())).toEqual([
      'SEARCH fills USING INTEGER PRIMARY KEY (rowid>?)',
    ]);
    expect(await fillIdAt(store.database, 0)).toBeNull();
    const fills: readonly (readonly [number, number])[] = [
      [8_190, 10],
      [8_191, 10],
      [40_000, 12],
      [90_000, 12],
      [90_001, 15],
    ];
    for (const [id, timeS] of fills) {
      const insert = store.store.prepare(
        `INSERT INTO fills (id, kind, market, wallet, outcome, order_number, size_micros, collateral_micros, price_micros,
          fee_micros, time_s, hash) VALUES (?, 0, 0, 0, 0, 0, 1, 1, 1, 0, ?, '')`,
      );
      insert.run(id, timeS);
    }
    for (let timeS = 0; timeS <= 16; timeS += 1) {
      const at = await fillIdAt(store.database, timeS);
      const expected = fills.filter(([, time]) => time >= timeS).map(([id]) => id);
      expect([timeS, at === null ? [] : fills.map(([id]) => id).filter((id) => id >= at)]).toEqual([timeS, expected]);
    }
  });
});
