/**
 * Facts about a run as seen from outside its parts: plain data, in the order in which things happened. Rules read only
 * these, so a rule can be tested with a hand-written history. Times are true time, in Unix milliseconds.
 */
import type { Command, Event, OrderResult, RejectCode } from '@bellwether/engine';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import type { FaultKind } from '../faults/faults.ts';

/** What each kind of fact says. Attempts are numbered from 0 over all clients; a repeat is a new attempt. */
interface Facts {
  /** A writer has opened the log; its epoch is higher than every earlier one. */
  epoch: { epoch: number };
  /** A writer has ended and the supervisor knows it: nothing happens under its epoch any more. */
  gone: { epoch: number };
  /** A record became durable, whether or not its writer was told. `previousHash`: chain value before its first entry. */
  logged: { epoch: number; entries: readonly ChainedEntry[]; atMs: number; previousHash: string; bytes: number };
  /** An exchange released the outcome of a command that it had accepted as this entry. */
  released: { epoch: number; sequence: number };
  called: { attempt: number; client: number; command: Command; atMs: number };
  answered: Asked & {
    attempt: number;
    answer: Answer;
    atMs: number;
    /**
     * Null if that process was the latest when the command was sent: it had everything then. An earlier process does
     * not know yet that it was replaced. In that case: the entries it had reached when it was asked and when it
     * answered.
     */
    knew: readonly [number, number] | null;
  };
  /** A client begins to read; the result must include everything that the client was told before. */
  reading: Asked & { read: number; client: number; of: 'memory' | 'rows' };
  /** Values that the read has shown, and the entry that it claims to show. */
  read: { read: number; sequence: number; shown: readonly Shown[] };
  /** A client's copy of a book, built from messages alone and complete at `version`; `text` as of `bookText`. */
  book: { client: number; market: number; version: number; text: string };
  /** A client received an impossible feed message: a gap, a repeat, or a wrong hash. */
  feed: { client: number; message: string };
  /**
   * A part has reached an entry. `hash`: the entry's chain value according to the part; `stateHash`: `hashState` of its
   * state there, or null if that was not computed.
   */
  state: { of: string; sequence: number; hash: string; stateHash: string | null };
  filled: { what: string; size: number; bound: number };
  /**
   * After the last fault: something was asked and answered this many milliseconds later, if ever. `withinMs`: time
   * allowed for the answer; ten seconds by default.
   */
  probed: { what: string; answeredAfterMs: number | null; withinMs?: number };
  /** Chain values of the log, read from its first entry at the end of the run. */
  log: { hashes: readonly string[] };
  /** Result of an examination at the end; `problem` is null if all is well. */
  examined: { by: Examination; problem: string | null };
  /** The disk of a leader's journal now has room for cancels only, or has room for everything again. */
  room: { epoch: number; isFull: boolean };
  /** A node of a multi-node venue has answered a client because it knows that its data is current. */
  current: { node: number; leads: boolean; sequence: number; atMs: number };
  /** A fault was injected. `untilMs`: end of a fault that cuts a leader off from its log. */
  fault: { fault: FaultKind; untilMs?: number };
  /** The run is over; no further attempt will be answered. */
  ended: object;
}

/** Process that a client asks, numbered in the order of starts, and its node in a venue of several. */
interface Asked {
  node: number;
  member?: number;
}

export type FactOf<Kind extends keyof Facts> = { readonly kind: Kind } & Readonly<Facts[Kind]>;

export type Fact = { [Kind in keyof Facts]: FactOf<Kind> }[keyof Facts];

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

export const EXAMINATIONS = [
  'followers-agree',
  'snapshot-and-tail',
  'verify-agrees',
  'rows-rebuilt-are-the-same',
  'rows-are-a-naive-fold',
] as const;

export type Examination = (typeof EXAMINATIONS)[number];
