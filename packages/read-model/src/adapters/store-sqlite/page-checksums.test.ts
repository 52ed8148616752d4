/** Checksums of the read store's pages: any changed byte is found, and no crash looks like damage. */
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { flipIn } from '@bellwether/ledger/files/testing/flipped.ts';
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isStoreDamage, openStore, type Store } from './open-store.ts';
import { CHECKSUMS_SUFFIX, checkStoreFile, StoreDamaged } from './page-checksums.ts';

const SUFFIXES = ['', '-wal', CHECKSUMS_SUFFIX];

let folder: string;
let file: string;
let store: Store;
let transactions: number;

beforeEach(() => {
  folder = newFolder();
  file = join(folder, 'store.sqlite');
  transactions = 0;
  store = openStore(file);
  store.exec('CREATE TABLE rows (id INTEGER PRIMARY KEY, step INTEGER NOT NULL, text TEXT NOT NULL)');
});

afterEach(() => store.close());

/** One transaction: row 0 counts them, and rows far apart change as well. */
function transact(): void {
  transactions++;
  const put = store.prepare('INSERT OR REPLACE INTO rows VALUES (?, ?, ?)');
  store.exec('BEGIN');
  put.run(0, transactions, 'count');
  for (let row = 1; row <= 12; row++)
    put.run(1 + ((transactions * 37 + row * 101) % 400), transactions, `${transactions}-${row} `.repeat(60));
  store.exec('COMMIT');
}

function image(): string {
  const to = join(mkdtempSync(join(folder, 'image-')), 'store.sqlite');
  for (const suffix of SUFFIXES) if (existsSync(file + suffix)) copyFileSync(file + suffix, to + suffix);
  return to;
}

/** Number of transactions in a store, each of them whole. */
function transactionsOf(path: string): number {
  using database = new DatabaseSync(path);
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  return Number(database.prepare('SELECT step FROM rows WHERE id = 0').get()?.['step'] ?? 0);
}

/** Builds a store with one part in the file, one in the log and already sealed and moved, and one only in the log. */
function grow(): void {
  for (let count = 0; count < 40; count++) transact();
  store.finishBuild();
  for (let count = 0; count < 10; count++) transact();
  store.scrub();
  for (let count = 0; count < 5; count++) transact();
}

const change = (path: string, at: number): void => flipIn(path, at, 0x40);

/** Changes every `step`th byte of one of the files in turn: each change is found, and nothing once it is taken back. */
function expectFound(left: string, path: string, step: number): void {
  const { length } = readFileSync(path);
  for (let at = 0; at < length; at += step) {
    change(path, at);
    expect(() => checkStoreFile(left), `byte ${at}`).toThrow(StoreDamaged);
    change(path, at);
  }
  checkStoreFile(left);
}

/** Copies of stores, each with another byte changed in one file. Yields those whose damage is not found. */
function* unfound(stores: readonly string[], suffix: string, step: number): Generator<string, void> {
  let found = 0;
  for (const left of stores)
    for (let at = 0; at < readFileSync(left + suffix).length; at += step) {
      const damaged = join(mkdtempSync(join(folder, 'damaged-')), 'store.sqlite');
      for (const each of SUFFIXES) copyFileSync(left + each, damaged + each);
      change(damaged + suffix, at);
      try {
        checkStoreFile(damaged);
      } catch (error) {
        expect(isStoreDamage(error)).toBe(true);
        found++;
        continue;
      }
      yield damaged;
    }
  expect(found).toBeGreaterThan(0);
}

test('page checksums: at any moment of its life a store that was left behind is whole [D25]', () => {
  const moments: (() => void)[] = [
    transact,
    transact,
    () => store.finishBuild(),
    transact,
    () => store.scrub(),
    transact,
  ];
  for (let round = 0; round < 4; round++)
    for (const moment of moments) {
      moment();
      const left = image();
      checkStoreFile(left);
      openStore(left).close();
      checkStoreFile(left);
      expect(transactionsOf(left)).toBe(transactions);
    }
});

test('page checksums: a crash between sealing and moving pages is no damage', () => {
  grow();
  const before = image();
  store.scrub();
  // Later checksums with the earlier file and log: the result of a crash after `seal`.
  copyFileSync(file + CHECKSUMS_SUFFIX, before + CHECKSUMS_SUFFIX);
  checkStoreFile(before);
  expect(transactionsOf(before)).toBe(transactions);
});

test('page checksums: every byte of the file that changes is found, unless the log has a newer page [D25]', () => {
  grow();
  store.finishBuild();
  const left = image();
  expectFound(left, left, 1_009);
});

test('page checksums: a file that was cut anywhere is found', () => {
  grow();
  store.finishBuild();
  for (const share of [0, 0.01, 0.3, 0.6, 0.99]) {
    const left = image();
    truncateSync(left, Math.floor(readFileSync(left).length * share));
    expect(() => checkStoreFile(left), `cut at ${share}`).toThrow(StoreDamaged);
  }
});

test('page checksums: damage to the checksums themselves, and their absence, counts as damage of the store', () => {
  grow();
  store.finishBuild();
  const left = image();
  expectFound(left, left + CHECKSUMS_SUFFIX, 3);
  rmSync(left + CHECKSUMS_SUFFIX);
  expect(() => openStore(left)).toThrow(StoreDamaged);
});

test('page checksums: a damaged log gives an earlier whole state or is found, never a mixture [D25]', () => {
  grow();
  const unsealed = image();
  store.scrub();
  const sealed = image();
  let earlier = 0;
  for (const damaged of unfound([unsealed, sealed], '-wal', 5_003)) {
    const held = transactionsOf(damaged);
    expect(held).toBeGreaterThanOrEqual(50);
    expect(held).toBeLessThanOrEqual(transactions);
    if (held < transactions) earlier++;
  }
  expect(earlier).toBeGreaterThan(0);
});

test('page checksums: any altered one is found at the start, or made again from the log before its page is moved [D25 D49]', () => {
  grow();
  let mended = 0;
  for (const damaged of unfound([image()], CHECKSUMS_SUFFIX, 3)) {
    openStore(damaged).close();
    expect(() => checkStoreFile(damaged)).not.toThrow();
    expect(transactionsOf(damaged)).toBe(transactions);
    mended++;
  }
  expect(mended).toBeGreaterThan(0);
});

test('page checksums: a running store finds a page that changed under it', () => {
  grow();
  store.finishBuild();
  store.scrub();
  change(file, 3 * 4096 + 100);
  expect(() => store.scrub()).toThrow(/page 4 is not what was written/);
  change(file, 3 * 4096 + 100);
});
