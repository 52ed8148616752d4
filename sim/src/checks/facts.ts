/**
 * What can be known of a run from outside its parts, as plain data in the order in which it happened. Rules read these and
 * nothing else, so that a rule can be tested with a history that someone has written down.
 */
import type { Command, Event, OrderResult, RejectCode } from '@bellwether/engine';
import type { ChainedEntry } from '@bellwether/server/ports/journal.ts';
import type { FaultKind } from '../world.ts';

/** A writer has opened the log: its epoch is higher than every one before. */
export interface EpochRaised {
  readonly kind: 'epoch';
  readonly epoch: number;
}

/** A writer has ended, and whoever looks after processes knows: nothing is done under its epoch any more. */
export interface WriterGone {
  readonly kind: 'gone';
  readonly epoch: number;
}

/** A record became durable, whether or not its writer was told so. */
export interface Logged {
  readonly kind: 'logged';
  readonly epoch: number;
  readonly entries: readonly ChainedEntry[];
  /** True time, Unix milliseconds. */
  readonly atMs: number;
  /** Chain value before the first of them. */
  readonly previousHash: string;
  /** Length of the record as it is stored. */
  readonly bytes: number;
}

/** An exchange let go of the outcome of a command that it had accepted as this entry. */
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
  /** Certain that nothing came of it: malformed, or no room on the disk. */
  | { readonly kind: 'not_done' }
  /** It may have been done or not. An attempt without an answer counts the same. */
  | { readonly kind: 'unknown' };

export interface Answered {
  readonly kind: 'answered';
  readonly attempt: number;
  readonly answer: Answer;
  readonly atMs: number;
  /** Which process said so; they are numbered in the order in which they began. */
  readonly node: number;
  /** Which of the venue's nodes that is; 0 where there is one. */
  readonly member?: number;
  /**
   * Null while that process was the latest when the command was sent: it had everything then. An earlier one does not know yet
   * that it was replaced; then these are the entries that it had come to when it was asked and when it answered.
   */
  readonly knew: readonly [number, number] | null;
}

/** A client begins to read; what it was told before must be in what it reads. */
export interface ReadBegun {
  readonly kind: 'reading';
  readonly read: number;
  readonly client: number;
  /** Which process it asks. */
  readonly node: number;
  /** Which of the venue's nodes that is; 0 where there is one. */
  readonly member?: number;
  readonly of: 'memory' | 'rows';
}

/** One thing that a read has shown; `subject` names it as `Timeline` does, `value` is null where there is none. */
export interface Shown {
  readonly subject: string;
  readonly value: string | null;
}

/** What the read has shown, and the entry that it says it shows. */
export interface ReadDone {
  readonly kind: 'read';
  readonly read: number;
  readonly sequence: number;
  readonly shown: readonly Shown[];
}

/** A book as a client has it from messages alone, whole at `version`. */
export interface BookKept {
  readonly kind: 'book';
  readonly client: number;
  readonly market: number;
  readonly version: number;
  /** As `bookText` writes it. */
  readonly text: string;
}

/** A client was told something about a market's feed that cannot be: a gap, a repeat, a hash that does not fit. */
export interface FeedBroken {
  readonly kind: 'feed';
  readonly client: number;
  readonly message: string;
}

/** A part has come to an entry. */
export interface StateSeen {
  readonly kind: 'state';
  /** Which part, for people. */
  readonly of: string;
  readonly sequence: number;
  /** Chain value of that entry, as the part has it. */
  readonly hash: string;
  /** `hashState` of its state there; null where that was not looked at. */
  readonly stateHash: string | null;
}

/** How full something is that has a bound. */
export interface Filled {
  readonly kind: 'filled';
  readonly what: string;
  readonly size: number;
  readonly bound: number;
}

/** After the last fault: an order was placed and, if ever, answered so many milliseconds later. */
export interface Probed {
  readonly kind: 'probed';
  readonly what: string;
  readonly answeredAfterMs: number | null;
  /** How long it may take; ten seconds by default. */
  readonly withinMs?: number;
}

/** What the log says when it is read from its first entry, at the end. */
export interface LogRead {
  readonly kind: 'log';
  readonly hashes: readonly string[];
}

/** What an examination at the end has found, in words; null when all is well. */
export interface Examined {
  readonly kind: 'examined';
  readonly by: Examination;
  readonly problem: string | null;
}

export type Examination = 'verify' | 'rows' | 'rows-naive' | 'snapshots' | 'followers';

/** The disk of a leader's journal has no room for more than cancels from now on, or has some again. */
export interface RoomChanged {
  readonly kind: 'room';
  readonly epoch: number;
  readonly isFull: boolean;
}

/** A node of several has answered a client, since it knows that what it shows is not old. */
export interface SaidCurrent {
  readonly kind: 'current';
  readonly node: number;
  /** Whether it says that it leads. */
  readonly leads: boolean;
  /** What it shows. */
  readonly sequence: number;
  readonly atMs: number;
}

/** Something went wrong on purpose. */
export interface FaultHappened {
  readonly kind: 'fault';
  readonly fault: FaultKind;
  /** True time until which it lasts, of what cuts a leader off from its log; Unix milliseconds. */
  readonly untilMs?: number;
}

/** The run is over: no attempt will be answered any more. */
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
