/** A journal from before the mark gets it, with every entry unchanged, whatever ends the process on the way. */

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { JournalRecord } from '@bellwether/ports/journal.ts';
import { type JournalKind, JournalOfOtherKind } from '@bellwether/ports/journal-kind.ts';
import { appendSamples, readAll } from '@bellwether/ports/testing/journal-suite.ts';
import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import { beforeEach, expect, test } from 'vitest';
import { editDatabase } from '../../files/testing/edit-database.ts';
import { newFolder } from '../../files/testing/new-folder.ts';
import { addRecords, copyCrashed, openUnlocked } from '../../log/testing/journal-of.ts';
import { copyJournal } from './copy-journal.ts';
import { journalKind } from './journal-files.ts';
import { copyJournalUntil } from './journal-prefix.ts';
import { markAsSandbox } from './mark-kind.ts';
import { makeDurable, setKind } from './schema.ts';
import { openJournalReader, type SqliteJournal } from './sqlite-journal.ts';

let dataDir: string;

beforeEach(() => {
  dataDir = newFolder();
});

const path = (): string => join(dataDir, 'journal.sqlite');

const open = (kind: JournalKind): SqliteJournal => openUnlocked(dataDir, kind);

/** A journal as an older program wrote it. */
const unmarked = (): Promise<JournalRecord[]> => addRecords(dataDir, [2, 1, 3]);

async function expectPlayedOn(records: readonly JournalRecord[]): Promise<void> {
  expect(journalKind(dataDir)).toBe('sandbox');
  const before = readFileSync(path());
  expect(() => open('venue')).toThrow(JournalOfOtherKind);
  expect(readFileSync(path())).toEqual(before);
  const journal = open('sandbox');
  expect(await readAll(journal)).toEqual(records);
  await appendSamples(journal, [1]);
  await journal.close();
}

test('mark: entries stay as they are, and a venue is refused; once more it does nothing', async () => {
  const records = await unmarked();
  markAsSandbox(dataDir);
  const marked = readFileSync(path());
  markAsSandbox(dataDir);
  expect(readFileSync(path())).toEqual(marked);
  await expectPlayedOn(records);
});

test('mark: where there is no journal none is made', () => {
  markAsSandbox(dataDir);
  expect(journalKind(dataDir)).toBeNull();
});

test('mark: of one that was killed, all that its log holds stays', async () => {
  const journal = open('venue');
  const records = await appendSamples(journal, [2, 1]);
  const left = newFolder();
  copyCrashed(dataDir, left);
  await journal.close();
  copyCrashed(left, dataDir);
  expect(readFileSync(`${path()}-wal`).length).toBeGreaterThan(0);
  markAsSandbox(dataDir);
  // Everything is in the one file.
  rmSync(`${path()}-wal`, { force: true });
  await expectPlayedOn(records);
});

test('mark: a crash within it, wherever, leaves a journal that has it or gets it [D52]', async () => {
  const records = await unmarked();
  const before = readFileSync(path());
  const marked = new DatabaseSync(path());
  makeDurable(marked);
  setKind(marked, 'sandbox');
  const wal = readFileSync(`${path()}-wal`);
  marked.close();
  const kinds = new Set<JournalKind | null>();
  for (let length = wal.length; length >= 0; length -= 509) {
    writeFileSync(path(), before);
    rmSync(`${path()}-shm`, { force: true });
    writeFileSync(`${path()}-wal`, wal.subarray(0, length));
    kinds.add(journalKind(dataDir));
    markAsSandbox(dataDir);
    await expectPlayedOn(records);
  }
  expect([...kinds]).toEqual(['sandbox', 'venue']);
});

test('mark: whole copies and beginnings have it, and those of a venue have none', async () => {
  const records = await unmarked();
  for (const kind of ['venue', 'sandbox'] as const) {
    if (kind === 'sandbox') markAsSandbox(dataDir);
    for (const until of [6, 4, 0]) {
      const begun = newFolder();
      copyJournalUntil(dataDir, begun, until, MACHINE.random);
      expect([journalKind(begun), openedKind(begun)]).toEqual([kind, kind]);
    }
    const whole = newFolder();
    copyJournal(path(), join(whole, 'journal.sqlite'), MACHINE.random);
    expect([journalKind(whole), openedKind(whole)]).toEqual([kind, kind]);
  }
  await expectPlayedOn(records);
});

test('mark: what is marked as something else is no journal', async () => {
  await unmarked();
  editDatabase(path(), 'PRAGMA application_id = 1');
  expect(() => journalKind(dataDir)).toThrow('is not a journal');
  expect(() => openJournalReader(dataDir)).toThrow('is not a journal');
  expect(() => open('venue')).toThrow('is not a journal');
});

function openedKind(folder: string): JournalKind {
  const reader = openJournalReader(folder);
  reader.close();
  return reader.kind;
}
