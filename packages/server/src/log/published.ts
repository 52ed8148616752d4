/** A record as the exchange tells of it once it is durable, and its entries: read without hashing them again. */
import type { JournalRecord } from '../ports/journal.ts';
import { type ChainedEntry, entriesChained } from '../ports/journal-record.ts';

export interface Published {
  readonly record: JournalRecord;
  /** Chain value of each entry of the record, 32 bytes each, in order, as the exchange chained them. */
  readonly chain: Uint8Array;
}

export function publishedEntries({ record, chain }: Published): ChainedEntry[] {
  return entriesChained(record, chain);
}
