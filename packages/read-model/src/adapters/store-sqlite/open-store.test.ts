/** The file of the read store: disk space that its log takes before and after it is built. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import { expect, onTestFinished, test } from 'vitest';
import { LIVE_CHECKPOINT_PAGES, openStore } from './open-store.ts';

const PAGE_BYTES = 4_096;
const TRANSACTION_PAGES = 100;

test('store: its log grows while it is built, is empty when its build is finished and stays short from then on', () => {
  const file = join(newFolder(), 'store.sqlite');
  const store = openStore(file);
  onTestFinished(() => store.close());
  store.exec('CREATE TABLE blobs (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL)');
  const insert = store.prepare('INSERT OR REPLACE INTO blobs (id, bytes) VALUES (?, ?)');
  const bytes = Buffer.alloc((TRANSACTION_PAGES - 1) * PAGE_BYTES);
  const write = (pages: number): void => {
    for (let id = 0; id < pages / TRANSACTION_PAGES; id++) {
      insert.run(id % 5, bytes);
      store.checkpointIfDue();
    }
  };
  const logPages = (): number => statSync(`${file}-wal`).size / PAGE_BYTES;

  write(2 * LIVE_CHECKPOINT_PAGES);
  expect(logPages()).toBeGreaterThan(2 * LIVE_CHECKPOINT_PAGES);
  store.finishBuild();
  expect(logPages()).toBe(0);
  write(3 * LIVE_CHECKPOINT_PAGES);
  // A log is emptied when the transaction that fills it has been written; every page has a small header there.
  expect(logPages()).toBeLessThan(LIVE_CHECKPOINT_PAGES + 3 * TRANSACTION_PAGES);
});
