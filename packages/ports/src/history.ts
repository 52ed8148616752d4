/** Past events, one entry at a time: for answers that have to be rebuilt. */
import type { ChainedEntry } from './journal.ts';
import type { Asker } from './reader.ts';

export interface History {
  /** Returns a durable entry as the journal has it. Throws as a read does when there is no time for it now. */
  entry(sequence: number, asker: Asker): Promise<ChainedEntry>;
}

/**
 * Name of the read by which a reader thread finds an entry: its parameters are `{sequence}`, its answer the entry as JSON.
 */
export const JOURNALED_ENTRY = 'journaled-entry';

/** Serializes an entry and its chain value, to pass it between threads. */
export function writeEntryText({ sequence, timeMs, command, events, hash }: ChainedEntry): string {
  return JSON.stringify({ sequence, timeMs, command, events, hash });
}

export function readEntryText(text: string): ChainedEntry {
  // Cast: the other end wrote the text.
  return JSON.parse(text) as ChainedEntry;
}
