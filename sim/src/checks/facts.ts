/**
 * Facts about a run as seen from outside its parts: plain data, in the order in which things happened. Rules read only
 * these, so a rule can be tested with a hand-written history.
 */
import type { Command, Event, OrderResult, RejectCode } from '@bellwether/engine';
import type { ChainedEntry } from '@bellwether/server/ports/journal.ts';
import type { FaultKind } from '../world.ts';

/** A writer has opened the log; its epoch is higher than every earlier one. */
export interface EpochRaised {
  readonly kind: 'epoch';
  readonly epoch: number;
}

/** A writer has ended and the supervisor knows it: nothing happens under its epoch any more. */
export interface WriterGone {
  readonly kind: 'gone';
  readonly epoch: number;
}

/** A record became durable, whether or not its writer was told. */
export interface Logged {
  readonly kind: 'logged';
  readonly epoch: number;
  readonly entries: readonly ChainedEntry[];
  /** True time, Unix milliseconds. */
  readonly atMs: number;
  /** Chain value before the first of these entries. */
  readonly previousHash: string;
  /** Length of the stored record. */
  readonly bytes: number;
}

/** An exchange released the outcome of a command that it had accepted as this entry. */
export interface Released {
  readonly kind: 'released';
  readonly epoch: number;
  readonly sequence: number;
}

/** A client sends a command. Attempts are numbered from 0 over all clients; a repeat is a new attempt. */
export interface Called {
  readonly kind: 'called';
  readonly attempt: number;
  readonly client: number;
  readonly command: Command;
  readonly atMs: number;
}

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
  /** The command was certainly not carried out: malformed, or no room on the disk. */
  | { readonly kind: 'not_done' }
  /** The command may have been carried out or not. An attempt without an answer counts the same. */
  | { readonly kind: 'unknown' };

export interface Answered {
  readonly kind: 'answered';
  readonly attempt: number;
  readonly answer: Answer;
  readonly atMs: number;
  /** Process that answered; processes are numbered in the order of their start. */
  readonly node: number;
  /** Index of that process's node; 0 in a single-node venue. */
  readonly member?: number;
  /**
   * Null if that process was the latest when the command was sent: it had everything then. An earlier process does not
   * know yet that it was replaced. In that case: the entries it had reached when it was asked and when it answered.
   */
  readonly knew: readonly [number, number] | null;
}

/** A client begins to read; the result must include everything that the client was told before. */
export interface ReadBegun {
  readonly kind: 'reading';
  readonly read: number;
  readonly client: number;
  /** Process that the client asks. */
  readonly node: number;
  /** Index of that process's node; 0 in a single-node venue. */
  readonly member?: number;
  readonly of: 'memory' | 'rows';
}

/** One value that a read has shown. `subject` is a name as in `Timeline`; `value` is null if there is no value. */
export interface Shown {
  readonly subject: string;
  readonly value: string | null;
}

/** Values that the read has shown, and the entry that it claims to show. */
export interface ReadDone {
  readonly kind: 'read';
  readonly read: number;
  readonly sequence: number;
  readonly shown: readonly Shown[];
}

/** A client's copy of a book, built from messages alone and complete at `version`. */
export interface BookKept {
  readonly kind: 'book';
  readonly client: number;
  readonly market: number;
  readonly version: number;
  /** Text in the format of `bookText`. */
  readonly text: string;
}

/** A client received an impossible feed message: a gap, a repeat, or a wrong hash. */
export interface FeedBroken {
  readonly kind: 'feed';
  readonly client: number;
  readonly message: string;
}

/** A part has reached an entry. */
export interface StateSeen {
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
export interface Filled {
  readonly kind: 'filled';
  readonly what: string;
  readonly size: number;
  readonly bound: number;
}

/** After the last fault: an order was placed and answered this many milliseconds later, if ever. */
export interface Probed {
  readonly kind: 'probed';
  readonly what: string;
  readonly answeredAfterMs: number | null;
  /** Time allowed for the answer; ten seconds by default. */
  readonly withinMs?: number;
}

/** Chain values of the log, read from its first entry at the end of the run. */
export interface LogRead {
  readonly kind: 'log';
  readonly hashes: readonly string[];
}

/** Result of an examination at the end; `problem` is null if all is well. */
export interface Examined {
  readonly kind: 'examined';
  readonly by: Examination;
  readonly problem: string | null;
}

export type Examination = 'verify' | 'rows' | 'rows-naive' | 'snapshots' | 'followers';

/** The disk of a leader's journal now has room for cancels only, or has room for everything again. */
export interface RoomChanged {
  readonly kind: 'room';
  readonly epoch: number;
  readonly isFull: boolean;
}

/** A node of a multi-node venue has answered a client because it knows that its data is current. */
export interface SaidCurrent {
  readonly kind: 'current';
  readonly node: number;
  /** True if the node claims to lead. */
  readonly leads: boolean;
  /** Entry that the node shows. */
  readonly sequence: number;
  readonly atMs: number;
}

/** A fault was injected. */
export interface FaultHappened {
  readonly kind: 'fault';
  readonly fault: FaultKind;
  /** End of a fault that cuts a leader off from its log, Unix milliseconds in true time. */
  readonly untilMs?: number;
}

/** The run is over; no further attempt will be answered. */
export interface Ended {
  readonly kind: 'ended';
}

export type Fact =
  | EpochRaised
  | WriterGone
  | Logged
  | Released
  | Called
  | Answered
  | ReadBegun
  | ReadDone
  | BookKept
  | FeedBroken
  | StateSeen
  | Filled
  | Probed
  | LogRead
  | Examined
  | SaidCurrent
  | FaultHappened
  | RoomChanged
  | Ended;
