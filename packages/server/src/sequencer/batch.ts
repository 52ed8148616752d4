/** One batch under construction: entries chained onto the head, and the outcomes that wait until they are durable. */
import type { Command, Event, Malformed, OrderResult, Reject, Stamp } from '@bellwether/engine';
import type { JournalHead, JournalRecord } from '../ports/journal.ts';
import type { RecordWriter } from '../record/record-bytes.ts';

/** A command as JSON, with the number its outcome will carry. */
export interface QueuedCommand {
  readonly id: number;
  readonly json: string;
}

/** Outcome of one queued command; `id` is the id under which it was queued. */
export type SequencedOutcome = { readonly id: number } & (
  | { readonly kind: 'accepted'; readonly sequence: number; readonly notCanceled: Readonly<Record<string, string>> }
  | { readonly kind: 'unchanged'; readonly notCanceled: Readonly<Record<string, string>> }
  | { readonly kind: 'duplicate'; readonly result: OrderResult }
  | { readonly kind: 'repeated'; readonly sequence: number }
  /** The command had no effect: the disk has too little space left to journal it. */
  | { readonly kind: 'no_room' }
  /** The command had no effect: too many commands wait. */
  | { readonly kind: 'busy' }
  /** The command had no effect: no node leads. */
  | { readonly kind: 'no_leader' }
  /** The command was passed on to a leader that was lost before it answered: it is carried out, or not, or will be. */
  | { readonly kind: 'unknown' }
  | Malformed
  | Reject
);

export interface ReleasedBatch {
  /** Null when nothing in the batch changed anything. */
  readonly record: JournalRecord | null;
  /** Chain value of each entry of the record, in order, 32 bytes each; this memory is not shared. */
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

  get entries(): number {
    return this.#writer.entries;
  }

  /** Bytes of payload so far. */
  get payloadLength(): number {
    return this.#writer.length;
  }

  /** End of the journal once this batch is in it. */
  get head(): JournalHead {
    return this.#writer.head;
  }

  /** Writes an entry and returns its bytes; only `add` makes it part of the batch. */
  write(stamp: Stamp, command: Command, json: string, events: readonly Event[]): number {
    return this.#writer.write(stamp, command, json, events);
  }

  /** Adds the entry that was written last. */
  add(): void {
    this.#writer.keep();
  }

  release(): ReleasedBatch {
    const written = this.#writer.finish();
    return { record: written?.record ?? null, chain: written?.chain ?? NO_CHAIN, outcomes: this.outcomes };
  }
}

const NO_CHAIN = new Uint8Array(0);
