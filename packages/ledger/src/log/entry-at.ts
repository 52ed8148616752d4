import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import type { LogRecords } from '@bellwether/ports/log.ts';
import { entriesOfRecord } from '../record/journal-record.ts';

/** A single entry of a journal; null if there is no such entry. `sequence`: at least 1. */
export async function entryAt(journal: LogRecords, sequence: number): Promise<ChainedEntry | null> {
  for await (const record of journal.read(sequence)) {
    return entriesOfRecord(record, null).find((entry) => entry.sequence === sequence) ?? null;
  }
  return null;
}
