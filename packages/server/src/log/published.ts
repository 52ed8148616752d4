/** A record as the exchange tells of it once it is durable, and its entries: parsed without hashing them again. */
import type { Command, Entry } from '@bellwether/engine';
import { JournalCorruption, type JournalRecord } from '../ports/journal.ts';
import { type ChainedEntry, payloadLines } from '../ports/journal-record.ts';

export interface Published {
  readonly record: JournalRecord;
  /** Chain value of each entry of the record, in order, from whoever chained them. */
  readonly entryHashes: readonly string[];
}

export function publishedEntries({ record, entryHashes }: Published): ChainedEntry[] {
  return payloadLines(record.payload).map((line, index) => {
    const hash = entryHashes[index];
    if (hash === undefined)
      throw new JournalCorruption(`entry ${record.firstSequence + index} was published without its hash`);
    return Object.assign(JSON.parse(line) as Entry<Command>, { hash });
  });
}
