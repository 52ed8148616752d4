/**
 * Facts about a run as seen from outside its parts: plain data, in the order in which things happened. Rules read only
 * these, so a rule can be tested with a hand-written history. Times are true time, in Unix milliseconds.
 */
import type { Command, Event, OrderResult, RejectCode } from '@bellwether/engine';
import type { ChainedEntry } from '@bellwether/server/ports/journal.ts';
import type { FaultKind } from '../faults/faults.ts';

export type Fact =
  /** A writer has opened the log; its epoch is higher than every earlier one. */
  | { readonly kind: 'epoch'; readonly epoch: number }
  /** A writer has ended and the supervisor knows it: nothing happens under its epoch any more. */
  | { readonly kind: 'gone'; readonly epoch: number }
  /** A record became durable, whether or not its writer was told. */
  | {
      readonly kind: 'logged';
      readonly epoch: number;
      readonly entries: readonly ChainedEntry[];
      readonly atMs: number;
      /** Chain value before the first of these entries. */
      readonly previousHash: string;
      /** Length of the stored record. */
      readonly bytes: number;
    }
  /** An exchange released the outcome of a command that it had accepted as this entry. */
  | { readonly kind: 'released'; readonly epoch: number; readonly sequence: number }
  /** A client sends a command. Attempts are numbered from 0 over all clients; a repeat is a new attempt. */
  | {
      readonly kind: 'called';
      readonly attempt: number;
      readonly client: number;
      readonly command: Command;
      readonly atMs: number;
    }
  | {
      readonly kind: 'answered';
      readonly attempt: number;
      readonly answer: Answer;
      readonly atMs: number;
      /** Process that answered; processes are numbered in the order of their start. */
      readonly node: number;
      /** Index of that process's node; 0 in a single-node venue. */
      readonly member?: number;
      /**
       * Null if that process was the latest when the command was sent: it had everything then. An earlier process does
       * not know yet that it was replaced. In that case: the entries it had reached when it was asked and when it
       * answered.
       */
      readonly knew: readonly [number, number] | null;
    }
  /** A client begins to read; the result must include everything that the client was told before. */
  | {
      readonly kind: 'reading';
      readonly read: number;
      readonly client: number;
      /** Process that the client asks. */
      readonly node: number;
      /** Index of that process's node; 0 in a single-node venue. */
      readonly member?: number;
      readonly of: 'memory' | 'rows';
    }
  /** Values that the read has shown, and the entry that it claims to show. */
  | { readonly kind: 'read'; readonly read: number; readonly sequence: number; readonly shown: readonly Shown[] }
  /** A client's copy of a book, built from messages alone and complete at `version`; `text` as of `bookText`. */
  | {
      readonly kind: 'book';
      readonly client: number;
      readonly market: number;
      readonly version: number;
      readonly text: string;
    }
  /** A client received an impossible feed message: a gap, a repeat, or a wrong hash. */
  | { readonly kind: 'feed'; readonly client: number; readonly message: string }
  /** A part has reached an entry. */
  | {
      readonly kind: 'state';
      /** Name of the part, for people. */
      readonly of: string;
      readonly sequence: number;
      /** Chain value of that entry, according to the part. */
      readonly hash: string;
      /** `hashState` of the part's state there; null if it was not computed. */
      readonly stateHash: string | null;
    }
  /** Fill level of something bounded. */
  | { readonly kind: 'filled'; readonly what: string; readonly size: number; readonly bound: number }
  /**
   * After the last fault: something was asked and answered this many milliseconds later, if ever. `withinMs`: time
   * allowed for the answer; ten seconds by default.
   */
  | {
      readonly kind: 'probed';
      readonly what: string;
      readonly answeredAfterMs: number | null;
      readonly withinMs?: number;
    }
  /** Chain values of the log, read from its first entry at the end of the run. */
  | { readonly kind: 'log'; readonly hashes: readonly string[] }
  /** Result of an examination at the end; `problem` is null if all is well. */
  | { readonly kind: 'examined'; readonly by: Examination; readonly problem: string | null }
  /** The disk of a leader's journal now has room for cancels only, or has room for everything again. */
  | { readonly kind: 'room'; readonly epoch: number; readonly isFull: boolean }
  /** A node of a multi-node venue has answered a client because it knows that its data is current. */
  | {
      readonly kind: 'current';
      readonly node: number;
      /** True if the node claims to lead. */
      readonly leads: boolean;
      /** Entry that the node shows. */
      readonly sequence: number;
      readonly atMs: number;
    }
  /** A fault was injected. `untilMs`: end of a fault that cuts a leader off from its log. */
  | { readonly kind: 'fault'; readonly fault: FaultKind; readonly untilMs?: number }
  /** The run is over; no further attempt will be answered. */
  | { readonly kind: 'ended' };

export type FactOf<Kind extends Fact['kind']> = Extract<Fact, { readonly kind: Kind }>;

export type Answer =
  | {
      readonly kind: 'accepted';
      readonly sequence: number;
      readonly events: readonly Event[];
      readonly notCanceled: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'unchanged'; readonly notCanceled: Readonly<Record<string, string>> }
  | { readonly kind: 'duplicate'; readonly result: OrderResult }
  | { readonly kind: 'repeated'; readonly sequence: number }
  | { readonly kind: 'reject'; readonly code: RejectCode }
  /** The command was certainly not carried out and never will be. */
  | { readonly kind: 'not_done'; readonly code: 'storage_full' | 'malformed' | 'no_leader' | 'busy' | 'unreachable' }
  /** The command may have been carried out once, or not at all. An attempt without an answer counts the same. */
  | { readonly kind: 'unknown' };

/** One value that a read has shown. `subject` is a name as in `Timeline`; `value` is null if there is no value. */
export interface Shown {
  readonly subject: string;
  readonly value: string | null;
}

/** Examinations at the end of a run, by the name of their rule. */
export const EXAMINATIONS = [
  'followers-agree',
  'snapshot-and-tail',
  'verify-agrees',
  'rows-rebuilt-are-the-same',
  'rows-are-a-naive-fold',
] as const;

export type Examination = (typeof EXAMINATIONS)[number];
