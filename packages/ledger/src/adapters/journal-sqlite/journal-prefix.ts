/** The first part of a journal as a separate journal, copied while the original is being written. */
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { JOURNAL_FILE } from '@bellwether/ports/data-folder.ts';
import { GENESIS_HASH, type JournalHead } from '@bellwether/ports/journal.ts';
import type { JournalKind } from '@bellwether/ports/journal-kind.ts';
import type { Randomness } from '@bellwether/ports/runtime.ts';
import { syncFile, syncFolder } from '../../files/durable-file.ts';
import { recordUntil } from '../../record/journal-record.ts';
import { toRecord } from './reading.ts';
import { columnsOf, epochStep, INSERT_RECORD, prepareSchema, withDatabase } from './schema.ts';
import { openJournalReader } from './sqlite-journal.ts';

/**
 * Creates a journal in `toDir`, which has none, from the entries of the journal in `fromDir` up to `until`, which must
 * exist. The copy has the same entries, chain and kind. It is durable on return; returns its head. Throws `StorageError`.
 */
export function copyJournalUntil(fromDir: string, toDir: string, until: number, random: Randomness): JournalHead {
  const path = join(toDir, JOURNAL_FILE);
  const kind = kindIn(fromDir);
  return withDatabase(path, (database) => {
    // The file has no other user before it is complete.
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
    prepareSchema(database, GENESIS_HASH, kind);
    database.prepare('ATTACH ? AS source').run(join(fromDir, JOURNAL_FILE));
    const copied = copyRecords(database, until);
    database
      .prepare('UPDATE main.head SET epoch = ?, last_sequence = ?, last_hash = ?')
      .run(epochStep(random), copied.sequence, copied.hash);
    database.exec('DETACH source');
    chmodSync(path, 0o600);
    syncFile(path);
    syncFolder(toDir);
    return copied;
  });
}

function kindIn(dataDir: string): JournalKind {
  const source = openJournalReader(dataDir);
  source.close();
  return source.kind;
}

function copyRecords(database: DatabaseSync, until: number): JournalHead {
  database.exec('BEGIN');
  database.prepare('INSERT INTO main.records SELECT * FROM source.records WHERE last_sequence <= ?').run(until);
  const row = database
    .prepare('SELECT * FROM source.records WHERE first_sequence <= ? AND last_sequence > ?')
    .get(until, until);
  if (row !== undefined) {
    database.prepare(INSERT_RECORD).run(...columnsOf(recordUntil(toRecord(row, null), until)));
  }
  database.exec('COMMIT');
  const last = database
    .prepare('SELECT last_sequence, hash FROM main.records ORDER BY first_sequence DESC LIMIT 1')
    .get();
  const head = { sequence: Number(last?.['last_sequence'] ?? 0), hash: String(last?.['hash'] ?? GENESIS_HASH) };
  if (head.sequence === until) return head;
  throw new Error(`the journal has no entry ${until}: it was copied up to ${head.sequence}`);
}
