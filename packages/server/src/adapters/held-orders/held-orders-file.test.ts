/** Orders that a branch of a sandbox holds back, as another process reads them. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newFolder } from '../../files/testing/new-folder.ts';
import { HELD_ORDERS_FILE, HeldOrdersFile } from './held-orders-file.ts';

let dataDir: string;
const open: HeldOrdersFile[] = [];

beforeEach(() => {
  dataDir = newFolder();
});
afterEach(() => {
  for (const file of open.splice(0)) file.close();
});

function opened(): HeldOrdersFile {
  const file = new HeldOrdersFile(dataDir);
  open.push(file);
  return file;
}

test('held orders: while none is held there is no file', () => {
  expect(opened().all()).toEqual([]);
  expect(existsSync(join(dataDir, HELD_ORDERS_FILE))).toBe(false);
});

test('held orders: what was kept is there for the next process, though this one never closed it', () => {
  const file = opened();
  file.keep({ id: 'a', state: 'waits', text: '1' });
  file.keep({ id: 'b', state: 'waits', text: '2' });
  file.keep({ id: 'c', state: 'waits', text: '3' });
  file.keep({ id: 'a', state: 'taken', text: '1' });
  file.forget('c');
  const kept = [
    { id: 'b', state: 'waits', text: '2' },
    { id: 'a', state: 'taken', text: '1' },
  ];
  expect(opened().all()).toEqual(kept);
  file.keep({ id: 'b', state: 'refused', text: '2' });
  expect(opened().all()).toEqual([
    { id: 'a', state: 'taken', text: '1' },
    { id: 'b', state: 'refused', text: '2' },
  ]);
});

test('held orders: a damaged file is named', () => {
  writeFileSync(join(dataDir, HELD_ORDERS_FILE), 'no database');
  expect(() => opened().all()).toThrow(HELD_ORDERS_FILE);
});
