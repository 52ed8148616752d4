/** Input and output of the sequencer: commands, and batches with their outcomes. */
import type { AcceptedDecision, Decision, Malformed } from '@bellwether/engine';
import type { JournalRecord } from '@bellwether/ports/journal.ts';

/** A command as JSON, with the number its outcome will carry. */
export type QueuedCommand = { readonly id: number; readonly json: string };

/** Outcome of one queued command; `id` is the id under which it was queued. */
export type SequencedOutcome = { readonly id: number } & (
  | { readonly kind: 'accepted'; readonly sequence: number; readonly notCanceled: Readonly<Record<string, string>> }
  | Exclude<Decision, AcceptedDecision>
  /** The command had no effect: the disk has too little space left to journal it. */
  | { readonly kind: 'no_room' }
  /** The command had no effect: too many commands wait. */
  | { readonly kind: 'busy' }
  /** The command had no effect: no node leads. */
  | { readonly kind: 'no_leader' }
  /** The command was passed on to a leader that was lost before it answered: it is carried out, or not, or will be. */
  | { readonly kind: 'unknown' }
  | Malformed
);

/** Chain of a batch without a record. */
export const NO_CHAIN = new Uint8Array(0);

export interface ReleasedBatch {
  /** Null when nothing in the batch changed anything. */
  readonly record: JournalRecord | null;
  /** Chain value of each entry of the record, in order, 32 bytes each; this memory is not shared. */
  readonly chain: Uint8Array<ArrayBuffer>;
  /** In the order in which the commands were queued. */
  readonly outcomes: readonly SequencedOutcome[];
}
