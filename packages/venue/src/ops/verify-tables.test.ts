import { openTestStore } from '@bellwether/read-model/testing/test-store.ts';
import { expect, onTestFinished, test } from 'vitest';
import { TablesCheck } from './verify-tables.ts';

const SORTED_BY =
  /^(?:market|event)_listing\.(?:volume|volume_24hr|liquidity|best_bid|best_ask|last_price)_(?:micros|ticks)$|^standings\.value_micros$/;

test('verify: every column of every table is compared, except those that lists are sorted by [D29]', () => {
  const { store, query, close } = openTestStore();
  onTestFinished(close);
  const compared = new Set<string>();
  const prepare = (sql: string) => {
    const [, columns = '', table] = /^SELECT (.+) FROM (\w+)(?: WHERE .+)? ORDER BY/.exec(sql) ?? [];
    for (const column of columns.split(', ')) compared.add(`${table}.${column}`);
    return { all: () => query(sql), iterate: () => query(sql).values() };
  };
  const check = new TablesCheck({ prepare, exec: (sql) => store.exec(sql), close: () => undefined }, 0);
  onTestFinished(() => check.close());
  check.finish();
  const columns = query(
    `SELECT tables.name || '.' || columns.name AS name
     FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'`,
  ).map(({ name }) => String(name));
  expect(columns.length).toBeGreaterThan(200);
  // Others are of SQLite, of the runner, or of the index of words.
  const ofProjections = columns.filter((name) => !/^(?:sqlite_\w+|projection_cursors|\w+_text_\w+)\./.test(name));
  expect(ofProjections.filter((name) => !compared.has(name) && !SORTED_BY.test(name))).toEqual([]);
});

test.each([
  [-1, null],
  [0, 'trader_periods has row 0/0/7, which no entry explains'],
])('verify: a row of day %i, while day 0 is the present one, is refused with %s', (day, refusal) => {
  const { store, query, close } = openTestStore();
  onTestFinished(close);
  store.exec(`INSERT INTO trader_periods (period, start_day, wallet, volume_micros, shares_micros, pnl_micros, fees_micros)
    VALUES (0, ${day}, 7, 1, 1, 0, 0)`);
  const prepare = (sql: string) => ({ all: () => query(sql), iterate: () => query(sql).values() });
  const check = new TablesCheck({ prepare, exec: (sql) => store.exec(sql), close: () => undefined }, 0);
  onTestFinished(() => check.close());
  // Rows of past periods go a few at a time, so that some may be left.
  if (refusal === null) expect(() => check.finish()).not.toThrow();
  else expect(() => check.finish()).toThrow(refusal);
});
