/**
 * The log: the one wire between the parts of a venue. One writer at a time appends records to it; everything else
 * follows. A record is durable before anyone is told of it, and what has been read once never changes.
 *
 * Opening a log for writing raises its epoch: a number higher than that of every writer before, under which each
 * of its appends is made. An earlier writer that is still alive, or wakes up, is fenced: none of its appends counts.
 * Who opens one of the other kind is refused, and changes nothing: see `journal-kind.ts`.
 */
import type { JournalHead, JournalRecord } from './journal.ts';
import type { JournalKind } from './journal-kind.ts';

/** What became of an append. Anything but `durable` ends the writer: it appends nothing more. */
export type AppendOutcome =
  | { readonly kind: 'durable' }
  /** The record does not continue the log under this writer's epoch: another one has the log. It is not there. */
  | { readonly kind: 'fenced'; readonly error: Error }
  /** The record is not there and never will be. */
  | { readonly kind: 'failed'; readonly error: Error }
  /**
   * It may be there or not, for example when the answer to a commit was lost. `head` then tells which, or rejects where
   * the log itself cannot know (a failed sync); until it has told, nothing of the record may be released or denied.
   */
  | { readonly kind: 'unknown'; readonly error: Error };

/** Records in order. */
export interface LogRecords {
  /** From the one that holds entry `from` (at least 1) to the end as it is now. Throws `JournalCorruption`. */
  read(from: number): Iterable<JournalRecord> | AsyncIterable<JournalRecord>;
}

export interface FollowableLog extends LogRecords {
  /**
   * From the record that holds entry `from` on, without a gap or a repeat, and then each as it becomes durable: what is
   * there together comes together, at least one record. Ends, without an error, once `signal` aborts. A reader that is
   * slow holds no one up: what does not wait for it in memory it gets from the log itself. Throws as `read` does.
   */
  follow(from: number, signal: AbortSignal): AsyncIterable<readonly JournalRecord[]>;
}

export interface LogReader extends FollowableLog {
  /** Whose it is: what the first one who opened it for writing has said. */
  readonly kind: JournalKind;
  /** Where the log ends for certain. Rejects with `JournalCorruption`, or when the log cannot tell: see `unknown`. */
  head(): Promise<JournalHead>;
}

/** A log that was opened for writing. */
export interface Log extends LogReader {
  /** A whole number; higher than that of every writer before. */
  readonly epoch: number;
  /** One at a time. Resolves once it is known what became of the record; never rejects. */
  append(record: JournalRecord): Promise<AppendOutcome>;
  close(): Promise<void>;
}
