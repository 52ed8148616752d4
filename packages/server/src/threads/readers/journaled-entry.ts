/** One entry of the journal, found by a reader thread: both ends of that read. The file is open for as long as it takes. */
import { dirname } from 'node:path';
import { openJournalReader } from '../../adapters/journal-sqlite/sqlite-journal.ts';
import { type History, JOURNALED_ENTRY, readEntryText, writeEntryText } from '../../ports/history.ts';
import { type ChainedEntry, entriesOfRecord } from '../../ports/journal-record.ts';
import type { Reader } from '../../ports/reader.ts';
import type { Read } from '../../reads/read.ts';

interface At {
  readonly sequence: number;
}

/** In the thread: the journal is beside the read store. null when there is no such entry. */
export function journaledEntryRead(storeFile: string): Read<unknown, unknown> {
  return {
    name: JOURNALED_ENTRY,
    async run(_database, parameters) {
      const { sequence } = parameters as At;
      const journal = openJournalReader(dirname(storeFile));
      try {
        for await (const record of journal.read(sequence)) {
          const value = entriesOfRecord(record, null).find((entry) => entry.sequence === sequence);
          return value === undefined ? null : { value };
        }
        return null;
      } finally {
        journal.close();
      }
    },
    serialize: (value) => writeEntryText(value as ChainedEntry),
  };
}

/** On the gateway's side. */
export function historyOf(reader: Reader): History {
  return {
    async entry(sequence, asker) {
      const answer = await reader.read(JOURNALED_ENTRY, { sequence } satisfies At, asker);
      if (answer === null) throw new Error(`entry ${sequence} is not in the journal`);
      return readEntryText(Buffer.from(answer.body).toString('utf8'));
    },
  };
}
