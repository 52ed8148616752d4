/** Reads one entry of the journal in a reader thread: both ends of that read. The file is open only during the read. */
import { closing } from '@bellwether/ledger/files/closing.ts';
import { entryAt } from '@bellwether/ledger/log/entry-at.ts';
import { type History, JOURNALED_ENTRY, readEntryText, writeEntryText } from '@bellwether/ports/history.ts';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import type { JournalPlace } from '@bellwether/ports/journal-place.ts';
import type { Reader } from '@bellwether/ports/reader.ts';
import type { Runtime } from '@bellwether/ports/runtime.ts';
import type { Read } from '@bellwether/read-model/read.ts';
import { openJournalBeside } from '../../ops/open-journal.ts';

type At = { readonly sequence: number };

/** The thread's end. The read returns null if there is no such entry. */
export function journaledEntryRead(place: JournalPlace, runtime: Runtime): Read<unknown, unknown> {
  return {
    name: JOURNALED_ENTRY,
    async run(_database, parameters) {
      const { sequence } = parameters as At;
      await using journal = closing(await openJournalBeside(place, runtime));
      const value = await entryAt(journal, sequence);
      return value === null ? null : { value };
    },
    serialize: (value) => writeEntryText(value as ChainedEntry),
  };
}

/** The gateway's end. */
export function historyOf(reader: Reader): History {
  return {
    async entry(sequence, asker) {
      const answer = await reader.read(JOURNALED_ENTRY, { sequence } satisfies At, asker);
      if (answer === null) throw new Error(`entry ${sequence} is not in the journal`);
      return readEntryText(Buffer.from(answer.body).toString('utf8'));
    },
  };
}
