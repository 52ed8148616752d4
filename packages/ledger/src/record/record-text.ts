/**
 * A record in text, format 1, as older journals hold it: an entry is one line of JSON
 * `{"sequence":…,"timeMs":…,"command":{…},"events":[…]}`, its chain value SHA-256(previous chain value as 64 hex digits
 * ‖ line without the newline). A journal may change from text to bytes with any record.
 */
import { hash } from 'node:crypto';
import type { Command, Entry } from '@bellwether/engine';
import type { ChainedEntry, JournalRecord } from '@bellwether/ports/journal.ts';

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

/** Entries of a text payload. Throws an error, not yet named after the record, when it is damaged. */
export function entriesOfText(record: JournalRecord, payload: string): ChainedEntry[] {
  const lines = payloadLines(payload);
  if (!payload.endsWith('\n') || lines.length !== record.lastSequence - record.firstSequence + 1) {
    throw new RangeError(`its payload has ${lines.length} complete lines`);
  }
  const entries: ChainedEntry[] = [];
  let chained = record.previousHash;
  for (const [index, line] of lines.entries()) {
    const sequence = record.firstSequence + index;
    chained = chainHash(chained, line);
    const entry = parseLine(line, sequence);
    if (entry.sequence !== sequence) throw new RangeError(`entry ${sequence} says it is ${entry.sequence}`);
    entries.push({ ...entry, hash: chained });
  }
  if (chained !== record.hash) throw new RangeError('its content does not match its hash');
  return entries;
}

function parseLine(line: string, sequence: number): Entry<Command> {
  try {
    return JSON.parse(line) as Entry<Command>;
  } catch (cause) {
    throw new RangeError(`entry ${sequence} is not JSON`, { cause });
  }
}
