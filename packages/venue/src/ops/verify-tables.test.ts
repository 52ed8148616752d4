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
    const [, columns = '', table] = /^SELECT (.+) FROM (\w+) ORDER BY/.exec(sql) ?? [];
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
