/**
 * Writes the first records of a journal in one transaction, so that a crash at any moment leaves all of them or an
 * empty journal. For a history that was not announced yet; a running venue appends its batches one by one.
 */
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type DataFolderLock, JOURNAL_FILE } from '@bellwether/ports/data-folder.ts';
import { GENESIS_HASH, JournalFenced, type JournalRecord } from '@bellwether/ports/journal.ts';
import type { Randomness } from '@bellwether/ports/runtime.ts';
import { columnsOf, INSERT_RECORD, makeDurable, markLog, withDatabase } from './schema.ts';
import { openJournal } from './sqlite-journal.ts';

/** Step completed: an empty journal exists, a record is in the transaction, all are durable, all are in the one file. */
export type FirstRecordsStep = 'empty' | 'record' | 'committed' | 'written';

/**
 * Creates the journal of a locked folder with these records, which form a chain from its beginning. The folder has no
 * journal, or one without entries. On return everything is durable and in the one file. Throws `JournalFenced` when the
 * journal has entries, `JournalCorruption` or `StorageError`.
 */
export async function writeFirstRecords(
  lock: DataFolderLock,
  records: readonly JournalRecord[],
  random: Randomness,
  onStep: (step: FirstRecordsStep) => void = () => undefined,
): Promise<void> {
  // Created like every other journal, with a number of its own.
  await openJournal(lock, random).close();
  onStep('empty');
  withDatabase(join(lock.dataDir, JOURNAL_FILE), (database) => {
    makeDurable(database);
    insertAll(database, records, () => onStep('record'));
    onStep('committed');
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    onStep('written');
  });
}

function insertAll(database: DatabaseSync, records: readonly JournalRecord[], onRecord: () => void): void {
  const last = records.at(-1);
  if (last === undefined) return;
  database.exec('BEGIN IMMEDIATE');
  const { changes } = database
    .prepare('UPDATE head SET last_sequence = ?, last_hash = ? WHERE last_sequence = 0 AND last_hash = ?')
    .run(last.lastSequence, last.hash, GENESIS_HASH);
  if (changes !== 1) {
    database.exec('ROLLBACK');
    throw new JournalFenced('the journal has entries already');
  }
  markLog(database);
  const insert = database.prepare(INSERT_RECORD);
  for (const record of records) {
    insert.run(...columnsOf(record));
    onRecord();
  }
  database.exec('COMMIT');
}
