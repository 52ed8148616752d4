/** Orders that a branch of a sandbox holds back, as another process reads them. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { editDatabase } from '@bellwether/ledger/files/testing/edit-database.ts';
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { HELD_ORDERS_FILE, HeldOrdersFile } from './held-orders-file.ts';

let dataDir: string;

beforeEach(() => {
  dataDir = newFolder();
});

function opened(): HeldOrdersFile {
  const file = new HeldOrdersFile(dataDir);
  onTestFinished(() => file.close());
  return file;
}

test('held orders: while none is held there is no file', () => {
  expect([opened().all(), existsSync(join(dataDir, HELD_ORDERS_FILE))]).toEqual([[], false]);
});

test('held orders: what was kept is there for the next process, though this one never closed it', () => {
  const file = opened();
  const row = (id: string, state: 'waits' | 'taken' | 'refused', text: string) => ({ id, state, text });
  for (const [index, id] of ['a', 'b', 'c'].entries()) file.keep(row(id, 'waits', String(index + 1)));
  file.keep(row('a', 'taken', '1'));
  file.forget('c');
  expect(opened().all()).toEqual([row('b', 'waits', '2'), row('a', 'taken', '1')]);
  file.keep(row('b', 'refused', '2'));
  expect(opened().all()).toEqual([row('a', 'taken', '1'), row('b', 'refused', '2')]);
});

test.each([
  ['trigger "lost"', 'CREATE TRIGGER lost AFTER INSERT ON held_orders BEGIN DELETE FROM held_orders; END'],
  ['table "held_orders"', 'ALTER TABLE held_orders ADD note TEXT'],
])('held orders: a file with a foreign %s is named [D55]', (object, sql) => {
  const file = opened();
  file.keep({ id: 'a', state: 'waits', text: '1' });
  file.close();
  editDatabase(join(dataDir, HELD_ORDERS_FILE), sql);
  expect(() => opened().all()).toThrow(new RegExp(`${HELD_ORDERS_FILE} has the ${object}.*Drop`));
});

test('held orders: a damaged file is named', () => {
  writeFileSync(join(dataDir, HELD_ORDERS_FILE), 'no database');
  expect(() => opened().all()).toThrow(HELD_ORDERS_FILE);
});
