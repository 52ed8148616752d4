/** No statement of an explanation scans a table: each one seeks, however long the history is. */
import { OrderExplanation } from '@bellwether/contract';
import { type CompiledQuery, Kysely } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStoreReader } from '../../adapters/store-sqlite/open-store.ts';
import { createSqliteDialect } from '../../adapters/store-sqlite/sqlite-dialect.ts';
import { RecordedVenue } from '../../projections/fixtures/recorded-venue.ts';
import { openTestStore, type TestStore } from '../../projections/fixtures/test-store.ts';
import type { Database } from '../../queries/database.ts';
import { explainOrderRead } from './explanation.ts';

let store: TestStore;
let reading: ReturnType<typeof openStoreReader>;
beforeEach(() => {
  store = openTestStore();
  reading = openStoreReader(store.file);
});
afterEach(() => {
  reading.close();
  store.close();
});

/** Allowed scans: one price at a time, sums over results, and the few rows of the cursors. */
const GONE_THROUGH = /^SCAN (?:prices|\(subquery-\d+\)|projection_cursors|CONSTANT ROW)$/;

test('explained: every statement seeks by a key', async () => {
  const venue = new RecordedVenue();
  venue.openAccounts(3);
  venue.addMarkets(1);
  for (const trader of [1, 0]) venue.place({ trader, side: 'BUY', price: 4_000, shares: 20 });
  venue.place({ trader: 2, side: 'BUY', outcome: 1, price: 5_500, shares: 20 });
  venue.place({ trader: 2, side: 'BUY', outcome: 1, price: 6_000, shares: 30 });
  store.project(venue);
  const statements: CompiledQuery[] = [];
  const dialect = createSqliteDialect(reading);
  const database = new Kysely<Database>({
    dialect,
    log: ({ query }) => {
      statements.push(query);
    },
  });
  const row = store.query('SELECT number FROM orders WHERE account = ?', venue.accountOf(0))[0];
  const parameters = {
    orderNumber: Number(row?.['number']),
    account: venue.accountOf(0),
    refusals: [],
    heldBack: null,
  };
  const read = explainOrderRead(OrderExplanation);
  const answer = await read.run(database, parameters);
  if (answer === null) throw new Error('not explained');
  // The serialized answer equals the value.
  expect(JSON.parse(read.serialize(answer.value))).toEqual(answer.value);
  expect(answer.value.fills.listed).toHaveLength(1);
  expect(statements.length).toBeGreaterThan(20);
  const scans = statements.flatMap(({ sql, parameters: values }) =>
    store
      .query(`EXPLAIN QUERY PLAN ${sql}`, ...(values as (string | number)[]))
      .map(({ detail }) => String(detail))
      .filter((detail) => detail.startsWith('SCAN') && !GONE_THROUGH.test(detail)),
  );
  expect(scans).toEqual([]);
});
