/** Whether something is of a journal is told by the chain value of the entry up to which it holds it. */

import type { LogRecords } from '../ports/log.ts';
import { entriesOfRecord } from '../record/journal-record.ts';

/** Chain value of an entry, hex; null when there is no such entry. */
export async function hashAt(journal: LogRecords, sequence: number): Promise<string | null> {
  for await (const record of journal.read(sequence)) {
    return entriesOfRecord(record, null).find((entry) => entry.sequence === sequence)?.hash ?? null;
  }
  return null;
}
