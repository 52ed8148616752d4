/**
 * What a record holds: its entries and their hash chain. The chain value of an entry that holds a trade is that trade's
 * public transaction hash.
 *
 * Records are bytes (`record/`). Journals from before hold text: an entry is one line of JSON
 * `{"sequence":…,"timeMs":…,"command":{…},"events":[…]}`, its chain value SHA-256(previous chain value as 64 hex digits ‖
 * line without the newline). A journal may go over from text to bytes with any record.
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

/** Chain value after `line` (without newline), given the one before it. */
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
 * The entries of a record that must continue `expected` (null: wherever it is). Checks its place, every entry, every
 * sequence number and the whole chain; `JournalCorruption` names the record and what is wrong with it.
 */
export function entriesOfRecord(record: JournalRecord, expected: JournalHead | null): ChainedEntry[] {
  if (expected !== null) checkRecordContinues(record, expected);
  const { payload } = record;
  return typeof payload === 'string' ? entriesOfText(record, payload) : entriesOfBytes(record, payload);
}

/** The entries of a record that was hashed a moment ago: `chain` has their chain values, 32 bytes each. */
export function entriesChained(record: JournalRecord, chain: Uint8Array): ChainedEntry[] {
  const { payload } = record;
  if (typeof payload === 'string') return entriesOfText(record, payload);
  return reading(record, () => inPlace(record, readEntries(payload, chain)));
}

/**
 * The entries of a record that is followed. One from a log is hashed: its bytes were on a disk. One that the exchange of
 * this process tells of is not: what was hashed there a moment ago has only crossed to another thread; that its chain ends
 * as the record says is all there is to check.
 */
export function followedEntries(record: JournalRecord): ChainedEntry[] {
  const { chain } = record;
  if (chain === undefined) return entriesOfRecord(record, null);
  if (endOf(chain) === record.hash) return entriesChained(record, chain);
  throw new JournalCorruption(`journal record ${record.firstSequence}..${record.lastSequence} has another chain`);
}

/** The bytes of each entry that are chained; none for a record of text, whose lines are. */
export function chainedBytes({ payload }: JournalRecord): readonly Uint8Array[] {
  return typeof payload === 'string' ? [] : entryBytes(payload);
}

/** How long each entry of a record is as it is stored. */
export function entryLengths({ payload }: JournalRecord): number[] {
  if (typeof payload === 'string') return payloadLines(payload).map((line) => line.length + 1);
  return lengthsOfBytes(payload);
}

/** The part of a record that ends with entry `last`, which it holds: what the log had at that entry. Checks the record. */
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
    // One view of the memory for all who read it.
    const bytes = bufferOf(payload);
    const chain = chainOf(bytes, record.previousHash);
    if (endOf(chain) !== record.hash) {
      throw corrupt(record, 'its content does not match its hash');
    }
    return inPlace(record, readEntries(bytes, chain));
  });
}

/** The last of some chain values in hex digits; '' where there are none. */
const endOf = (chain: Uint8Array): string => bufferOf(chain).toString('hex', Math.max(0, chain.length - CHAIN_BYTES));

/** What reading bytes throws is that they are damaged. */
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
