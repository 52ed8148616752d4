/**
 * `bellwether export`: the journal as JSON lines `{"hash":"…","entry":{…}}`. The entry is the journal's own text, so that
 * anyone can check the chain: hash = SHA-256(previous hash ‖ entry text), starting from 64 zeros.
 */
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { openJournalReader } from '../adapters/journal-sqlite/sqlite-journal.ts';
import { GENESIS_HASH, type JournalHead } from '../ports/journal.ts';
import { entriesOfRecord, payloadLines } from '../ports/journal-record.ts';

/** Writes all entries to `output`, honouring its backpressure. Works beside a running venue. Throws `JournalCorruption`. */
export async function runExport(dataDir: string, output: Writable): Promise<void> {
  const journal = openJournalReader(dataDir);
  let head: JournalHead = { sequence: 0, hash: GENESIS_HASH };
  try {
    for await (const record of journal.read(1)) {
      const entries = entriesOfRecord(record, head);
      const lines = payloadLines(record.payload).map(
        (line, index) => `{"hash":"${entries[index]?.hash ?? ''}","entry":${line}}\n`,
      );
      head = { sequence: record.lastSequence, hash: record.hash };
      if (!output.write(lines.join(''))) await once(output, 'drain');
    }
  } finally {
    journal.close();
  }
}
