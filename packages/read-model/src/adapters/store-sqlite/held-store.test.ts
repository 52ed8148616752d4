/** A copy made while the store is written holds one moment, whatever is checkpointed meanwhile. */
import { readFileSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HeldStore } from './held-store.ts';
import { openStore, type Store } from './open-store.ts';
import { CHECKSUMS_SUFFIX, checkStoreFile } from './page-checksums.ts';

let folder: string;
let store: Store;
let held: HeldStore | null;

beforeEach(() => {
  folder = newFolder();
  store = openStore(join(folder, 'store.sqlite'));
  store.exec('CREATE TABLE figures (id INTEGER PRIMARY KEY, value INTEGER, padding BLOB)');
  store.transaction(() => {
    for (let id = 0; id < 400; id++) store.prepare('INSERT INTO figures VALUES (?, 0, zeroblob(1000))').run(id);
  });
  held = null;
});
afterEach(() => {
  held?.release();
  store.abandon();
});

/** Sets every row to this value in one transaction, then moves the log into the file as far as possible. */
function write(value: number): void {
  store.transaction(() => {
    store.prepare('UPDATE figures SET value = ?').run(value);
    store.prepare('INSERT INTO figures VALUES (NULL, ?, zeroblob(30000))').run(value);
  });
  store.scrub();
}

function bytesOf({ descriptor, bytes }: { readonly descriptor: number; readonly bytes: number }): Buffer {
  const read = Buffer.alloc(bytes);
  expect(readSync(descriptor, read, 0, bytes, 0)).toBe(bytes);
  return read;
}

/** Values in a copy, which must be sound. */
function valuesOfCopy({ checksums, log, rows }: HeldStore): unknown[] {
  const copy = join(folder, 'copy.sqlite');
  writeFileSync(copy + CHECKSUMS_SUFFIX, checksums);
  if (log !== null) writeFileSync(`${copy}-wal`, bytesOf(log));
  writeFileSync(copy, bytesOf(rows));
  checkStoreFile(copy);
  using database = new DatabaseSync(copy);
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  const values = database.prepare('SELECT DISTINCT value FROM figures').all();
  return values.map(({ value }) => value);
}

function hold(): HeldStore {
  held = HeldStore.hold(join(folder, 'store.sqlite'));
  return held ?? expect.unreachable('there is no store');
}

test('held store: it is one moment, not before it was held, whatever is written meanwhile', () => {
  write(1);
  store.transaction(() => store.exec('UPDATE figures SET value = 2'));
  const moment = hold();
  for (let value = 3; value < 20; value++) write(value);
  const values = valuesOfCopy(moment);
  expect(values).toHaveLength(1);
  expect(values[0]).toBeGreaterThanOrEqual(2);
});

test('held store: the same where the log was moved, all of it, just before', () => {
  write(1);
  store.finishBuild();
  const moment = hold();
  for (let value = 2; value < 20; value++) write(value);
  expect(valuesOfCopy(moment)).toEqual([1]);
});

test('held store: none where there is no store, or one that is built', () => {
  expect(HeldStore.hold(join(folder, 'none.sqlite'))).toBeNull();
  const built = openStore(join(folder, 'built.sqlite'), { build: true });
  expect(HeldStore.hold(join(folder, 'built.sqlite'))).toBeNull();
  built.abandon();
});

test('held store: the log is free again when it is released', () => {
  write(1);
  hold().release();
  held = null;
  write(2);
  store.finishBuild();
  expect(readFileSync(join(folder, 'store.sqlite-wal'))).toHaveLength(0);
});
