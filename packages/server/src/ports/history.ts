/** What happened, one entry at a time: for answers that have to be made again. */
import type { ChainedEntry } from './journal.ts';
import type { Asker } from './reader.ts';

export interface History {
  /** An entry that is durable, as the journal has it. Throws as a read does when there is no time for it. */
  entry(sequence: number, asker: Asker): Promise<ChainedEntry>;
}

/** The read of a reader thread that finds one: its parameters are `{sequence}`, its answer the entry as JSON. */
export const JOURNALED_ENTRY = 'journaled-entry';

/** An entry as it is handed from thread to thread, its chain value with it. */
export function writeEntryText({ sequence, timeMs, command, events, hash }: ChainedEntry): string {
  return JSON.stringify({ sequence, timeMs, command, events, hash });
}

export function readEntryText(text: string): ChainedEntry {
  // Cast: the other end wrote it.
  return JSON.parse(text) as ChainedEntry;
}
