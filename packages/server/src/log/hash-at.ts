/** The chain value at an entry: it shows whether data up to that entry belongs to a journal. */

import type { LogRecords } from '../ports/log.ts';
import { entriesOfRecord } from '../record/journal-record.ts';

/** Chain value of an entry, hex; null if there is no such entry. */
export async function hashAt(journal: LogRecords, sequence: number): Promise<string | null> {
  for await (const record of journal.read(sequence)) {
    return entriesOfRecord(record, null).find((entry) => entry.sequence === sequence)?.hash ?? null;
  }
  return null;
}
