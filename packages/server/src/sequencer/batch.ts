/** One batch while it is being put together: entries chained onto the head, and the outcomes that wait for them. */
import type { Malformed, OrderResult, Reject } from '@bellwether/engine';
import type { JournalHead, JournalRecord } from '../ports/journal.ts';
import { chainHash } from '../ports/journal-record.ts';

/** What became of one queued command; `id` is the one it was queued with. */
export type SequencedOutcome = { readonly id: number } & (
  | { readonly kind: 'accepted'; readonly sequence: number; readonly notCanceled: Readonly<Record<string, string>> }
  | { readonly kind: 'unchanged'; readonly notCanceled: Readonly<Record<string, string>> }
  | { readonly kind: 'duplicate'; readonly result: OrderResult }
  | { readonly kind: 'repeated'; readonly sequence: number }
  /** Nothing came of it: the disk has too little room left to journal it. */
  | { readonly kind: 'no_room' }
  /** Nothing came of it: too many commands wait. */
  | { readonly kind: 'busy' }
  | Malformed
  | Reject
);

/** What a durable batch lets go of. */
export interface ReleasedBatch {
  /** null when nothing of the batch changed anything. */
  readonly record: JournalRecord | null;
  /** Chain value of each entry of the record, in order. */
  readonly entryHashes: readonly string[];
  /** In the order in which the commands were queued. */
  readonly outcomes: readonly SequencedOutcome[];
}

export class Batch {
  readonly outcomes: SequencedOutcome[] = [];
  readonly #start: JournalHead;
  readonly #entryHashes: string[] = [];
  #payload = '';
  #hash: string;

  constructor(start: JournalHead) {
    this.#start = start;
    this.#hash = start.hash;
  }

  /** Entries so far. */
  get entries(): number {
    return this.#entryHashes.length;
  }

  /** Characters of payload so far. */
  get payloadLength(): number {
    return this.#payload.length;
  }

  /** Where the journal stands once this batch is in it. */
  get head(): JournalHead {
    return { sequence: this.#start.sequence + this.entries, hash: this.#hash };
  }

  addLine(line: string): void {
    this.#hash = chainHash(this.#hash, line);
    this.#entryHashes.push(this.#hash);
    this.#payload += `${line}\n`;
  }

  release(): ReleasedBatch {
    return { record: this.#record(), entryHashes: this.#entryHashes, outcomes: this.outcomes };
  }

  #record(): JournalRecord | null {
    if (this.entries === 0) return null;
    return {
      firstSequence: this.#start.sequence + 1,
      lastSequence: this.head.sequence,
      previousHash: this.#start.hash,
      hash: this.#hash,
      payload: this.#payload,
    };
  }
}
