/**
 * The journal as plain files, before SQLite opens them: SQLite would replay any log beside the file into it. A log does
 * not name its file, so only the contents show whether the two belong together. Every run of the venue writes a random
 * number (`epoch`) into the file before anything goes into the log, and the log must continue the file's chain.
 *
 * Reads only, and leaves every byte unchanged. For a journal that has no writer meanwhile.
 */

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { JOURNAL_FILE } from '@bellwether/ports/data-folder.ts';
import {
  ForeignSchema,
  GENESIS_HASH,
  JournalCorruption,
  type JournalHead,
  type JournalRecord,
} from '@bellwether/ports/journal.ts';
import type { JournalKind } from '@bellwether/ports/journal-kind.ts';
import { closing } from '../../files/closing.ts';
import { SqliteFile, SqliteFileDamaged, type StoredRow } from '../../files/sqlite-file.ts';
import { committedLog, readLog } from '../../files/sqlite-log.ts';
import { entriesOfRecord } from '../../record/journal-record.ts';
import {
  chained,
  checkEnd,
  guarded,
  headless,
  type JournalFileReader,
  type RecordRow,
  toRecord,
  type WrittenJournalReader,
} from './reading.ts';
import { checkTables, kindOfId } from './schema.ts';

/** The log beside the journal was written for another file, or for an older copy of this one. Nothing was changed. */
export class JournalMismatch extends JournalCorruption {
  override readonly name = 'JournalMismatch';
}

interface FileHead extends JournalHead {
  readonly epoch: number;
}

/** Head of one file, with the count of its schema changes and its format. */
interface OwnHead extends FileHead {
  readonly cookie: number;
  readonly format: number;
}

export const NO_JOURNAL: JournalFileReader = {
  kind: null,
  read: () => [],
  head: () => ({ sequence: 0, hash: GENESIS_HASH }),
  close: () => undefined,
};

/** Bytes of the journal file; 0 if there is none. */
export function journalBytes(dataDir: string): number {
  return sizeOf(join(dataDir, JOURNAL_FILE));
}

/** A journal read from its files; null if there is none yet, or its creation was cut short. */
export function openJournalFiles(dataDir: string): WrittenJournalReader | null {
  const path = join(dataDir, JOURNAL_FILE);
  if (sizeOf(path) === 0) return null;
  const file = guarded(null, () => SqliteFile.open(path, 'with'));
  let kind: JournalKind | null;
  try {
    kind = kindOfFile(file, path);
    if (kind !== null) checkTables(path, file.userVersion, file.schema);
  } catch (error) {
    file.close();
    throw error;
  }
  if (kind === null) {
    file.close();
    return null;
  }
  return {
    kind,
    read: (fromSequence) => recordsOf(file, fromSequence),
    head: () => {
      const { sequence, hash } = checkedHead(file);
      return { sequence, hash };
    },
    close: () => file.close(),
  };
}

/** Kind of a folder's journal; null if there is none yet, or its creation was cut short. */
export function journalKind(dataDir: string): JournalKind | null {
  const files = openJournalFiles(dataDir);
  if (files === null) return null;
  files.close();
  return files.kind;
}

/** Null if the file holds no journal. Throws `JournalCorruption` when it does not state its kind. */
function kindOfFile(file: SqliteFile, path: string): JournalKind | null {
  if (file.schema.length === 0) return null;
  try {
    return kindOfId(file.applicationId);
  } catch (cause) {
    throw new JournalCorruption(`${path} does not say whose journal it is, or is not a journal`, { cause });
  }
}

/**
 * Throws `JournalCorruption` when the log is damaged before its tail, and `JournalMismatch` when it cannot belong to
 * the file beside it or there is no such file. Creates and changes nothing.
 */
export function checkJournalFiles(dataDir: string): void {
  const path = join(dataDir, JOURNAL_FILE);
  if (sizeOf(path) === 0) {
    if (sizeOf(`${path}-wal`) === 0) return;
    throw new JournalMismatch(
      `${JOURNAL_FILE}-wal is in ${dataDir}, but the journal it was written to is not. Put that ${JOURNAL_FILE} back, ` +
        `or set up the folder from a backup with "bellwether restore". ${UNCHANGED}`,
    );
  }
  const damage = damageInWal(`${path}-wal`);
  if (damage !== null) {
    throw new JournalCorruption(
      `${JOURNAL_FILE}-wal is damaged after entry ${headOf(path, 'with')?.sequence ?? 0}: ${damage}`,
    );
  }
  const log = readLog(`${path}-wal`);
  // SQLite accepts whole transactions only: without one, there is nothing that has to match.
  if (log !== null && log !== 'damaged' && committedLog(log) !== null) checkLogBelongs(dataDir, path);
  if (sizeOf(`${path}-journal`) > 0 && (headOf(path, 'without')?.sequence ?? 0) > 0) {
    throw new JournalMismatch(
      `${JOURNAL_FILE}-journal is in ${dataDir}; a venue never writes one once it has a journal, and SQLite would change ` +
        `${JOURNAL_FILE} by it. Move it away if you know where it comes from. ${UNCHANGED}`,
    );
  }
}

const UNCHANGED = 'Nothing was changed.';

function checkLogBelongs(dataDir: string, path: string): void {
  const refuse = (why: string, cause?: unknown): JournalMismatch =>
    new JournalMismatch(
      `${JOURNAL_FILE} and ${JOURNAL_FILE}-wal in ${dataDir} do not belong together: ${why}. One of them was replaced ` +
        `while no venue ran. Put back the ${JOURNAL_FILE} that the log was written to, or copy ${JOURNAL_FILE} out of ` +
        `the folder and run "bellwether restore" with that copy. ${UNCHANGED}`,
      cause === undefined ? undefined : { cause },
    );
  const alone = headOf(path, 'without');
  const file = openWithLog(path, refuse);
  try {
    // Both were cut short while the journal was created.
    if (!file.has('records') && alone === null) return;
    const head = fileHead(file);
    if (head === null) throw refuse('the log ends before there is a journal in it');
    checkTables(path, file.userVersion, file.schema);
    if (alone !== null) {
      if (!continues(alone, head)) {
        throw refuse(
          `the file ends with entry ${alone.sequence}, the log is of another run that ends with ${head.sequence}`,
        );
      }
      // Each step of the format changes the tables once, and may be only in the log.
      if (alone.cookie + (file.userVersion - alone.format) !== file.schemaCookie) {
        throw refuse('the file is a copy that SQLite has made, by the counts in its header');
      }
      if (alone.sequence > head.sequence) {
        throw refuse(`the file ends with entry ${alone.sequence}, with the log it would end with ${head.sequence}`);
      }
    }
    checkChain(file, alone, head);
  } catch (error) {
    if (error instanceof JournalMismatch || error instanceof ForeignSchema || !isDamage(error)) throw error;
    throw refuse(error.message, error);
  } finally {
    file.close();
  }
}

function openWithLog(path: string, refuse: (why: string, cause: unknown) => JournalMismatch): SqliteFile {
  try {
    return SqliteFile.open(path, 'with');
  } catch (error) {
    if (!isDamage(error)) throw error;
    throw refuse(error.message, error);
  }
}

/**
 * True if a log that ends at `log` can have been written for a file with the head `alone`. The number of a run is in the
 * file before anything else goes into its log. Older programs counted runs up by one, and left the last step to the log.
 */
function continues(alone: FileHead, log: FileHead): boolean {
  const isSame = alone.sequence === log.sequence && alone.hash === log.hash;
  return isSame || alone.epoch === log.epoch || alone.epoch + 1 === log.epoch;
}

/**
 * Checks everything from the file's own head to the end, contents included; the whole journal if the file alone has no head.
 */
function checkChain(file: SqliteFile, alone: JournalHead | null, end: JournalHead): void {
  const from = alone?.sequence ?? 0;
  let head: JournalHead | null = from === 0 ? { sequence: 0, hash: GENESIS_HASH } : null;
  for (const record of recordsOf(file, Math.max(1, from))) {
    if (head === null) {
      if (record.lastSequence !== from || record.hash !== alone?.hash) {
        throw new JournalCorruption(`with the log, entry ${from} is not the one that the file ends with`);
      }
    }
    entriesOfRecord(record, head);
    head = { sequence: record.lastSequence, hash: record.hash };
  }
  if (head?.sequence !== end.sequence || head.hash !== end.hash) {
    throw new JournalCorruption(`it must end with entry ${end.sequence} and ends with ${head?.sequence ?? 'none'}`);
  }
}

/** Head stated by the file; null if it holds no journal, or cannot be read on its own. */
export function headOf(path: string, log: 'with' | 'without'): OwnHead | null {
  try {
    using file = closing(SqliteFile.open(path, log));
    const head = fileHead(file);
    return head === null ? null : { ...head, cookie: file.schemaCookie, format: file.userVersion };
  } catch (error) {
    // An interrupted checkpoint leaves a file that is complete only with its log.
    if (isDamage(error)) return null;
    throw error;
  }
}

function fileHead(file: SqliteFile): FileHead | null {
  if (!file.has('head')) return null;
  for (const { values } of file.rows('head')) {
    const [, epoch, sequence, hash] = values;
    if (typeof epoch === 'number' && typeof sequence === 'number' && typeof hash === 'string')
      return { epoch, sequence, hash };
  }
  return null;
}

function checkedHead(file: SqliteFile): JournalHead {
  const head = guarded(null, () => fileHead(file));
  if (head === null) throw headless();
  const row = guarded(head, () => file.lastRow('records'));
  const last = row === null ? undefined : named(row);
  if (last !== undefined) toRecord(last, head);
  checkEnd(head, last);
  return head;
}

/** Records in order, from the one that holds `fromSequence`. Throws `JournalCorruption`. */
function* recordsOf(file: SqliteFile, fromSequence: number): Generator<JournalRecord> {
  const first = guarded(null, () => file.rowidAtOrBefore('records', fromSequence));
  yield* chained(file.rows('records', first).map(named), first, fromSequence);
}

/** Columns of a stored row of `records`; the first is its rowid. */
function named({ rowid, values }: StoredRow): RecordRow {
  const [, last_sequence, previous_hash, hash, payload, bytes] = values;
  return { first_sequence: rowid, last_sequence, previous_hash, hash, payload, bytes };
}

const isDamage = (error: unknown): error is Error =>
  error instanceof SqliteFileDamaged || error instanceof JournalCorruption;

/** Size of the file in bytes; 0 if it does not exist. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Tells a torn tail of the write-ahead log from damage inside it, before SQLite opens the journal. Describes the damage
 * in the log at `walPath`; null when it is sound, empty, missing, or ends in a torn commit.
 *
 * SQLite reads the log up to the first bad frame and drops the rest. That is right for a commit during which the
 * machine died: it was never acknowledged. It is wrong for a frame that went bad later, because SQLite would silently
 * drop acknowledged records. The frames that follow tell the two apart. A commit is written only after the previous one
 * was synced, so if a frame of a LATER transaction follows a bad one, the bad frame had been durable.
 *
 * The journal writes each transaction's pages once, in ascending order and with a commit mark on the last one (spilling
 * is off). So a page number that does not rise, or a frame after a commit mark, begins a later transaction. Damage
 * inside the very last transaction cannot be told from a torn write and is cut; a snapshot or read-store cursor that is
 * ahead of the journal then reveals the loss. Opening the journal empties the log, so frames of a crashed transaction
 * never get in the way of later ones.
 */
function damageInWal(walPath: string): string | null {
  const log = readLog(walPath);
  if (log === null) return null;
  if (log === 'damaged') return 'its header is damaged';
  let bad: number | null = null;
  // The last page of the current transaction (0 at its start); and whether a commit mark was passed since `bad`.
  let page = 0;
  let committedSince = false;
  for (let frame = 0; frame < log.frames; frame++) {
    if (!log.isGood(frame)) {
      bad ??= frame;
      continue;
    }
    const nextPage = log.pageOf(frame);
    if (bad !== null && (committedSince || nextPage <= page)) {
      return `frame ${bad + 1} of ${log.frames} (byte ${log.at(bad)}) is damaged and later commits follow it`;
    }
    const commits = log.pagesAfter(frame) !== 0;
    page = commits && bad === null ? 0 : nextPage;
    committedSince = bad !== null && commits;
  }
  return null;
}
