/** The journal of a data folder: what it holds, and its files as a kill would leave them. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { State } from '@bellwether/engine';
import { JOURNAL_FILE } from '@bellwether/ports/data-folder.ts';
import type { JournalRecord } from '@bellwether/ports/journal.ts';
import type { JournalKind } from '@bellwether/ports/journal-kind.ts';
import { appendSamples } from '@bellwether/ports/testing/journal-suite.ts';
import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import { checkJournalFiles, openJournalFiles } from '../../adapters/journal-sqlite/journal-files.ts';
import { openJournal, openJournalReader, type SqliteJournal } from '../../adapters/journal-sqlite/sqlite-journal.ts';
import { entriesOfRecord } from '../../record/journal-record.ts';
import { recover } from '../recovery.ts';

/** Opens the journal of a folder, which is made where there is none, without its lock. */
export function openUnlocked(dataDir: string, kind: JournalKind = 'venue'): SqliteJournal {
  mkdirSync(dataDir, { recursive: true });
  return openJournal({ dataDir, release: () => undefined }, MACHINE.random, { kind });
}

export async function addRecords(dataDir: string, counts: readonly number[]): Promise<JournalRecord[]> {
  const journal = openUnlocked(dataDir);
  const records = await appendSamples(journal, counts);
  await journal.close();
  return records;
}

/** Last sequence of a journal according to its files, which must belong together; 0 where there is none. */
export function headOf(dataDir: string): number {
  checkJournalFiles(dataDir);
  const files = openJournalFiles(dataDir);
  const { sequence = 0 } = files?.head() ?? {};
  files?.close();
  return sequence;
}

export function recordsOf(dataDir: string): JournalRecord[] {
  const reader = openJournalReader(dataDir);
  try {
    return [...reader.read(1)];
  } finally {
    reader.close();
  }
}

export const entriesOf = (dataDir: string) => recordsOf(dataDir).flatMap((record) => entriesOfRecord(record, null));

export async function stateOf(dataDir: string): Promise<State> {
  const reader = openJournalReader(dataDir);
  const { state } = await recover(reader, () => []);
  reader.close();
  return state;
}

/** Copies a journal that is being written, with its log. */
export function copyCrashed(from: string, to: string): void {
  for (const suffix of ['', '-wal']) copyFileSync(join(from, JOURNAL_FILE + suffix), join(to, JOURNAL_FILE + suffix));
}
