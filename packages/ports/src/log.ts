/**
 * The log: the one wire between the parts of a venue. One writer at a time appends records to it; everything else
 * follows. A record is durable before it is announced, and a record that was read never changes.
 *
 * Opening a log for writing raises its epoch: a number higher than that of every earlier writer, under which each
 * append is made. An earlier writer that is still alive, or wakes up, is fenced: none of its appends counts. Opening a
 * log of the other kind is refused and changes nothing: see `journal-kind.ts`.
 */
import type { JournalHead, JournalRecord } from './journal.ts';
import type { JournalKind } from './journal-kind.ts';

/** Outcome of an append. Anything but `durable` ends the writer: it appends nothing more. */
export type AppendOutcome =
  | { readonly kind: 'durable' }
  /**
   * The record does not continue the log under this writer's epoch: another writer has the log. The record is not in
   * the log.
   */
  | { readonly kind: 'fenced'; readonly error: Error }
  /** The record is not in the log and never will be. */
  | { readonly kind: 'failed'; readonly error: Error }
  /**
   * The record may be in the log or not, for example when the answer to a commit was lost. `head` then tells which, or
   * rejects where the log itself cannot know (a failed sync). Until it has, the record may be neither released nor denied.
   */
  | { readonly kind: 'unknown'; readonly error: Error };

export interface LogRecords {
  /** Reads from the record that holds entry `from` (at least 1) to the current end. Throws `JournalCorruption`. */
  read(from: number): Iterable<JournalRecord> | AsyncIterable<JournalRecord>;
}

export interface FollowableLog extends LogRecords {
  /**
   * Reads from the record that holds entry `from`, without a gap or a repeat, and then each record as it becomes durable.
   * Records that are there together are handed over together, at least one. Ends, without an error, once `signal` aborts. A
   * slow reader delays no other: records that do not wait in memory are read from the log itself. Throws as `read` does.
   */
  follow(from: number, signal: AbortSignal): AsyncIterable<readonly JournalRecord[]>;
}

export interface LogReader extends FollowableLog {
  /** Kind that the first writer gave the log. */
  readonly kind: JournalKind;
  /** Durable end of the log. Rejects with `JournalCorruption`, or when the log cannot tell: see `unknown`. */
  head(): Promise<JournalHead>;
}

/** A log that was opened for writing. */
export interface Log extends LogReader {
  /** A whole number, higher than that of every earlier writer. */
  readonly epoch: number;
  /** One append at a time. Resolves once the outcome is known; never rejects. */
  append(record: JournalRecord): Promise<AppendOutcome>;
  close(): Promise<void>;
}
