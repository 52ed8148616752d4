/**
 * The durable journal: `journal.sqlite` in the data folder, one transaction per record, synced before `append` returns.
 * Other connections see a record up to a sync earlier than it is durable; what has been released is durable.
 *
 * SQLite itself cuts a torn tail: a transaction with missing or invalid log frames never happened, and was never
 * announced. Everything else is corruption and refused: a record with wrong content, hash or place, the last one
 * included (a committed row is whole, so a bad one was altered later); a page that SQLite cannot read; a head that
 * disagrees with the last record; a log damaged before later commits. The journal never repairs, and never retries a
 * failed write: after an error the connection is unusable and the process must end.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { type DataFolderLock, JOURNAL_FILE } from '@bellwether/ports/data-folder.ts';
import { LogTail } from '@bellwether/ports/follow-log.ts';
import {
  GENESIS_HASH,
  JournalFenced,
  type JournalHead,
  type JournalRecord,
  JournalWriteFailure,
} from '@bellwether/ports/journal.ts';
import { checkJournalKind, type JournalKind } from '@bellwether/ports/journal-kind.ts';
import type { AppendOutcome, Log } from '@bellwether/ports/log.ts';
import type { Randomness } from '@bellwether/ports/runtime.ts';
import { syncFolder } from '../../files/durable-file.ts';
import { inWords } from '../../files/storage-error.ts';
import { entriesOfRecord } from '../../record/journal-record.ts';
import { checkJournalFiles, journalKind } from './journal-files.ts';
import { JournalPlace } from './journal-place.ts';
import { guarded, readHead, readRecords, type WrittenJournalReader } from './reading.ts';
import {
  checkFormat,
  columnsOf,
  emptyLog,
  epochStep,
  INSERT_RECORD,
  kindOf,
  makeDurable,
  markLog,
  prepareSchema,
} from './schema.ts';

/** Time for which opening waits for another process's short read to end. */
const BUSY_TIMEOUT_MS = 5_000;
/** Bytes that the log may gather before a checkpoint moves them into the database. */
const CHECKPOINT_BYTES = 1024 * 1024;
/** Approximate bytes of the pages that a transaction writes besides its payload. */
const OVERHEAD_BYTES = 2 * 4096;
const EARLIER_FAILURE = new Error('an earlier write failed');

interface OpenJournalOptions {
  /** See `makeDurable`; true by default. */
  readonly synced?: boolean;
  /** Kind of program that opens the journal; a venue by default. */
  readonly kind?: JournalKind;
}

/**
 * Opens the journal of a locked data folder for writing, creating it if there is none. Throws `JournalCorruption` or
 * `JournalOfOtherKind`.
 */
export function openJournal(
  lock: DataFolderLock,
  random: Randomness,
  { synced = true, kind = 'venue' }: OpenJournalOptions = {},
): SqliteJournal {
  const path = join(lock.dataDir, JOURNAL_FILE);
  checkJournalFiles(lock.dataDir);
  // Checked before SQLite opens the file, which would leave files beside a refused journal.
  checkJournalKind(lock.dataDir, journalKind(lock.dataDir), kind);
  const database = connect(path, false);
  try {
    return guarded(null, () => {
      makeDurable(database, synced);
      prepareSchema(database, GENESIS_HASH, kind);
      emptyLog(database);
      syncFolder(lock.dataDir);
      const head = readHead(database);
      for (const record of readRecords(database, Math.max(1, head.sequence))) entriesOfRecord(record, null);
      const epoch = head.epoch + epochStep(random);
      database.prepare('UPDATE head SET epoch = ?').run(epoch);
      // Stored in the file before anything else goes into the log: this proves later that the two belong together.
      emptyLog(database);
      // `JournalPlace.sync` follows each later commit.
      if (synced) database.exec('PRAGMA synchronous = NORMAL');
      const place = new JournalPlace(path, epoch, synced);
      return new SqliteJournal(path, database, kind, place, epoch, { sequence: head.sequence, hash: head.hash });
    });
  } catch (error) {
    database.close();
    throw inWords('open', path, error);
  }
}

/** Opens an existing journal read-only. Throws when there is none, or `JournalCorruption`. */
export function openJournalReader(dataDir: string): WrittenJournalReader {
  const path = join(dataDir, JOURNAL_FILE);
  if (!existsSync(path)) throw new Error(`there is no journal in ${dataDir}`);
  const database = connect(path, true);
  let kind: JournalKind;
  try {
    guarded(null, () => checkFormat(database, path));
    kind = kindOf(database);
  } catch (error) {
    database.close();
    throw inWords('open', path, error);
  }
  return {
    kind,
    read: (fromSequence) => readRecords(database, fromSequence),
    head: () => {
      const { sequence, hash } = readHead(database);
      return { sequence, hash };
    },
    close: () => database.close(),
  };
}

export class SqliteJournal implements Log {
  readonly kind: JournalKind;
  readonly epoch: number;
  readonly #path: string;
  readonly #database: DatabaseSync;
  readonly #place: JournalPlace;
  /** null until someone follows: on a single node nobody does. */
  #tail: LogTail | null = null;
  readonly #moveHead: StatementSync;
  readonly #insert: StatementSync;
  #head: JournalHead;
  #logBytes = 0;
  /** True if the log may have started over and must soon be marked with its file. */
  #isLogUnmarked = true;
  #failed = false;
  /** True if a commit was started and not seen to its end: the head in the file may never reach the disk. */
  #isCommitting = false;

  /** Use `openJournal`. */
  constructor(
    path: string,
    database: DatabaseSync,
    kind: JournalKind,
    place: JournalPlace,
    epoch: number,
    head: JournalHead,
  ) {
    this.kind = kind;
    this.#path = path;
    this.#database = database;
    this.#place = place;
    this.epoch = epoch;
    this.#head = head;
    this.#moveHead = database.prepare(
      'UPDATE head SET last_sequence = ?, last_hash = ? WHERE epoch = ? AND last_sequence = ? AND last_hash = ?',
    );
    this.#insert = database.prepare(INSERT_RECORD);
  }

  head(): Promise<JournalHead> {
    if (!this.#isCommitting) return Promise.resolve(this.#head);
    return Promise.reject(new JournalWriteFailure('only the next start can tell what the last commit left'));
  }

  read(from: number): Iterable<JournalRecord> {
    return readRecords(this.#database, from);
  }

  follow(from: number, signal: AbortSignal): AsyncIterable<readonly JournalRecord[]> {
    this.#tail ??= new LogTail(this.#head.sequence);
    return this.#tail.follow(this, from, signal);
  }

  append(record: JournalRecord): Promise<AppendOutcome> {
    if (this.#failed) return Promise.resolve({ kind: 'failed', error: writeFailure(this.#path, EARLIER_FAILURE) });
    try {
      this.#append(record);
    } catch (error) {
      this.#failed = true;
      return Promise.resolve(this.#outcomeOf(error));
    }
    this.#tail?.published(record);
    return Promise.resolve({ kind: 'durable' });
  }

  /** Throws `JournalWriteFailure` when the data folder no longer has the open files: see `JournalPlace`. */
  checkPlace(): void {
    this.#place.check();
  }

  /** Moves the whole journal into its file, even while others read it, unless a write has failed. */
  close(): Promise<void> {
    try {
      if (!this.#failed) this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      return Promise.resolve();
    } catch (error) {
      return Promise.reject(writeFailure(this.#path, error));
    } finally {
      this.#place.close();
      this.#database.close();
    }
  }

  #outcomeOf(error: unknown): AppendOutcome {
    if (error instanceof JournalFenced) return { kind: 'fenced', error };
    const failure = error instanceof JournalWriteFailure ? error : writeFailure(this.#path, error);
    return { kind: this.#isCommitting ? 'unknown' : 'failed', error: failure };
  }

  /** Throws `JournalFenced` when the record does not continue the head, and on any other error. */
  #append(record: JournalRecord): void {
    this.#checkpointIfDue();
    this.#database.exec('BEGIN IMMEDIATE');
    const { changes } = this.#moveHead.run(
      record.lastSequence,
      record.hash,
      this.epoch,
      record.firstSequence - 1,
      record.previousHash,
    );
    if (changes !== 1) {
      this.#database.exec('ROLLBACK');
      throw new JournalFenced(
        `the journal does not end at entry ${record.firstSequence - 1} of epoch ${this.epoch}: another process has it`,
      );
    }
    if (this.#isLogUnmarked) markLog(this.#database);
    this.#insert.run(...columnsOf(record));
    // Until the commit nothing is in the log.
    this.#place.check();
    this.#isCommitting = true;
    this.#database.exec('COMMIT');
    this.#place.sync();
    this.#isCommitting = false;
    this.#isLogUnmarked = false;
    this.#head = { sequence: record.lastSequence, hash: record.hash };
    this.#logBytes += record.payload.length + OVERHEAD_BYTES;
  }

  /**
   * Runs before a batch rather than within its commit, because SQLite's automatic checkpoint hides its errors: a failed
   * sync of the database, retried later, may report success for pages that were lost.
   */
  #checkpointIfDue(): void {
    if (this.#logBytes < CHECKPOINT_BYTES) return;
    this.#database.exec('PRAGMA wal_checkpoint(PASSIVE)');
    this.#place.written();
    this.#logBytes = 0;
    this.#isLogUnmarked = true;
  }
}

function connect(path: string, readOnly: boolean): DatabaseSync {
  try {
    return new DatabaseSync(path, { readOnly, timeout: BUSY_TIMEOUT_MS });
  } catch (error) {
    throw inWords('open', path, error);
  }
}

function writeFailure(path: string, error: unknown): JournalWriteFailure {
  const cause = inWords('write', path, error);
  const what = cause instanceof Error ? cause.message : String(cause);
  return new JournalWriteFailure(`the journal could not be written: ${what}`, { cause: error });
}
