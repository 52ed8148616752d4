/**
 * When snapshots are taken: enough entries after the last one, one at a time. Then a start has fewer entries to read;
 * nothing else depends on snapshots. How one is taken, the runtime says.
 */
import type { State } from '@bellwether/engine';
import type { JournalHead } from '@bellwether/ports/journal.ts';
import type { ClosedOrders } from '@bellwether/ports/order-archive.ts';
import type { EntryObserver } from '@bellwether/ports/venue-view.ts';
import type { FromSnapshots } from './snapshot-messages.ts';

/** State that a start has recovered. */
export interface RecoveredState {
  readonly state: Readonly<State>;
  readonly head: JournalHead;
  readonly archive: ClosedOrders;
  readonly journalSum: number | null;
}

export interface SnapshotTaker {
  /** Takes the snapshot of this entry, or of the record that holds it, beside everything else. */
  take(sequence: number): { readonly taken: Promise<FromSnapshots>; drop(): Promise<unknown> };
  /** Saves a recovered state before it returns. Throws if it cannot. */
  save(recovered: RecoveredState): void;
}

interface SnapshotsOptions {
  readonly taker: SnapshotTaker;
  /** Entries between two snapshots, at least 1. */
  readonly everyEntries: number;
  /** Entry of the existing snapshot; 0 = none. */
  readonly lastSequence: number;
  /** True if the disk has space for a snapshot; always true by default. */
  readonly hasRoom?: () => boolean;
  /** Called when a snapshot is durable, with its entry. */
  readonly onSaved: (sequence: number) => void;
  /** Called when a snapshot could not be taken. The next attempt follows after as many entries again. */
  readonly onFailure: (message: string) => void;
}

/** Observes the view whose entries count. */
export class Snapshots implements EntryObserver {
  readonly #options: SnapshotsOptions;
  #lastSequence: number;
  #current: ReturnType<SnapshotTaker['take']> | null = null;
  #isStopped = false;

  constructor(options: SnapshotsOptions) {
    this.#options = options;
    this.#lastSequence = options.lastSequence;
  }

  /**
   * For a start, before clients are served: saves a snapshot of its own state before returning, if one is due. So the
   * next start need not read as many entries again, however soon it comes.
   */
  started(recovered: RecoveredState): void {
    const { taker, onSaved, onFailure } = this.#options;
    const { sequence } = recovered.head;
    if (!this.#isDue(sequence)) return;
    this.#lastSequence = sequence;
    try {
      taker.save(recovered);
      onSaved(sequence);
    } catch (error) {
      onFailure(error instanceof Error ? error.message : String(error));
    }
  }

  published(_entries: readonly unknown[], { sequence }: Readonly<State>): void {
    this.reached(sequence);
  }

  /** Called when the journal holds this entry. Takes a snapshot when one is due and none is being taken. */
  reached(sequence: number): void {
    if (this.#current === null && !this.#isStopped && this.#isDue(sequence)) void this.#take(sequence);
  }

  /** Resolves when no snapshot is being taken; an unfinished one is dropped, and its file never becomes visible. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#current?.drop();
  }

  #isDue(sequence: number): boolean {
    if (sequence - this.#lastSequence < this.#options.everyEntries) return false;
    return this.#options.hasRoom?.() ?? true;
  }

  async #take(due: number): Promise<void> {
    const { taker, onSaved, onFailure } = this.#options;
    this.#lastSequence = due;
    this.#current = taker.take(due);
    const taken = await this.#current.taken;
    this.#current = null;
    if (taken.kind === 'failed') return onFailure(taken.message);
    this.#lastSequence = taken.sequence;
    onSaved(taken.sequence);
  }
}
