/**
 * The main thread's side of reads: the projector, which writes the read store, and its readers, connected so that a
 * read waits for everything acknowledged before it. While the store has to be rebuilt, or cannot be written, no reader
 * has it open.
 */
import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { STORE_FILE } from '@bellwether/ports/data-folder.ts';
import type { JournalDatabase } from '@bellwether/ports/journal-place.ts';
import type { Reader } from '@bellwether/ports/reader.ts';
import type { Runtime } from '@bellwether/ports/runtime.ts';
import type { ReadStoreState } from '@bellwether/ports/storage.ts';
import type { LedgerReads } from './ledger-reads.ts';
import { ProjectorStart } from './projector/projector-start.ts';
import type { ProjectorHandle } from './projector/projector-thread.ts';
import { createRebuiltReaders, type RebuiltReaders } from './readers/rebuilt-readers.ts';

interface ReadSideOptions {
  readonly dataDir: string;
  /** Database that holds the journal; null (the default): it is in the folder. */
  readonly database?: JournalDatabase | null;
  readonly runtime: Runtime;
  /** Brings each durable `JournalRecord`, in order, from the start of the exchange on. */
  readonly recordPort: MessagePort;
  /** Logs events of the store. */
  readonly logger: Record<'warn' | 'error', (message: string) => void>;
  /** Called once when the running projector fails: reads stay as they are from then on. */
  readonly onFailure: (message: string) => void;
}

export class ReadSide implements LedgerReads {
  readonly #projecting: ProjectorStart;
  readonly #readers: RebuiltReaders;
  readonly #onFailure: (message: string) => void;
  #projector: ProjectorHandle | null = null;
  readonly #opened = Promise.withResolvers<void>();
  #isStopped = false;
  #projected = 0;

  constructor({ dataDir, database = null, runtime, recordPort, logger, onFailure }: ReadSideOptions) {
    const storeFile = join(dataDir, STORE_FILE);
    this.#onFailure = onFailure;
    this.#readers = createRebuiltReaders(
      {
        storeFile,
        database,
        runtime,
        onDamaged: (message) => this.#projector?.rebuild(message),
        onWaiting: (sequence) => this.#projector?.hurry(sequence),
      },
      'starting',
    );
    this.#projecting = new ProjectorStart({
      dataDir,
      database,
      storeFile,
      recordPort,
      onProjected: (sequence) => {
        this.#projected = sequence;
        this.#readers.setProjected(sequence);
      },
      onReplaced: (message) => logger.warn(`the read store is made again from the journal: ${message}`),
      onDamaged: async (message) => {
        logger.error(`the read store is damaged and made again from the journal; reads wait for that: ${message}`);
        await this.#readers.suspend('rebuilding');
      },
      onUnwritable: async (message) => {
        logger.error(`the read store cannot be written; reads wait until it can, all else goes on: ${message}`);
        await this.#readers.suspend('unwritable');
      },
      onRebuilt: () => {
        logger.warn('the read store shows the journal again');
        this.#readers.resume();
      },
      onFailure,
    });
  }

  get reader(): Reader {
    return this.#readers;
  }

  get state(): ReadStoreState {
    return this.#readers.state;
  }

  get projected(): number {
    return this.#projected;
  }

  /** Recovers, and builds a missing store at the same time: see `ProjectorStart`. */
  beside<T>(recover: (onLocked: () => void) => Promise<T>): Promise<T> {
    return this.#projecting.beside(recover);
  }

  /** Brings the store up to date, or builds it, while clients are already served: reads wait for that. */
  open(): void {
    const opening = this.#open();
    opening.then(() => this.#readers.warm()).then(this.#opened.resolve, () => undefined);
    // A failure to open ends the venue.
    opening.catch((error: unknown) => {
      if (!this.#isStopped) this.#onFailure(error instanceof Error ? error.message : String(error));
    });
  }

  /** Resolves when a read of each thread has been answered, or is known to be impossible for now. */
  get opened(): Promise<void> {
    return this.#opened.promise;
  }

  async #open(): Promise<void> {
    this.#projector = await this.#projecting.ready();
    if (this.state === 'rebuilding') this.#readers.resume();
  }

  acknowledged(sequence: number): void {
    this.#readers.setAcknowledged(sequence);
  }

  endWaiting(): void {
    this.#readers.endWaiting();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#readers.close();
    await this.#projecting.stop();
  }
}
