/** The journal of a data folder: what it holds, and its files as a kill would leave them. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { State } from '@bellwether/engine';
import { openJournalReader } from '../../adapters/journal-sqlite/sqlite-journal.ts';
import { JOURNAL_FILE } from '../../ports/data-folder.ts';
import type { ChainedEntry, JournalRecord } from '../../ports/journal.ts';
import { entriesOfRecord } from '../../record/journal-record.ts';
import { recover } from '../recovery.ts';

export function recordsOf(dataDir: string): JournalRecord[] {
  const reader = openJournalReader(dataDir);
  try {
    return [...reader.read(1)];
  } finally {
    reader.close();
  }
}

export const entriesOf = (dataDir: string): ChainedEntry[] =>
  recordsOf(dataDir).flatMap((record) => entriesOfRecord(record, null));

/** The state that the whole journal leads to. */
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
