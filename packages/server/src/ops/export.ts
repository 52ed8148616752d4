/**
 * `bellwether export`: the journal as JSON lines `{"hash":"…","entry":{…}}`. The entry is the journal's own text, so that
 * anyone can check the chain: hash = SHA-256(previous hash ‖ entry text), starting from 64 zeros.
 */
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type JournalFileReader, openJournalReader } from '../adapters/journal-sqlite/sqlite-journal.ts';
import { GENESIS_HASH, type JournalHead } from '../ports/journal.ts';
import { entriesOfRecord, payloadLines } from '../ports/journal-record.ts';

/**
 * Writes all entries to `output`, honouring its backpressure, and leaves it open. Ends without an error when `output`
 * is a pipe whose other end has had enough. Works beside a running venue. Throws `JournalCorruption`.
 */
export async function runExport(dataDir: string, output: Writable): Promise<void> {
  const journal = openJournalReader(dataDir);
  try {
    await pipeline(Readable.from(exportedRecords(journal)), output, { end: false });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error;
  } finally {
    journal.close();
  }
}

/** The lines of a record at a time. */
function* exportedRecords(journal: JournalFileReader): Generator<string> {
  let head: JournalHead = { sequence: 0, hash: GENESIS_HASH };
  for (const record of journal.read(1)) {
    const entries = entriesOfRecord(record, head);
    yield payloadLines(record.payload)
      .map((line, index) => `{"hash":"${entries[index]?.hash ?? ''}","entry":${line}}\n`)
      .join('');
    head = { sequence: record.lastSequence, hash: record.hash };
  }
}
