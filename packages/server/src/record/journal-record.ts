/**
 * Contents of a record: its entries and their hash chain. The chain value of an entry that holds a trade is that
 * trade's public transaction hash.
 *
 * Records are bytes (`record/`). Older journals hold text: an entry is one line of JSON
 * `{"sequence":…,"timeMs":…,"command":{…},"events":[…]}`, its chain value SHA-256(previous chain value as 64 hex digits
 * ‖ line without the newline). A journal may change from text to bytes with any record.
 */
import { hash } from 'node:crypto';
import type { Command, Entry } from '@bellwether/engine';
import { bufferOf } from '../bytes/bytes.ts';
import { type ChainedEntry, JournalCorruption, type JournalHead, type JournalRecord } from '../ports/journal.ts';
import {
  type BytesEntry,
  CHAIN_BYTES,
  chainOf,
  entryBytes,
  firstEntries,
  entryLengths as lengthsOfBytes,
  readEntries,
} from './record-bytes.ts';

/** Chain value after `line` (without newline), given the previous one. */
export function chainHash(previousHash: string, line: string): string {
  return hash('sha256', previousHash + line, 'hex');
}

/** Builds the line of an entry from parts that are JSON already: neither is serialised twice. */
export function entryLine(sequence: number, timeMs: number, commandJson: string, eventsJson: string): string {
  return `{"sequence":${sequence},"timeMs":${timeMs},"command":${commandJson},"events":${eventsJson}}`;
}

/** Splits a payload into its lines, without their newlines. */
export function payloadLines(payload: string): string[] {
  const lines = payload.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/**
 * Entries of a record that must continue `expected` (null: at any place). Checks its place, every entry, every sequence
 * number and the whole chain; `JournalCorruption` names the record and the fault.
 */
export function entriesOfRecord(record: JournalRecord, expected: JournalHead | null): ChainedEntry[] {
  if (expected !== null) checkRecordContinues(record, expected);
  const { payload } = record;
  return typeof payload === 'string' ? entriesOfText(record, payload) : entriesOfBytes(record, payload);
}

/** Entries of a record that was just hashed: `chain` holds their chain values, 32 bytes each. */
export function entriesChained(record: JournalRecord, chain: Uint8Array): ChainedEntry[] {
  const { payload } = record;
  if (typeof payload === 'string') return entriesOfText(record, payload);
  return reading(record, () => inPlace(record, readEntries(payload, chain)));
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
  return lengthsOfBytes(payload);
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

function entriesOfBytes(record: JournalRecord, payload: Uint8Array): ChainedEntry[] {
  return reading(record, () => {
    // One view of the memory for all readers.
    const bytes = bufferOf(payload);
    const chain = chainOf(bytes, record.previousHash);
    if (endOf(chain) !== record.hash) {
      throw corrupt(record, 'its content does not match its hash');
    }
    return inPlace(record, readEntries(bytes, chain));
  });
}

/** The last of several chain values in hex digits; '' if there are none. */
const endOf = (chain: Uint8Array): string => bufferOf(chain).toString('hex', Math.max(0, chain.length - CHAIN_BYTES));

/** Runs `read` and turns its errors into corruption of the record. */
function reading<T>(record: JournalRecord, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof JournalCorruption) throw error;
    throw corrupt(record, error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function inPlace(record: JournalRecord, entries: BytesEntry[]): BytesEntry[] {
  if (entries.length !== record.lastSequence - record.firstSequence + 1) {
    throw corrupt(record, `it has ${entries.length} entries`);
  }
  for (let index = 0; index < entries.length; index++) {
    const sequence = record.firstSequence + index;
    const entry = entries[index] as BytesEntry;
    if (entry.sequence !== sequence) throw corrupt(record, `entry ${sequence} says it is ${entry.sequence}`);
  }
  return entries;
}

function entriesOfText(record: JournalRecord, payload: string): ChainedEntry[] {
  const lines = payloadLines(payload);
  if (!payload.endsWith('\n') || lines.length !== record.lastSequence - record.firstSequence + 1) {
    throw corrupt(record, `its payload has ${lines.length} complete lines`);
  }
  const entries: ChainedEntry[] = [];
  let chained = record.previousHash;
  for (const [index, line] of lines.entries()) {
    const sequence = record.firstSequence + index;
    chained = chainHash(chained, line);
    const entry = parseLine(line, (cause) => corrupt(record, `entry ${sequence} is not JSON`, { cause }));
    if (entry.sequence !== sequence) throw corrupt(record, `entry ${sequence} says it is ${entry.sequence}`);
    entries.push({ ...entry, hash: chained });
  }
  if (chained !== record.hash) throw corrupt(record, 'its content does not match its hash');
  return entries;
}

function corrupt(
  { firstSequence, lastSequence }: JournalRecord,
  what: string,
  options?: ErrorOptions,
): JournalCorruption {
  return new JournalCorruption(`journal record ${firstSequence}..${lastSequence} is damaged: ${what}`, options);
}

/** Throws `JournalCorruption` unless `record` begins right after `head`, in sequence and in the hash chain. */
export function checkRecordContinues(record: JournalRecord, head: JournalHead): void {
  const name = `journal record ${record.firstSequence}..${record.lastSequence}`;
  if (record.firstSequence !== head.sequence + 1) {
    throw new JournalCorruption(`${name} does not continue: the entry before it is ${head.sequence}`);
  }
  if (record.lastSequence < record.firstSequence)
    throw new JournalCorruption(`${name} is damaged: it ends before it begins`);
  if (record.previousHash !== head.hash) {
    throw new JournalCorruption(`${name} is damaged: it does not continue the hash chain after entry ${head.sequence}`);
  }
}

function parseLine(line: string, fail: (cause: unknown) => JournalCorruption): Entry<Command> {
  try {
    return JSON.parse(line) as Entry<Command>;
  } catch (error) {
    throw fail(error);
  }
}
