/**
 * What an exchange and its client say to each other. Commands and outcomes travel as JSON text: one long string is
 * cheaper to hand over than many objects.
 */
import type { JournalHead, JournalRecord } from '../ports/journal.ts';
import type { NodeStanding } from '../ports/nodes.ts';
import type { StorageState } from '../ports/storage.ts';

export type ToExchange =
  /** Both sides are at the same entry: begin. */
  | { readonly kind: 'start' }
  /** Consecutive ids from `firstId`; one command as JSON per line. */
  | { readonly kind: 'commands'; readonly firstId: number; readonly lines: string }
  /** Clients can reach the venue. */
  | { readonly kind: 'open' }
  /** There is a snapshot of this entry, and with it the closed orders that its state had handed out. */
  | { readonly kind: 'saved'; readonly sequence: number }
  /** Finish what was sent, close the journal and end. */
  | { readonly kind: 'stop' };

/** How an exchange came to its state. */
export interface ExchangeStart {
  readonly head: JournalHead;
  /** Why snapshots were not used, in words. */
  readonly passedOver: readonly string[];
  /** Entries of the snapshots that are damaged. */
  readonly damaged: readonly number[];
  /** Entry of the snapshot that it took of a state for which it had to read many entries; 0 = none. */
  readonly savedSequence: number;
}

export type FromExchange =
  /** It is recovered up to this entry and waits for `start`. */
  | ({ readonly kind: 'ready' } & ExchangeStart)
  | {
      readonly kind: 'batch';
      readonly record: JournalRecord | null;
      /** Chain value of each of its entries, 32 bytes each. */
      readonly chain: Uint8Array;
      /** JSON array of `SequencedOutcome`. */
      readonly outcomes: string;
    }
  /** How far the machine's wall clock is ahead of the venue's time (negative: behind); sent when the figure has changed. */
  | { readonly kind: 'clock'; readonly differenceSeconds: number }
  /** How the disk is; sent when that has changed. */
  | { readonly kind: 'storage'; readonly storage: StorageState }
  /** What this node is among those of the venue: sent when it changes, and a few times a second. */
  | { readonly kind: 'standing'; readonly standing: NodeStanding }
  /** Everything sent before `stop` is done and the journal is closed. */
  | { readonly kind: 'stopped' }
  /** Nothing more can be acknowledged: the process must end. `name` is the error's class. */
  | { readonly kind: 'failed'; readonly name: string; readonly message: string };
