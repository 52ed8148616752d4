/** Journal and log read from their bytes: as SQLite would see them, and refused when they do not belong together. */

import { copyFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { JournalCorruption } from '@bellwether/ports/journal.ts';
import type { Log } from '@bellwether/ports/log.ts';
import { appendSamples, readAll, sampleRecord } from '@bellwether/ports/testing/journal-suite.ts';
import { beforeEach, expect, test } from 'vitest';
import { editDatabase } from '../../files/testing/edit-database.ts';
import { flipped } from '../../files/testing/flipped.ts';
import { contentsOf, newFolder } from '../../files/testing/new-folder.ts';
import { addRecords, copyCrashed, openUnlocked } from '../../log/testing/journal-of.ts';
import { checkJournalFiles, JournalMismatch, openJournalFiles } from './journal-files.ts';

let dataDir: string;
/** Folder of a venue that runs. */
let running: string;
let copied: string;

beforeEach(() => {
  dataDir = newFolder();
  running = newFolder();
  copied = join(newFolder(), 'copy.sqlite');
});

const journalIn = (path: string): string => join(path, 'journal.sqlite');

/** Prepares the folder as `kill -9` leaves it, with records of these entry counts and what `more` adds. */
async function crashed(counts: readonly number[], more?: (journal: Log) => Promise<unknown>): Promise<void> {
  const journal = openUnlocked(running);
  await appendSamples(journal, counts);
  await more?.(journal);
  copyCrashed(running, dataDir);
  await journal.close();
}

/** Puts a file over that of the folder, whose files belonged together. */
function putOver(file: string): void {
  checkJournalFiles(dataDir);
  copyFileSync(file, journalIn(dataDir));
}

function expectRefused(message: RegExp): void {
  const before = contentsOf(dataDir);
  expect(() => checkJournalFiles(dataDir)).toThrow(message);
  expect(() => openUnlocked(dataDir)).toThrow(JournalMismatch);
  expect(contentsOf(dataDir)).toEqual(before);
}

test('journal files: what SQLite reads is what their bytes say, long records and page splits included', async () => {
  const journal = openUnlocked(dataDir);
  const counts = Array.from({ length: 400 }, (_, index) => 1 + (index % 40 === 7 ? 300 : index % 5));
  const records = await appendSamples(journal, counts);
  copyCrashed(dataDir, running);
  for (const path of [running, dataDir]) {
    if (path === dataDir) await journal.close();
    const files = openJournalFiles(path) ?? expect.unreachable('there must be a journal');
    expect(files.head()).toEqual({ sequence: records.at(-1)?.lastSequence, hash: records.at(-1)?.hash });
    expect(await readAll(files)).toEqual(records);
    for (const from of [1, 2, 17, 350, 900, records.at(-1)?.firstSequence ?? 0, records.at(-1)?.lastSequence ?? 0])
      expect(await readAll(files, from)).toEqual(records.filter((record) => record.lastSequence >= from));
    expect(await readAll(files, (records.at(-1)?.lastSequence ?? 0) + 1)).toEqual([]);
    files.close();
    checkJournalFiles(path);
  }
});

test('journal files: there is none in an empty folder, nor where its making was cut short', () => {
  expect(openJournalFiles(dataDir)).toBeNull();
  writeFileSync(journalIn(dataDir), '');
  expect(openJournalFiles(dataDir)).toBeNull();
  checkJournalFiles(dataDir);
});

test('journal files: a byte of the file turned over anywhere is refused or read all the same, and nothing hangs', async () => {
  const records = await addRecords(dataDir, Array(60).fill(4));
  const good = readFileSync(journalIn(dataDir));
  let refused = 0;
  for (let at = 0; at < good.length; at += 61) {
    writeFileSync(journalIn(dataDir), flipped(good, at, 0x55));
    try {
      const files = openJournalFiles(dataDir);
      files?.head();
      expect((await readAll(files ?? { read: () => [] })).length).toBeLessThanOrEqual(records.length);
      files?.close();
    } catch (error) {
      expect(error, `byte ${at}: ${String(error)}`).toBeInstanceOf(JournalCorruption);
      refused++;
    }
  }
  expect(refused).toBeGreaterThan(50);
});

test('journal files: the log of an empty journal beside the real one [D21]', async () => {
  const creation = new DatabaseSync(copied);
  creation.exec('PRAGMA journal_mode = WAL; CREATE TABLE head (id INTEGER PRIMARY KEY); INSERT INTO head VALUES (1)');
  await addRecords(dataDir, [3, 2]);
  copyFileSync(`${copied}-wal`, `${journalIn(dataDir)}-wal`);
  creation.close();
  expectRefused(/journal\.sqlite and journal\.sqlite-wal in .* do not belong together: .*bellwether restore/);
});

test('journal files: the log of another venue', async () => {
  await crashed([3, 2]);
  const other = newFolder();
  await addRecords(other, [9]);
  putOver(journalIn(other));
  expectRefused(/the file ends with entry 9, the log is of another run that ends with 5/);
});

test('journal files: a copy made by SQLite in the same run over a crashed venue [D21]', async () => {
  await crashed([2, 2], (journal) => {
    editDatabase(journalIn(running), `VACUUM INTO '${copied}'`);
    return appendSamples(journal, [1, 1]);
  });
  putOver(copied);
  expectRefused(/do not belong together: the file is a copy that SQLite has made/);
});

test("journal files: the file of an earlier run over a crashed venue's", async () => {
  await addRecords(running, [2, 2]);
  copyFileSync(journalIn(running), copied);
  await crashed([1, 1]);
  putOver(copied);
  expectRefused(/the file ends with entry 4, the log is of another run that ends with 6/);
});

test('journal files: a copy of the file alone, from before what the log begins with', async () => {
  await crashed([2], (journal) => {
    copyFileSync(journalIn(running), copied);
    // Twice the bytes that the log may gather: it has started over since.
    return appendSamples(journal, Array(60).fill(400));
  });
  putOver(copied);
  expectRefused(/do not belong together/);
});

test('journal files: a file that is newer than the log beside it', async () => {
  const journal = openUnlocked(running);
  await appendSamples(journal, [1]);
  copyFileSync(`${journalIn(running)}-wal`, `${journalIn(dataDir)}-wal`);
  await appendSamples(journal, [1, 1]);
  await journal.close();
  copyFileSync(journalIn(running), journalIn(dataDir));
  expectRefused(/the file ends with entry 3, with the log it would end with 1/);
});

test('journal files: a log whose journal is not there', async () => {
  await crashed([1, 1]);
  rmSync(journalIn(dataDir));
  expectRefused(/journal\.sqlite-wal is in .*, but the journal it was written to is not/);
});

test("journal files: a rollback journal beside it, which is none of the venue's", async () => {
  await addRecords(dataDir, [2]);
  writeFileSync(`${journalIn(dataDir)}-journal`, Buffer.alloc(4096, 1));
  expectRefused(/journal\.sqlite-journal is in /);
});

test('journal files: what a crash leaves at any moment of a checkpoint belongs together [D21]', async () => {
  const journal = openUnlocked(running);
  const before = readFileSync(journalIn(running));
  const records = await appendSamples(journal, [400, 1, 600, 1, 1]);
  const wal = readFileSync(`${journalIn(running)}-wal`);
  // Closing moves every page of the log into the file.
  await journal.close();
  const after = readFileSync(journalIn(running));
  const pages = after.length / 4096;
  expect(pages).toBeGreaterThan(10);
  for (let moved = 0; moved <= pages; moved++) {
    const file = Buffer.alloc(Math.max(before.length, moved * 4096));
    before.copy(file);
    after.copy(file, 0, 0, moved * 4096);
    writeFileSync(journalIn(dataDir), file);
    writeFileSync(`${journalIn(dataDir)}-wal`, wal);
    const opened = openUnlocked(dataDir);
    expect(await readAll(opened), `${moved} pages moved`).toEqual(records);
    await opened.close();
  }
});

test('journal files: a crash of a version that counted its runs up is no mismatch', async () => {
  const records = await addRecords(running, [1, 1]);
  const database = new DatabaseSync(journalIn(running));
  database.exec('PRAGMA wal_autocheckpoint = 0; UPDATE head SET epoch = 7; PRAGMA wal_checkpoint(TRUNCATE)');
  const next = sampleRecord({ sequence: 2, hash: records[1]?.hash ?? '' }, 1);
  database.exec('UPDATE head SET epoch = 8');
  database.exec(`BEGIN; UPDATE head SET last_sequence = 3, last_hash = '${next.hash}'`);
  database
    .prepare("INSERT INTO records VALUES (?, ?, ?, ?, '', ?)")
    .run(next.firstSequence, next.lastSequence, next.previousHash, next.hash, next.payload);
  database.exec('COMMIT');
  copyCrashed(running, dataDir);
  database.close();
  expect(statSync(`${journalIn(dataDir)}-wal`).size).toBeGreaterThan(0);
  const opened = openUnlocked(dataDir);
  expect(await readAll(opened)).toEqual([...records, next]);
  await opened.close();
});
