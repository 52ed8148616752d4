/**
 * The format of journal entries and their hash chain, shared by whoever writes or reads them.
 *
 * An entry is one line of JSON `{"sequence":…,"timeMs":…,"command":{…},"events":[…]}`. Its chain value is
 * SHA-256(previous chain value as 64 hex digits ‖ line without the newline), in hex. The chain value of an entry that
 * holds a trade is that trade's public transaction hash.
 */
import { hash } from 'node:crypto';
import type { Command, Entry } from '@bellwether/engine';
import { JournalCorruption, type JournalHead, type JournalRecord } from './journal.ts';

/** Chain value after `line` (without newline), given the one before it. */
export function chainHash(previousHash: string, line: string): string {
  return hash('sha256', previousHash + line, 'hex');
}

/** An entry as read back, with its chain value. */
export interface ChainedEntry extends Entry<Command> {
  /** 64 hex digits. */
  readonly hash: string;
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
 * The entries of a record that must continue `expected` (null: wherever it stands). Checks its place, every line, every
 * sequence number and the whole chain; `JournalCorruption` names the record and what is wrong with it.
 */
export function entriesOfRecord(record: JournalRecord, expected: JournalHead | null): ChainedEntry[] {
  const corrupt = (what: string, options?: ErrorOptions): JournalCorruption =>
    new JournalCorruption(
      `journal record ${record.firstSequence}..${record.lastSequence} is damaged: ${what}`,
      options,
    );
  if (expected !== null) checkRecordContinues(record, expected);
  const lines = payloadLines(record.payload);
  if (!record.payload.endsWith('\n') || lines.length !== record.lastSequence - record.firstSequence + 1) {
    throw corrupt(`its payload has ${lines.length} complete lines`);
  }
  const entries: ChainedEntry[] = [];
  let chained = record.previousHash;
  for (const [index, line] of lines.entries()) {
    const sequence = record.firstSequence + index;
    chained = chainHash(chained, line);
    const entry = parseLine(line, (cause) => corrupt(`entry ${sequence} is not JSON`, { cause }));
    if (entry.sequence !== sequence) throw corrupt(`entry ${sequence} says it is ${entry.sequence}`);
    entries.push({ ...entry, hash: chained });
  }
  if (chained !== record.hash) throw corrupt('its content does not match its hash');
  return entries;
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
