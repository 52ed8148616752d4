import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Address } from '@bellwether/engine';
import { copyStoreFile } from '@bellwether/stores/copy-file.ts';
import { expect, test } from 'vitest';
import { describePeople } from './testing/people-suite.ts';
import { openTestPeople } from './testing/suite-nodes.ts';
import { describeTexts } from './testing/texts-suite.ts';

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

for (const describeSuite of [describePeople, describeTexts])
  describeSuite('in a file', async () => {
    const file = newFile();
    return { place: { file }, run: async (sql) => runIn(file, sql) };
  });

test('people: what was known about a person leaves the file and its log at once', async () => {
  const file = newFile();
  const people = await openTestPeople({ file }, { nowMs: Date.now() });
  const filesWith = (text: string) => ['', '-wal'].filter((suffix) => readFileSync(file + suffix).includes(text));
  const wish = { uses: 1, hours: 1, group: null, role: null, amount: null, by: 'root' };
  const [invitation] = await people.invite([{ ...wish, email: 'ada@venue.test', name: 'Ada Grebe' }]);
  const request = { token: invitation?.url.split('#')[1] ?? '', name: null, note: null, cookie: undefined };
  const outcome = await people.join({ ...request, agent: 'Test/1' });
  const id = outcome.kind === 'joined' ? outcome.person.id : '';
  const address = `0x${'1'.repeat(40)}` as Address;
  await people.keepDevice(id, { address, label: 'Field phone', createdMs: 1 }, undefined);
  expect(['Ada Grebe', 'ada@venue.test', 'Field phone'].map(filesWith)).not.toContainEqual([]);
  await people.dropDevice(id, address, undefined);
  expect(filesWith('Field phone')).toEqual([]);
  await people.change(id, { name: 'Ada Loon' });
  expect(filesWith('Ada Grebe')).toEqual([]);
  await people.erase(id);
  expect(['Ada', 'ada@venue.test'].flatMap(filesWith)).toEqual([]);
  await people.close();
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
