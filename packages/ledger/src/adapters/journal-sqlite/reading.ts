/**
 * Reading records from the journal file, on any connection: in pages of short transactions, so that a reader never
 * holds back the writer's checkpoints. Damage reported by SQLite or found in the rows becomes a `JournalCorruption`
 * that names the last good entry.
 */
import type { DatabaseSync } from 'node:sqlite';
import { JOURNAL_FILE } from '@bellwether/ports/data-folder.ts';
import { GENESIS_HASH, JournalCorruption, type JournalHead, type JournalRecord } from '@bellwether/ports/journal.ts';
import type { JournalKind } from '@bellwether/ports/journal-kind.ts';
import type { LogRecords } from '@bellwether/ports/log.ts';
import { SqliteFileDamaged } from '../../files/sqlite-file.ts';
import { isSqliteDamage } from '../../files/storage-error.ts';
import { checkRecordContinues } from '../../record/record-bytes.ts';

/** A read-only view of a journal, beside the process that writes it or on its own. */
export interface JournalFileReader extends LogRecords {
  readonly kind: JournalKind | null;
  read(from: number): Iterable<JournalRecord>;
  /** Current end of the journal. Throws `JournalCorruption` when its last record disagrees. */
  head(): JournalHead;
  close(): void;
}

export interface WrittenJournalReader extends JournalFileReader {
  readonly kind: JournalKind;
}

/**
 * Records read at a time: a record is about a megabyte at most. The first comes alone, since the caller may want no more.
 */
const RECORDS_PER_PAGE = 16;

/** A stored row of `records`. */
export type RecordRow = Readonly<Record<string, unknown>>;

/** Records in order, from the one that holds `fromSequence`. Throws `JournalCorruption`. */
export function* readRecords(database: DatabaseSync, fromSequence: number): Generator<JournalRecord> {
  const first = firstAtOrBefore(database, fromSequence);
  yield* chained(rowsFrom(database, first), first, fromSequence);
}

function* rowsFrom(database: DatabaseSync, first: number): Generator<RecordRow> {
  // All columns: an older file without a writer has no column `bytes`.
  const page = database.prepare('SELECT * FROM records WHERE first_sequence >= ? ORDER BY first_sequence LIMIT ?');
  let start = first;
  for (let limit = 1; ; limit = RECORDS_PER_PAGE) {
    const rows = page.all(start, limit);
    yield* rows;
    if (rows.length < limit) return;
    start = Number(rows.at(-1)?.['last_sequence']) + 1;
  }
}

/** Records of consecutive rows, of which the first begins with entry `first`, from the one that holds `fromSequence`. */
export function* chained(rows: Iterator<RecordRow>, first: number, fromSequence: number): Generator<JournalRecord> {
  let head: JournalHead | null = first <= 1 ? { sequence: 0, hash: GENESIS_HASH } : null;
  for (;;) {
    const { done, value } = guarded(head, () => rows.next());
    if (done === true) return;
    const record = toRecord(value, head);
    if (head !== null) checkRecordContinues(record, head);
    head = { sequence: record.lastSequence, hash: record.hash };
    if (record.lastSequence >= fromSequence) yield record;
  }
}

/** Stated end of the journal, checked against its last record. Throws `JournalCorruption`. */
export function readHead(database: DatabaseSync): JournalHead & { readonly epoch: number } {
  const row = guarded(null, () =>
    database.prepare('SELECT epoch, last_sequence, last_hash FROM head WHERE id = 1').get(),
  );
  const { epoch, last_sequence: sequence, last_hash: hash } = row ?? {};
  if (typeof epoch !== 'number' || typeof sequence !== 'number' || typeof hash !== 'string') throw headless();
  const last = guarded({ sequence, hash }, () =>
    database
      .prepare('SELECT first_sequence, last_sequence, hash FROM records ORDER BY first_sequence DESC LIMIT 1')
      .get(),
  );
  checkEnd({ sequence, hash }, last);
  return { epoch, sequence, hash };
}

export const headless = (): JournalCorruption =>
  new JournalCorruption(`${JOURNAL_FILE} is damaged: it does not say where it ends`);

/** Throws `JournalCorruption` unless `last` is the record with which the journal says that it ends. */
export function checkEnd({ sequence, hash }: JournalHead, last: RecordRow | undefined): void {
  const lastSequence = last?.['last_sequence'] ?? 0;
  if (lastSequence === sequence && (last?.['hash'] ?? GENESIS_HASH) === hash) return;
  throw new JournalCorruption(
    `${JOURNAL_FILE} is damaged: it must end with entry ${sequence} (hash ${hash}), its last record ends with ` +
      `${String(lastSequence)} (hash ${String(last?.['hash'] ?? 'none')})`,
  );
}

/** Runs `work` and turns the report of a damaged file into `JournalCorruption`. */
export function guarded<T>(head: JournalHead | null, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!isSqliteDamage(error) && !(error instanceof SqliteFileDamaged)) throw error;
    const place = head === null ? '' : ` after entry ${head.sequence}`;
    throw new JournalCorruption(`${JOURNAL_FILE} is damaged${place}: ${error.message}`, { cause: error });
  }
}

function firstAtOrBefore(database: DatabaseSync, sequence: number): number {
  const row = guarded(null, () =>
    database.prepare('SELECT max(first_sequence) AS first FROM records WHERE first_sequence <= ?').get(sequence),
  );
  const first = row?.['first'];
  return typeof first === 'number' ? first : 1;
}

/** Converts a row of `records`. Throws `JournalCorruption` when a column has the wrong type. */
export function toRecord(row: RecordRow, head: JournalHead | null): JournalRecord {
  const { first_sequence, last_sequence, previous_hash, hash } = row;
  const payload = row['bytes'] instanceof Uint8Array && row['payload'] === '' ? viewOf(row['bytes']) : textOnly(row);
  if (
    typeof first_sequence !== 'number' ||
    typeof last_sequence !== 'number' ||
    typeof previous_hash !== 'string' ||
    typeof hash !== 'string' ||
    payload === null
  ) {
    const place = head === null ? String(first_sequence) : String(head.sequence + 1);
    throw new JournalCorruption(`journal record ${place} is damaged: a column has the wrong type`);
  }
  return { firstSequence: first_sequence, lastSequence: last_sequence, previousHash: previous_hash, hash, payload };
}

/** Text of a text record; null otherwise. A record has either text or bytes, never both. */
function textOnly({ payload, bytes }: RecordRow): string | null {
  return typeof payload === 'string' && (bytes ?? null) === null ? payload : null;
}

/** The same memory as an array of plain bytes, which is all that a record promises. */
const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array<ArrayBuffer> =>
  new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
