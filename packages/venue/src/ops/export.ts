/**
 * `bellwether export`: the journal as JSON lines `{"hash":"…","entry":{…}}`, for people and programs. The chain covers
 * each entry's bytes as stored: in older journals the text of `entry` itself, in all others the bytes that the line
 * carries as base64, `{"hash":"…","bytes":"…","entry":{…}}`. So anyone can check the chain:
 *
 * - without `bytes`: hash = SHA-256(previous hash as 64 hex digits ‖ entry text)
 * - with `bytes`: hash = SHA-256(previous hash as 32 bytes ‖ bytes)
 *
 * The hash before the first entry is 64 zeros.
 */
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openJournalReader } from '@bellwether/ledger/adapters/journal-sqlite/sqlite-journal.ts';
import { chainedBytes, entriesOfRecord, readableLines } from '@bellwether/ledger/record/journal-record.ts';
import { GENESIS_HASH, type JournalHead } from '@bellwether/ports/journal.ts';
import type { LogRecords } from '@bellwether/ports/log.ts';
import { type JournalElsewhere, openJournalElsewhere } from './open-journal.ts';

/**
 * Writes all entries to `output`, respecting its back-pressure, and leaves it open. Ends without an error if `output`
 * is a pipe whose reader closes it. Works beside a running venue. Throws `JournalCorruption`.
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

/** Export lines, one chunk per record. */
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
