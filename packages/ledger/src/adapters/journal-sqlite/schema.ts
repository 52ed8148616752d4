/**
 * The journal file: its contents, and the setup of its connections. `head` is one row that states the end of the
 * journal; it is compared with the last record, so that lost rows at the end are noticed too.
 */

import { DatabaseSync } from 'node:sqlite';
import { JOURNAL_FILE } from '@bellwether/ports/data-folder.ts';
import { ForeignSchema, JournalCorruption, type JournalRecord } from '@bellwether/ports/journal.ts';
import { checkJournalKind, type JournalKind } from '@bellwether/ports/journal-kind.ts';
import type { Randomness } from '@bellwether/ports/runtime.ts';
import { type SchemaObject, schemaDifference, schemaOf, tablesMadeBy } from '../../files/sqlite-schema.ts';
import { inWords } from '../../files/storage-error.ts';

/** SQLite 3.7.0 to 3.51.2 could corrupt a write-ahead log that is checkpointed by one connection and written by another. */
const SQLITE_VERSION_MIN = [3, 51, 3] as const;

/**
 * 'BLWJ' and 'BLWS': they identify the file to tools, and every copy carries its kind. A single flipped bit cannot turn
 * one into the other, and programs from before kinds were recorded refuse the second.
 */
const APPLICATION_IDS: Readonly<Record<JournalKind, number>> = { venue: 0x424c574a, sandbox: 0x424c5753 };
/** 2: records are bytes (`bytes`); records that a program of format 1 wrote stay text (`payload`). */
const FORMAT_VERSION = 2;
/** The column that turns format 1 into 2, without changing the size of the file. */
const BYTES = 'bytes BLOB';

/** Number of different random steps between the numbers (`epoch`) of two consecutive runs. */
const EPOCH_STEP_MAX = 2 ** 30;

const TABLES = `
  CREATE TABLE head (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    epoch INTEGER NOT NULL,
    last_sequence INTEGER NOT NULL,
    last_hash TEXT NOT NULL
  ) STRICT;
  CREATE TABLE records (
    first_sequence INTEGER PRIMARY KEY,
    last_sequence INTEGER NOT NULL,
    previous_hash TEXT NOT NULL,
    hash TEXT NOT NULL,
    payload TEXT NOT NULL,
    ${BYTES}
  ) STRICT;
`;

export const INSERT_RECORD = 'INSERT INTO records VALUES (?, ?, ?, ?, ?, ?)';

/** Values for `INSERT_RECORD`. */
export function columnsOf({ firstSequence, lastSequence, previousHash, hash, payload }: JournalRecord) {
  const [text, bytes] = typeof payload === 'string' ? [payload, null] : ['', payload];
  return [firstSequence, lastSequence, previousHash, hash, text, bytes] as const;
}

/** Does `work` with the database at `path`, then closes it. Storage errors name `path`. */
export function withDatabase<T>(
  path: string,
  work: (database: DatabaseSync) => T,
  open = () => new DatabaseSync(path),
): T {
  try {
    using database = open();
    return work(database);
  } catch (error) {
    throw inWords('write', path, error);
  }
}

/** Pages that the writer keeps in memory besides those of the current transaction. */
export const WRITER_CACHE_KIB = 2_048;
/** Bytes of the log file that are kept when the log starts over. */
export const LOG_BYTES_KEPT = 64 * 1024 * 1024;

/**
 * Creates the tables in a new file, and upgrades an older one to this format. Throws when the file is not a journal, or
 * `JournalOfOtherKind`.
 */
export function prepareSchema(database: DatabaseSync, genesisHash: string, kind: JournalKind = 'venue'): void {
  if (pragma(database, 'application_id') === 0 && pragma(database, 'schema_version') === 0) {
    database.exec('BEGIN IMMEDIATE');
    database.exec(TABLES);
    database.exec(`PRAGMA user_version = ${FORMAT_VERSION}`);
    setKind(database, kind);
    database.prepare('INSERT INTO head VALUES (1, 0, 0, ?)').run(genesisHash);
    database.exec('COMMIT');
  }
  checkFormat(database);
  checkJournalKind(JOURNAL_FILE, kindOf(database), kind);
  if (pragma(database, 'user_version') === FORMAT_VERSION) return;
  database.exec('BEGIN IMMEDIATE');
  database.exec(`ALTER TABLE records ADD COLUMN ${BYTES}`);
  database.exec(`PRAGMA user_version = ${FORMAT_VERSION}`);
  database.exec('COMMIT');
}

/**
 * Step from the number of one run to the next: random, so that neither two copies of a journal nor the runs on them get
 * the same number. Safe integers last for some eight million runs.
 */
export function epochStep(random: Randomness): number {
  // Older programs used a step of one: see `continues` in journal-files.ts.
  return 2 + random.below(EPOCH_STEP_MAX);
}

/**
 * Puts the first page of the file into the open transaction, unchanged. That page has a number that SQLite's copies do
 * not share, so a log with this page can be matched with its own file and not with a copy.
 */
export function markLog(database: DatabaseSync): void {
  database.exec(`PRAGMA user_version = ${FORMAT_VERSION}`);
}

/** Throws when the file is not a journal that this program can read; `path` names the file. */
export function checkFormat(database: DatabaseSync, path: string = JOURNAL_FILE): void {
  kindOf(database);
  checkTables(path, Number(pragma(database, 'user_version')), schemaOf(database));
}

/** The journal is not damaged, but of another version of the program. */
class OtherFormat extends JournalCorruption {
  override readonly name = 'OtherFormat';
}

/** Throws `JournalCorruption` when the format is not one that this program can read, or has other objects. */
export function checkTables(path: string, format: number, found: readonly SchemaObject[]): void {
  if (format !== 1 && format !== FORMAT_VERSION)
    throw new OtherFormat(
      `${JOURNAL_FILE} has format ${format}, this program reads up to ${FORMAT_VERSION}: start the version that wrote it`,
    );
  const expected = tablesMadeBy(format === FORMAT_VERSION ? TABLES : TABLES.replace(new RegExp(`,\\s*${BYTES}`), ''));
  const difference = schemaDifference(found, expected);
  if (difference === null) return;
  throw new ForeignSchema(
    `${path} ${difference}: records could be lost or changed. Nothing was changed. Restore a backup that passes ` +
      '"bellwether verify"; an object that you added yourself can be dropped with SQLite while no venue runs',
  );
}

/** Kind of a journal. Throws when the file is not a journal. */
export function kindOf(database: DatabaseSync): JournalKind {
  return kindOfId(pragma(database, 'application_id'));
}

export function setKind(database: DatabaseSync, kind: JournalKind): void {
  database.exec(`PRAGMA application_id = ${APPLICATION_IDS[kind]}`);
}

/** Kind for a value of `PRAGMA application_id`. Throws when it is not a journal's. */
export function kindOfId(id: unknown): JournalKind {
  if (id === APPLICATION_IDS.venue) return 'venue';
  if (id === APPLICATION_IDS.sandbox) return 'sandbox';
  throw new Error(`${JOURNAL_FILE} is not a journal`);
}

/** Moves the log's contents into the database and empties the log, so that it only ever holds this process's frames. */
export function emptyLog(database: DatabaseSync): void {
  const result = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
  if (result?.['busy'] !== 0)
    throw new Error(`${JOURNAL_FILE} is being read by another process; try again when it has ended`);
}

/**
 * Configures a writing connection so that a commit is on the disk before it returns, and verifies the settings. Without
 * `synced`, a commit is only with the operating system: it survives the process, but not a failure of the machine.
 */
export function makeDurable(database: DatabaseSync, synced = true): void {
  assertVersion(database);
  // Without spilling, a transaction's pages go to the log once, in order, at commit: the log's check relies on it.
  // Pages of earlier transactions are hardly read again: a large cache would only fill with everything that is written.
  database.exec(`PRAGMA cache_size = -${WRITER_CACHE_KIB}; PRAGMA cache_spill = OFF; PRAGMA cell_size_check = ON`);
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synced ? 'FULL' : 'OFF'}`);
  database.exec('PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON');
  database.exec(`PRAGMA journal_size_limit = ${LOG_BYTES_KEPT}`);
  // The journal makes its own checkpoints, so that their errors are noticed.
  database.exec('PRAGMA wal_autocheckpoint = 0');
  const mode = pragma(database, 'journal_mode');
  if (mode !== 'wal') throw new Error(`${JOURNAL_FILE}: journal_mode is ${String(mode)}, must be wal`);
  const synchronous = pragma(database, 'synchronous');
  if (synced && synchronous !== 2)
    throw new Error(`${JOURNAL_FILE}: synchronous is ${String(synchronous)}, must be 2 (FULL)`);
}

function assertVersion(database: DatabaseSync): void {
  const version = String(database.prepare('SELECT sqlite_version() AS version').get()?.['version']);
  const parts = version.split('.').map(Number);
  for (const [index, least] of SQLITE_VERSION_MIN.entries()) {
    const part = parts[index] ?? 0;
    if (part > least) return;
    if (part < least) throw new Error(`SQLite is ${version}, must be ${SQLITE_VERSION_MIN.join('.')} or newer`);
  }
}

function pragma(database: DatabaseSync, name: string): unknown {
  const row = database.prepare(`PRAGMA ${name}`).get();
  return row === undefined ? undefined : Object.values(row)[0];
}
