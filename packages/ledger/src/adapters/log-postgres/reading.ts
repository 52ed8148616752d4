/**
 * Reading records from the database, in pages of bounded size. Throws `JournalCorruption` for anything that is not as
 * it was written.
 */
import { GENESIS_HASH, JournalCorruption, type JournalHead, type JournalRecord } from '@bellwether/ports/journal.ts';
import { checkRecordContinues } from '../../record/record-bytes.ts';
import { PAGE_BYTES_MAX, PAGE_RECORDS_MAX } from './limits.ts';
import type { Primary } from './primary.ts';
import type { Answer } from './session.ts';

type Query = Pick<Primary, 'query'>;

const FIRST = 'SELECT coalesce(max(first_sequence), 1) AS first FROM bellwether.journal WHERE first_sequence <= $1';
// The first row of a page is always included.
const PAGE = `
  SELECT first_sequence, last_sequence, previous_hash, hash, is_text, payload FROM (
    SELECT *, sum(octet_length(payload)) OVER (ORDER BY first_sequence) - octet_length(payload) AS bytes_before
    FROM (SELECT * FROM bellwether.journal WHERE first_sequence >= $1 ORDER BY first_sequence LIMIT $2) AS few
  ) AS page WHERE bytes_before < ${PAGE_BYTES_MAX} ORDER BY first_sequence`;
const HEAD = `
  SELECT head.epoch, head.last_sequence, head.last_hash, coalesce(last.last_sequence, 0) AS last_record,
    coalesce(last.hash, '${GENESIS_HASH}') AS last_record_hash
  FROM bellwether.head LEFT JOIN LATERAL (
    SELECT last_sequence, hash FROM bellwether.journal ORDER BY first_sequence DESC LIMIT 1
  ) AS last ON true WHERE head.id = 1`;

/** Records in order, from the one that holds `from`. Throws `JournalCorruption`. */
export async function* readRecords(primary: Query, from: number): AsyncGenerator<JournalRecord> {
  let start = Number((await primary.query(FIRST, [from])).rows[0]?.['first']);
  let head: JournalHead | null = start <= 1 ? { sequence: 0, hash: GENESIS_HASH } : null;
  // The first record comes alone: the caller may want no more.
  for (let limit = 1; ; limit = PAGE_RECORDS_MAX) {
    const { rows } = await primary.query(PAGE, [start, limit], 'page');
    if (rows.length === 0) return;
    for (const row of rows) {
      const record = toRecord(row);
      if (head !== null) checkRecordContinues(record, head);
      head = { sequence: record.lastSequence, hash: record.hash };
      start = record.lastSequence + 1;
      if (record.lastSequence >= from) yield record;
    }
  }
}

/** End of the journal according to its head row, compared with the last record. Throws `JournalCorruption`. */
export async function readHead(primary: Query): Promise<JournalHead> {
  const { rows } = await primary.query(HEAD);
  const head = headOf(rows);
  const { last_record: last, last_record_hash: hash } = rows[0] ?? {};
  if (Number(last) === head.sequence && hash === head.hash) return head;
  throw new JournalCorruption(
    `the journal is damaged: it must end with entry ${head.sequence} (hash ${head.hash}), its last record ends with ${String(last)} (hash ${String(hash)})`,
  );
}

export function headOf(rows: Answer['rows']): JournalHead {
  const { last_sequence: sequence, last_hash: hash } = rows[0] ?? {};
  if (typeof sequence === 'string' && typeof hash === 'string') return { sequence: Number(sequence), hash };
  throw new JournalCorruption('the journal is damaged: it does not say where it ends');
}

function toRecord(row: Answer['rows'][number]): JournalRecord {
  const { previous_hash, hash, is_text, payload } = row;
  const firstSequence = Number(row['first_sequence']);
  const lastSequence = Number(row['last_sequence']);
  if (typeof previous_hash !== 'string' || typeof hash !== 'string' || !Buffer.isBuffer(payload)) {
    throw new JournalCorruption(`journal record ${firstSequence} is damaged: a column has the wrong type`);
  }
  const bytes = is_text === true ? payload.toString('utf8') : new Uint8Array(payload);
  return { firstSequence, lastSequence, previousHash: previous_hash, hash, payload: bytes };
}
