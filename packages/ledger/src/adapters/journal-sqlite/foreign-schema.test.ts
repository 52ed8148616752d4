/** A journal with objects that the program has not created: refused by name wherever it is opened, and left as it is. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ForeignSchema } from '@bellwether/ports/journal.ts';
import { appendSamples } from '@bellwether/ports/testing/journal-suite.ts';
import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import { beforeEach, expect, test } from 'vitest';
import { editDatabase } from '../../files/testing/edit-database.ts';
import { contentsOf, newFolder } from '../../files/testing/new-folder.ts';
import { addRecords, copyCrashed, openUnlocked, recordsOf } from '../../log/testing/journal-of.ts';
import { checkJournalFiles, journalKind } from './journal-files.ts';
import { copyJournalUntil } from './journal-prefix.ts';
import { openJournalReader } from './sqlite-journal.ts';

let dataDir: string;
let path: string;

beforeEach(() => {
  dataDir = newFolder();
  path = join(dataDir, 'journal.sqlite');
});

const TRIGGER = 'CREATE TRIGGER lost BEFORE INSERT ON records BEGIN SELECT raise(IGNORE); END';

const FOREIGN: readonly (readonly [what: string, sql: string, words: RegExp])[] = [
  ['a trigger', TRIGGER, /has the trigger "lost", which this program does not create/],
  ['a view', 'CREATE VIEW seen AS SELECT * FROM records', /has the view "seen", which/],
  [
    'a view in place of a table',
    'ALTER TABLE records RENAME TO kept; CREATE VIEW records AS SELECT * FROM kept',
    /has the table "kept", which/,
  ],
  ['a column', 'ALTER TABLE records ADD note TEXT', /has the table "records" in another form than/],
  ['a computed column', "ALTER TABLE head ADD more TEXT AS ('x')", /has the table "head" in another form than/],
  ['an index', 'CREATE UNIQUE INDEX other ON records (first_sequence, hash)', /has the index "other", which/],
  ['a table', 'CREATE TABLE more (a)', /has the table "more", which/],
  ['no table', 'DROP TABLE head', /does not have the table "head"/],
];

const WAYS: readonly ((copy: string) => unknown)[] = [
  () => openUnlocked(dataDir),
  () => openJournalReader(dataDir),
  () => journalKind(dataDir),
  (copy) => copyJournalUntil(dataDir, copy, 2, MACHINE.random),
];

test.each(FOREIGN)(
  'journal: %s that is foreign is refused by name, and nothing is changed [D55]',
  async (_, sql, words) => {
    await addRecords(dataDir, [2, 1]);
    editDatabase(path, sql);
    const before = contentsOf(dataDir);
    for (const open of WAYS) {
      expect(() => open(newFolder())).toThrow(ForeignSchema);
      expect(() => open(newFolder())).toThrow(words);
      expect(() => open(newFolder())).toThrow(`${path} `);
    }
    expect(contentsOf(dataDir)).toMatchObject(before);
  },
);

test('journal: a foreign trigger that is only in the log of a killed venue is refused by name, too [D55]', async () => {
  const running = newFolder();
  const journal = openUnlocked(running);
  await appendSamples(journal, [2]);
  editDatabase(join(running, 'journal.sqlite'), TRIGGER);
  copyCrashed(running, dataDir);
  await journal.close();
  expect(() => checkJournalFiles(dataDir)).toThrow(/has the trigger "lost"/);
  expect(() => openUnlocked(dataDir)).toThrow(ForeignSchema);
});

test('journal: statistics that SQLite made itself are no foreign object', async () => {
  const records = await addRecords(dataDir, [2, 1]);
  editDatabase(path, 'ANALYZE; VACUUM');
  await openUnlocked(dataDir).close();
  expect(recordsOf(dataDir)).toEqual(records);
});

test('journal: an index that is passed off as one of SQLite is refused [D55]', async () => {
  await addRecords(dataDir, [2, 1]);
  using database = new DatabaseSync(path);
  database.enableDefensive(false);
  database.exec(`CREATE UNIQUE INDEX other ON records (hash); PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET name = 'sqlite_autoindex_records_1' WHERE name = 'other'`);
  expect(() => journalKind(dataDir)).toThrow(/has the index "sqlite_autoindex_records_1", which/);
});
