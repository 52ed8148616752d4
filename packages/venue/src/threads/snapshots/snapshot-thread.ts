/**
 * The main thread's side of snapshots: when enough entries have come since the last snapshot, it starts a thread that
 * takes the next one. Then a start has fewer entries to read; nothing else depends on snapshots.
 */
import { Worker } from 'node:worker_threads';
import type { State } from '@bellwether/engine';
import { EXCHANGE_HEAP_MB_MAX } from '@bellwether/exchange/sequencer/limits.ts';
import { SNAPSHOTS_KEPT, saveSnapshot } from '@bellwether/ledger/adapters/snapshot-file/snapshot-file.ts';
import { snapshotOf } from '@bellwether/ledger/log/recovery.ts';
import type { JournalHead } from '@bellwether/ports/journal.ts';
import type { JournalDatabase } from '@bellwether/ports/journal-place.ts';
import type { ClosedOrders } from '@bellwether/ports/order-archive.ts';
import type { EntryObserver } from '@bellwether/ports/venue-view.ts';
import type { FromSnapshots, SnapshotWorkerData } from './snapshot-messages.ts';

interface SnapshotsOptions {
  /** Folder of the journal, which must exist, and of the snapshots. */
  readonly dataDir: string;
  /** Database that holds the journal; null (the default): it is in the folder. */
  readonly database?: JournalDatabase | null;
  /** Entries between two snapshots, at least 1. */
  readonly everyEntries: number;
  /** Maximum number of snapshots; `SNAPSHOTS_KEPT` by default. */
  readonly kept?: number;
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
  #worker: Worker | null = null;
  #isStopped = false;

  constructor(options: SnapshotsOptions) {
    this.#options = options;
    this.#lastSequence = options.lastSequence;
  }

  /**
   * For a start, before clients are served: saves a snapshot of its own state before returning, if one is due. So the
   * next start need not read as many entries again, however soon it comes.
   */
  started(
    state: Readonly<State>,
    head: JournalHead,
    { archive, journalSum }: { readonly archive: ClosedOrders; readonly journalSum: number | null },
  ): void {
    const { sequence } = head;
    if (!this.#isDue(sequence)) return;
    this.#lastSequence = sequence;
    try {
      saveSnapshot(this.#options.dataDir, ...snapshotOf(state, head, journalSum), archive);
      this.#options.onSaved(sequence);
    } catch (error) {
      this.#options.onFailure(error instanceof Error ? error.message : String(error));
    }
  }

  published(_entries: readonly unknown[], { sequence }: Readonly<State>): void {
    this.reached(sequence);
  }

  /** Called when the journal holds this entry. Takes a snapshot when one is due and none is being taken. */
  reached(sequence: number): void {
    if (this.#worker === null && !this.#isStopped && this.#isDue(sequence)) this.#take(sequence);
  }

  /** Resolves when no snapshot is being taken; an unfinished one is dropped, and its file never becomes visible. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#worker?.terminate();
  }

  #isDue(sequence: number): boolean {
    if (sequence - this.#lastSequence < this.#options.everyEntries) return false;
    return this.#options.hasRoom?.() ?? true;
  }

  #take(sequence: number): void {
    this.#lastSequence = sequence;
    const workerData: SnapshotWorkerData = {
      dataDir: this.#options.dataDir,
      database: this.#options.database ?? null,
      sequence,
      kept: this.#options.kept ?? SNAPSHOTS_KEPT,
    };
    const worker = new Worker(new URL('./snapshot-worker.ts', import.meta.url), {
      name: 'snapshots',
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: EXCHANGE_HEAP_MB_MAX },
    });
    this.#worker = worker;
    worker.on('message', (message: FromSnapshots) => {
      if (message.kind === 'failed') return this.#options.onFailure(message.message);
      this.#lastSequence = message.sequence;
      return this.#options.onSaved(message.sequence);
    });
    worker.on('error', (error) => this.#options.onFailure(error instanceof Error ? error.message : String(error)));
    worker.on('exit', () => {
      this.#worker = null;
    });
  }
}
