import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { copyStoreFile } from '@bellwether/stores/copy-file.ts';
import { expect, test } from 'vitest';
import { describePeople } from './testing/people-suite.ts';

const newFile = (): string => join(mkdtempSync(join(tmpdir(), 'people-')), 'people.sqlite');

function runIn(file: string, sql: string): unknown[] {
  const database = new DatabaseSync(file);
  try {
    return database
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  } finally {
    database.close();
  }
}

describePeople('in a file', async () => {
  const file = newFile();
  return { place: { file }, run: async (sql) => runIn(file, sql) };
});

test('people: a copy beside a writer is whole, and only its owner reads it', async () => {
  const file = newFile();
  const writer = new DatabaseSync(file);
  writer.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (n)');
  writer.exec('INSERT INTO t VALUES (1)');
  writer.exec('BEGIN IMMEDIATE; INSERT INTO t VALUES (2)');
  const copy = newFile();
  await copyStoreFile(file, copy);
  writer.close();
  expect(runIn(copy, 'SELECT n FROM t')).toEqual([{ n: 1 }]);
  expect(statSync(copy).mode & 0o777).toBe(0o600);
});
