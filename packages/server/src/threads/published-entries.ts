/** Entries of a record that this process has just written: parsed without hashing them again. */
import type { Command, Entry } from '@bellwether/engine';
import { JournalCorruption, type JournalRecord } from '../ports/journal.ts';
import { type ChainedEntry, payloadLines } from '../ports/journal-record.ts';

/** `entryHashes` are the entries' chain values in order, from the thread that chained them. */
export function publishedEntries(record: JournalRecord, entryHashes: readonly string[]): ChainedEntry[] {
  return payloadLines(record.payload).map((line, index) => {
    const hash = entryHashes[index];
    if (hash === undefined)
      throw new JournalCorruption(`entry ${record.firstSequence + index} was published without its hash`);
    return Object.assign(JSON.parse(line) as Entry<Command>, { hash });
  });
}
