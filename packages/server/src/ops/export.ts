/**
 * `bellwether export`: the journal as JSON lines `{"hash":"…","entry":{…}}`, for people and programs to read. What is
 * chained are the bytes of the entry as they are stored: the text of `entry` itself in journals from before, and in all
 * others the bytes that the line has as base64, `{"hash":"…","bytes":"…","entry":{…}}`. So anyone can check the chain:
 *
 * - without `bytes`: hash = SHA-256(previous hash as 64 hex digits ‖ entry text)
 * - with `bytes`: hash = SHA-256(previous hash as 32 bytes ‖ bytes)
 *
 * The hash before the first is 64 zeros.
 */
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openJournalReader } from '../adapters/journal-sqlite/sqlite-journal.ts';
import { GENESIS_HASH, type JournalHead } from '../ports/journal.ts';
import type { LogRecords } from '../ports/log.ts';
import { chainedBytes, entriesOfRecord, readableLines } from '../record/journal-record.ts';
import { type JournalElsewhere, openJournalElsewhere } from './open-journal.ts';

/**
 * Writes all entries to `output`, honouring its backpressure, and leaves it open. Ends without an error when `output`
 * is a pipe whose other end has had enough. Works beside a running venue. Throws `JournalCorruption`.
 */
export async function runExport(
  dataDir: string,
  output: Writable,
  elsewhere: JournalElsewhere | null = null,
): Promise<void> {
  const journal = elsewhere === null ? openJournalReader(dataDir) : await openJournalElsewhere(dataDir, elsewhere);
  try {
    await pipeline(Readable.from(exportedRecords(journal)), output, { end: false });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error;
  } finally {
    await journal.close();
  }
}

/** The lines of a record at a time. */
async function* exportedRecords(journal: LogRecords): AsyncGenerator<string> {
  let head: JournalHead = { sequence: 0, hash: GENESIS_HASH };
  for await (const record of journal.read(1)) {
    const entries = entriesOfRecord(record, head);
    const chained = chainedBytes(record);
    yield readableLines(record, entries)
      .map((line, index) => exportedLine(entries[index]?.hash ?? '', line, chained[index]))
      .join('');
    head = { sequence: record.lastSequence, hash: record.hash };
  }
}

function exportedLine(hash: string, entry: string, bytes: Uint8Array | undefined): string {
  const stored = bytes === undefined ? '' : `"bytes":"${Buffer.from(bytes).toString('base64')}",`;
  return `{"hash":"${hash}",${stored}"entry":${entry}}\n`;
}
