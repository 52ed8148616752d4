/**
 * Records as they are read from a log: every entry and the whole hash chain is checked, because the bytes were on a
 * disk. Records are bytes (`record-bytes.ts`) or, in older journals, text (`record-text.ts`).
 */

import {
  type ChainedEntry,
  JournalCorruption,
  type JournalHead,
  type JournalRecord,
} from '@bellwether/ports/journal.ts';
import { ByteReader, ByteWriter, bufferOf } from '../bytes/bytes.ts';
import {
  CHAIN_BYTES,
  chainText,
  checkRecordContinues,
  eachEntry,
  entriesChained,
  readEntries,
  reading,
} from './record-bytes.ts';
import { entriesOfText, entryLine, payloadLines } from './record-text.ts';

/**
 * Entries of a record that must continue `expected` (null: at any place). Checks its place, every entry, every sequence
 * number and the whole chain; `JournalCorruption` names the record and the fault.
 */
export function entriesOfRecord(record: JournalRecord, expected: JournalHead | null): ChainedEntry[] {
  if (expected !== null) checkRecordContinues(record, expected);
  const { payload } = record;
  return reading(record, () => {
    if (typeof payload === 'string') return entriesOfText(record, payload);
    // One view of the memory for all readers.
    const bytes = bufferOf(payload);
    const chain = chainOf(bytes, record.previousHash);
    if (endOf(chain) !== record.hash) throw new RangeError('its content does not match its hash');
    return readEntries(record, bytes, chain);
  });
}

/**
 * Entries of a followed record. A record from a log is hashed, because its bytes were on a disk. A record from the
 * exchange of this process is not: it was hashed a moment ago and has only crossed to another thread. Then only the end
 * of its chain is compared with the record.
 */
export function followedEntries(record: JournalRecord): ChainedEntry[] {
  const { chain } = record;
  if (chain === undefined) return entriesOfRecord(record, null);
  if (endOf(chain) === record.hash) return entriesChained(record, chain);
  throw new JournalCorruption(`journal record ${record.firstSequence}..${record.lastSequence} has another chain`);
}

/** Bytes of each entry that the chain covers; empty for a text record, where the chain covers the lines. */
export function chainedBytes({ payload }: JournalRecord): readonly Uint8Array[] {
  return typeof payload === 'string' ? [] : entryBytes(payload);
}

export function entryLengths({ payload }: JournalRecord): number[] {
  if (typeof payload === 'string') return payloadLines(payload).map((line) => line.length + 1);
  return entryBytes(payload).map((bytes) => bytes.length);
}

/** The part of a record up to entry `last`, which it holds: the log's contents at that entry. Checks the record. */
export function recordUntil(record: JournalRecord, last: number): JournalRecord {
  const { firstSequence, lastSequence, previousHash, payload } = record;
  const entries = entriesOfRecord(record, null);
  const count = last - firstSequence + 1;
  const hash = entries[count - 1]?.hash;
  if (hash === undefined) throw new RangeError(`a record of ${firstSequence}..${lastSequence} does not hold ${last}`);
  const first =
    typeof payload === 'string'
      ? payloadLines(payload)
          .slice(0, count)
          .map((line) => `${line}\n`)
          .join('')
      : firstEntries(payload, count);
  return { firstSequence, lastSequence: last, previousHash, hash, payload: first };
}

/** Each entry of a record as a line of JSON for people. */
export function readableLines(record: JournalRecord, entries: readonly ChainedEntry[]): string[] {
  if (typeof record.payload === 'string') return payloadLines(record.payload);
  return entries.map(({ sequence, timeMs, command, events }) =>
    entryLine(sequence, timeMs, JSON.stringify(command), JSON.stringify(events)),
  );
}

/** The last of several chain values in hex digits; '' if there are none. */
const endOf = (chain: Uint8Array): string => bufferOf(chain).toString('hex', Math.max(0, chain.length - CHAIN_BYTES));

/** Bytes of each entry of a payload. Throws `RangeError` when the payload is not of this format. */
function entryBytes(payload: Uint8Array): Uint8Array[] {
  const entries: Uint8Array[] = [];
  eachEntry(new ByteReader(payload), payload.length, (from, to) => entries.push(payload.subarray(from, to)));
  return entries;
}

/** A payload with the first `count` entries of another one. Throws `RangeError` when it has fewer. */
function firstEntries(payload: Uint8Array, count: number): Uint8Array<ArrayBuffer> {
  let [entries, end] = [0, 0];
  eachEntry(new ByteReader(payload), payload.length, (_from, to) => {
    entries++;
    if (entries === count) end = to;
  });
  if (end === 0) throw new RangeError(`it has ${entries} entries, not ${count}`);
  return new Uint8Array(payload.subarray(0, end));
}

/** Buffer for the next input to the hash: a separate buffer for each record would cost more than the hash itself. */
const CHAINED = new ByteWriter();

/**
 * Chain values of a payload's entries, which follow `previousHash`: 32 bytes each, in order. Throws `RangeError` when
 * the payload is not of this format.
 */
function chainOf(payload: Uint8Array, previousHash: string): Buffer {
  const bytes = bufferOf(payload);
  let count = 0;
  eachEntry(new ByteReader(bytes), bytes.length, () => {
    count++;
  });
  // Exactly the size needed: the values of one entry or two need no memory beside the object.
  const values = Buffer.allocUnsafeSlow(count * CHAIN_BYTES);
  let valuesAt = 0;
  const chained = CHAINED;
  chained.clear();
  chained.put(Buffer.from(previousHash, 'hex'));
  eachEntry(new ByteReader(bytes), bytes.length, (from, to) => {
    chained.putPart(bytes, from, to);
    const chain = chainText(chained.view());
    for (let at = 0; at < CHAIN_BYTES; at++) values[valuesAt++] = chain.charCodeAt(at);
    chained.clear();
    chained.latin1(chain);
  });
  return values;
}
