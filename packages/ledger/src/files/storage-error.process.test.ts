/** Error messages for disk failures, tested on small disks where mounting is permitted. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SmallDisk } from '@bellwether/venue/ops/testing/small-disk.ts';
import { createDataDir } from '@bellwether/venue-process';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { writeFileDurably } from './durable-file.ts';
import { isDiskFull, isStorageFailure, leavesFilesWhole, StorageError, storageError } from './storage-error.ts';
import { editDatabase } from './testing/edit-database.ts';

const small = SmallDisk.mount(1);
const disk = small?.path ?? createDataDir();
afterAll(() => small?.unmount());

function failureOf(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('it must fail');
}

function fillWithRows(path: string): void {
  using database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS rows (content)');
  for (;;) database.exec('INSERT INTO rows VALUES (randomblob(20000))');
}

describe.runIf(small !== null)('storage error: a disk', () => {
  test('storage error: that is full is named as such, by files and by SQLite [D27]', () => {
    const path = join(disk, 'note');
    const error = failureOf(() => writeFileDurably(path, [Buffer.alloc(2 ** 21)]));
    expect(error).toBeInstanceOf(StorageError);
    expect(String(error)).toBe(
      `StorageError: cannot write ${path}: the disk is full (ENOSPC). Make room on it and start again.`,
    );
    expect(isDiskFull(error)).toBe(true);
    // The partial file was removed, so the note fits.
    writeFileDurably(path, [Buffer.alloc(1_000)]);
    const rows = join(disk, 'rows.sqlite');
    const full = failureOf(() => fillWithRows(rows));
    expect(isDiskFull(full)).toBe(true);
    expect(storageError('write', rows, full).message).toBe(
      `cannot write ${rows}: the disk is full (ENOSPC: database or disk is full, SQLite error 13). Make room on it and start again.`,
    );
    for (const suffix of ['', '-wal', '-shm']) rmSync(rows + suffix, { force: true });
  });

  test('storage error: that has no room for a database is full, though SQLite says it cannot open it', () => {
    writeFileSync(join(disk, 'ballast'), Buffer.alloc(912 * 1024));
    const path = join(disk, 'small.sqlite');
    const first = new DatabaseSync(path);
    first.exec('PRAGMA journal_mode = WAL');
    const error = failureOf(() => {
      for (;;) first.exec('CREATE TABLE IF NOT EXISTS rows (content); INSERT INTO rows VALUES (randomblob(4000))');
    });
    first.close();
    expect(storageError('open', path, error).message).toMatch(/: the disk is full \(ENOSPC: .*\)\. Make room on it/);
    for (const name of ['ballast', 'small.sqlite', 'small.sqlite-wal', 'small.sqlite-shm'])
      rmSync(join(disk, name), { force: true });
  });

  test('storage error: that is read-only is named as such, by files and by SQLite [D27]', () => {
    const path = join(disk, 'kept.sqlite');
    editDatabase(path, 'CREATE TABLE rows (content)');
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    onTestFinished(() => void execFileSync('mount', ['-o', 'remount,rw', disk]));
    const error = failureOf(() => writeFileDurably(join(disk, 'note'), [Buffer.from('x')]));
    expect(String(error)).toMatch(/note: the file system is read-only \(EROFS\)\. Mount it for writing/);
    const again = failureOf(() => {
      using opened = new DatabaseSync(path);
      opened.exec('INSERT INTO rows VALUES (1)');
    });
    expect(storageError('write', path, again).message).toMatch(/kept\.sqlite: the file system is read-only \(EROFS: /);
    expect(isDiskFull(again)).toBe(false);
  });
});

test('storage error: that SQLite cannot open is asked itself what is wrong', () => {
  const path = join(disk, 'folder.sqlite');
  mkdirSync(path, { recursive: true });
  const error = failureOf(() => void new DatabaseSync(path));
  expect(isStorageFailure(error)).toBe(true);
  expect(storageError('open', path, error).message).toMatch(/^cannot open .*folder\.sqlite: it is a folder \(EISDIR: /);
  const below = join(disk, 'nowhere', 'x.sqlite');
  const missing = failureOf(() => void new DatabaseSync(below));
  expect(storageError('open', below, missing).message).toMatch(
    /: it is not there \(ENOENT: .*Check BELLWETHER_DATA_DIR/,
  );
});

const SYSTEM: [string, RegExp][] = [
  ['EIO', /: the disk reports an error \(EIO\)\. Check the disk/],
  ['EACCES', /: permission denied \(EACCES\)\. Give the folder and its files to the user/],
  ['EMFILE', /: too many open files \(EMFILE\)\. Raise the limit \(ulimit -n\)/],
  ['EDQUOT', /: the quota of its owner is used up \(EDQUOT\)\. Make room or raise the quota/],
  ['EFBIG', /: the file has reached the largest size allowed \(EFBIG\)\. Raise the limit \(ulimit -f\)/],
];
test.each(SYSTEM)('storage error: %s says what happened and what to do', (code, message) => {
  const error = Object.assign(new Error(`${code}: as the system says it`), { code, syscall: 'write' });
  expect(storageError('write', '/data/x', error).message).toMatch(message);
});

test('storage error: what is in words already is left alone, and other errors are none of the disk', () => {
  const full = Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'write' });
  const named = storageError('write', '/data/x', full);
  expect(storageError('open', '/data/y', named)).toBe(named);
  using database = new DatabaseSync(':memory:');
  expect(isStorageFailure(failureOf(() => database.exec('no such statement')))).toBe(false);
});

test.each([
  ['no room', { errcode: 13 }, true],
  ['a file that cannot be opened', { errcode: 14 }, true],
  ['no descriptor left', { code: 'EMFILE', syscall: 'open' }, true],
  ['a write that failed', { errcode: 10 | (3 << 8) }, false],
  ['a sync that failed', { errcode: 10 | (4 << 8) }, false],
  ['half of a file of its own', { code: 'ENOSPC', syscall: 'write' }, false],
])('storage error: after %s it is known whether files are whole', (_what, details, isWhole) => {
  const error = Object.assign(new Error('as it says'), details);
  expect(leavesFilesWhole(error)).toBe(isWhole);
  expect(leavesFilesWhole(storageError('write', '/nowhere/x', error))).toBe(isWhole);
});
