/** Thresholds over a ledger large enough for blocks of blocks, compared with a filter over plain arrays. */
import { afterAll, expect, test } from 'vitest';
import { openTestStore, type TestStore } from '../../testing/test-store.ts';
import { createBlockWriter } from '../project/ledger-blocks.ts';
import { BLOCKS_OF_BLOCKS, FILLS_PER_BLOCK } from '../tables.ts';
import { type FillFilter, selectFillIds } from './ledger.ts';

/** Two blocks of blocks, five blocks and some fills. */
const FILLS = 2 * FILLS_PER_BLOCK * FILLS_PER_BLOCK + 5 * FILLS_PER_BLOCK + 17;
const TAKER_BUY = 2;
/** One in this many fills is large. */
const LARGE_EVERY = 1_009;
const LARGE = 5_000;

const sizeOf = (index: number): number => (index % LARGE_EVERY === 500 ? LARGE + (index % 3) : 1 + (index % 900));

function insertFills(writer: TestStore['store'], from: number, to: number): void {
  const insert = writer.prepare(`
    INSERT INTO fills (id, kind, market, wallet, outcome, order_number, size_micros, collateral_micros, price_micros,
      fee_micros, time_s, hash)
    VALUES (?, ?, ?, ?, 0, ?, ?, ?, 1, 0, 0, '')
  `);
  const blocks = createBlockWriter(writer, () => undefined);
  writer.exec('BEGIN');
  for (let index = from; index < to; index += 1) {
    const size = sizeOf(index);
    const fill = { id: 3 * index, kind: TAKER_BUY, market: index % 2, wallet: 7, size, collateral: 2 * size } as const;
    insert.run(fill.id, fill.kind, fill.market, fill.wallet, index, fill.size, fill.collateral);
    blocks.add(fill);
  }
  writer.exec('COMMIT');
}

const store = openTestStore();
// A process that starts in the middle of a block of blocks continues it.
insertFills(store.store, 0, 20_000);
insertFills(store.store, 20_000, FILLS);
afterAll(() => store.close());

function filter(given: Partial<FillFilter>, minimumMicros: number): FillFilter {
  const threshold = { column: 'size_micros', minimumMicros } as const;
  return { takerOnly: true, side: 'BUY', markets: null, wallets: null, threshold, ...given };
}

test('ledger: blocks of blocks hold the largest amounts of the fills that they stand for', () => {
  const blocks = store.query(
    `SELECT first_id, last_id, size_max_micros AS size, collateral_max_micros AS collateral FROM fill_blocks
       WHERE level = ${BLOCKS_OF_BLOCKS} AND scope = 0 ORDER BY first_id`,
  );
  expect(blocks).toHaveLength(2);
  for (const [index, block] of blocks.entries()) {
    const first = index * FILLS_PER_BLOCK * FILLS_PER_BLOCK;
    const last = first + FILLS_PER_BLOCK * FILLS_PER_BLOCK - 1;
    const size = Math.max(...Array.from({ length: last - first + 1 }, (_, at) => sizeOf(first + at)));
    expect(block).toEqual({ first_id: 3 * first, last_id: 3 * last, size, collateral: 2 * size });
  }
});

test('ledger: any page above any threshold is that part of the whole', async () => {
  for (const minimum of [0, 880, LARGE, LARGE + 2, LARGE + 3])
    for (const given of [{}, { markets: [1] }, { wallets: [7] }, { wallets: [7], markets: [0] }]) {
      const market = 'markets' in given ? given.markets?.[0] : undefined;
      const all = Array.from({ length: FILLS }, (_, at) => FILLS - 1 - at).filter(
        (index) => sizeOf(index) >= minimum && (market === undefined || index % 2 === market),
      );
      for (const [limit, offset] of [
        [20, 0],
        [40, 25],
        [5, 800],
      ] as const) {
        const ids = await selectFillIds(store.database, filter(given, minimum), limit, offset);
        expect(ids).toEqual(all.slice(offset, offset + limit).map((index) => 3 * index));
      }
    }
});
