/** One batch while it is being put together: entries chained onto the head, and the outcomes that wait for them. */
import type { Command, Event, Malformed, OrderResult, Reject, Stamp } from '@bellwether/engine';
import type { JournalHead, JournalRecord } from '../ports/journal.ts';
import type { RecordWriter } from '../record/record-bytes.ts';

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
  /** Nothing came of it: no node leads. */
  | { readonly kind: 'no_leader' }
  /** It was passed on to a leader that was lost before it answered: it is carried out, or not, or will be. */
  | { readonly kind: 'unknown' }
  | Malformed
  | Reject
);

/** What a durable batch lets go of. */
export interface ReleasedBatch {
  /** null when nothing of the batch changed anything. */
  readonly record: JournalRecord | null;
  /** Chain value of each entry of the record, in order, 32 bytes each; no one else has this memory. */
  readonly chain: Uint8Array<ArrayBuffer>;
  /** In the order in which the commands were queued. */
  readonly outcomes: readonly SequencedOutcome[];
}

export class Batch {
  readonly outcomes: SequencedOutcome[] = [];
  readonly #writer: RecordWriter;

  /** Takes the writer until `release`. */
  constructor(start: JournalHead, writer: RecordWriter) {
    this.#writer = writer;
    writer.begin(start);
  }

  /** Entries so far. */
  get entries(): number {
    return this.#writer.entries;
  }

  /** Bytes of payload so far. */
  get payloadLength(): number {
    return this.#writer.length;
  }

  /** Where the journal stands once this batch is in it. */
  get head(): JournalHead {
    return this.#writer.head;
  }

  /** Writes an entry and answers its bytes; it is part of the batch once `add` says so. */
  write(stamp: Stamp, command: Command, json: string, events: readonly Event[]): number {
    return this.#writer.write(stamp, command, json, events);
  }

  /** Takes the entry in that was written last. */
  add(): void {
    this.#writer.keep();
  }

  release(): ReleasedBatch {
    const written = this.#writer.finish();
    return { record: written?.record ?? null, chain: written?.chain ?? NO_CHAIN, outcomes: this.outcomes };
  }
}

const NO_CHAIN = new Uint8Array(0);
