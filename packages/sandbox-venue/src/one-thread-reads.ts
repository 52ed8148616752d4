/**
 * The read side of a venue in one thread. The projector of any venue runs on a channel within the thread. Reads run one
 * at a time on a connection of their own, once the rows show everything acknowledged before.
 */
import { join } from 'node:path';
import { STORE_FILE } from '@bellwether/ports/data-folder.ts';
import { JOURNALED_ENTRY } from '@bellwether/ports/history.ts';
import type { JournalRecord } from '@bellwether/ports/journal.ts';
import {
  type Asker,
  type ReadAnswer,
  type Reader,
  ReaderUnavailable,
  ReadFailed,
  ReadOverdrawn,
  ReadStoreRebuilding,
  ReadStoreUnavailable,
} from '@bellwether/ports/reader.ts';
import type { Runtime } from '@bellwether/ports/runtime.ts';
import { type ReadStoreState, ROOM_FOR_STORE } from '@bellwether/ports/storage.ts';
import { openStoreReader } from '@bellwether/read-model/adapters/store-sqlite/open-store.ts';
import { createSqliteDialect } from '@bellwether/read-model/adapters/store-sqlite/sqlite-dialect.ts';
import type { Database, ReadStore } from '@bellwether/read-model/database.ts';
import { bodyOf, type Read } from '@bellwether/read-model/read.ts';
import { createReads } from '@bellwether/read-model/registry.ts';
import { runRead } from '@bellwether/read-model/run-read.ts';
import { DirectChannel } from '@bellwether/venue/runtime/channels.ts';
import { READ_WAIT_MS, SMALL_READS } from '@bellwether/venue/threads/limits.ts';
import { EarlyJournal } from '@bellwether/venue/threads/projector/early-journal.ts';
import type { FromProjector, ToProjector } from '@bellwether/venue/threads/projector/projector-messages.ts';
import { ProjectorService } from '@bellwether/venue/threads/projector/projector-service.ts';
import { storeFilePlace } from '@bellwether/venue/threads/projector/store-place.ts';
import { journaledEntryRead } from '@bellwether/venue/threads/readers/journaled-entry.ts';
import { pack } from '@bellwether/venue/threads/readers/pack.ts';
import { ReadBarrier } from '@bellwether/venue/threads/readers/read-barrier.ts';
import { Kysely } from 'kysely';
import type { BackgroundTimers } from './background.ts';

/** Entries projected in one turn, some milliseconds of work: the longest that a request waits for projection. */
const TURN_ENTRIES = 512;

interface OneThreadReadsOptions {
  readonly dataDir: string;
  /** Runtime with the venue's clock and the machine's timers. */
  readonly runtime: Runtime;
  /** Timers for projecting rows. */
  readonly background: BackgroundTimers;
  readonly onFailure: (message: string) => void;
}

interface OpenStore {
  readonly database: ReadStore;
  close(): void;
}

export class OneThreadReads implements Reader {
  readonly #storeFile: string;
  readonly #onFailure: (message: string) => void;
  readonly #reads: ReadonlyMap<string, Read<unknown>>;
  readonly #projector: ProjectorService;
  readonly #channel: DirectChannel<ToProjector, FromProjector>;
  readonly #records: DirectChannel<JournalRecord, never>;
  readonly #barrier: ReadBarrier;
  readonly #opened = Promise.withResolvers<void>();
  readonly #stopped = Promise.withResolvers<void>();
  readonly #encoder = new TextEncoder();
  readonly #runtime: Runtime;
  readonly #background: BackgroundTimers;
  #store: OpenStore | null = null;
  #previous: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #projected = 0;
  #state: ReadStoreState = 'rebuilding';

  constructor({ dataDir, runtime, background, onFailure }: OneThreadReadsOptions) {
    this.#background = background;
    this.#storeFile = join(dataDir, STORE_FILE);
    this.#runtime = runtime;
    this.#onFailure = onFailure;
    const { timers } = runtime;
    const place = { dataDir, database: null };
    this.#reads = new Map([...createReads(), [JOURNALED_ENTRY, journaledEntryRead(place, runtime)]]);
    this.#barrier = new ReadBarrier(timers, READ_WAIT_MS, (sequence) =>
      this.#channel.send({ kind: 'hurry', sequence }),
    );
    const [channel, projectorEnd] = DirectChannel.pair<ToProjector, FromProjector>(timers);
    const [records, recordsEnd] = DirectChannel.pair<JournalRecord, never>(timers);
    this.#channel = channel;
    this.#records = records;
    channel.receive((message) => this.#hear(message));
    const log = new EarlyJournal(place, runtime);
    log.recovered();
    this.#projector = new ProjectorService({
      log,
      place: storeFilePlace(dataDir, this.#storeFile, ROOM_FOR_STORE),
      channel: projectorEnd,
      records: recordsEnd,
      runtime: { ...runtime, timers: background.timers },
      turnEntries: TURN_ENTRIES,
    });
  }

  get state(): ReadStoreState {
    return this.#state;
  }

  /** Last entry that the rows fully show. */
  get projected(): number {
    return this.#projected;
  }

  /** Resolves when reads are answered. */
  get opened(): Promise<void> {
    return this.#opened.promise;
  }

  /** Starts the projector, once the journal is open for writing. */
  start(): void {
    this.#projector.start();
  }

  /** Passes a durable record on to the projector. */
  publish(record: JournalRecord): void {
    this.#records.send(record);
  }

  /** Makes later reads wait until they can show this entry. */
  acknowledged(sequence: number): void {
    this.#barrier.setAcknowledged(sequence);
  }

  /** Resolves when rows that depend on the time match the moved venue clock. */
  async clockMoved(): Promise<void> {
    if (this.#state !== 'ready') return;
    await this.#projector.clockMoved();
  }

  async read(name: string, parameters: unknown, asker?: Asker): Promise<ReadAnswer | null> {
    const read = this.#reads.get(name);
    if (read === undefined) throw new ReadFailed(`no read is called ${name}`);
    if (this.#waiting >= SMALL_READS.readsMax)
      throw new ReaderUnavailable(`${SMALL_READS.readsMax} reads are waiting already`);
    this.#waiting++;
    try {
      // A read store that is still being built is ready soon.
      await this.#opened.promise;
      this.#openStore();
      await this.#barrier.wait();
      const running = this.#previous.then(() => this.#run(read, parameters, asker));
      this.#previous = running.catch(() => undefined);
      return await running;
    } finally {
      this.#waiting--;
    }
  }

  /** Refuses reads that wait for the store of a start. */
  endWaiting(): void {
    this.#opened.resolve();
  }

  async stop(): Promise<void> {
    this.#background.hurry();
    this.#opened.resolve();
    this.#barrier.close();
    await this.#previous;
    this.#close('rebuilding');
    this.#channel.send({ kind: 'stop' });
    await this.#stopped.promise;
  }

  async #run(read: Read<unknown>, parameters: unknown, asker: Asker | undefined): Promise<ReadAnswer | null> {
    const seconds = asker?.overdrawn?.() ?? null;
    if (seconds !== null) throw new ReadOverdrawn(seconds);
    const { database } = this.#openStore();
    const began = this.#runtime.clock.monotonicMs();
    const result = await runRead(read, database, parameters).catch((error: unknown) => {
      throw new ReadFailed(error instanceof Error ? (error.stack ?? error.message) : String(error), { cause: error });
    });
    if (result === null) return null;
    const body = bodyOf(read, result.value, asker?.publicWords);
    const packed = pack(this.#encoder.encode(body), asker?.encoding ?? null);
    return { ...packed, headers: result.headers, cpuMs: this.#runtime.clock.monotonicMs() - began };
  }

  #openStore(): OpenStore {
    if (this.#store !== null) return this.#store;
    throw this.#state === 'unwritable' ? new ReadStoreUnavailable() : new ReadStoreRebuilding();
  }

  #hear(message: FromProjector): void {
    switch (message.kind) {
      case 'ready':
        this.#open();
        this.#shows(message.sequence);
        this.#opened.resolve();
        return;
      case 'projected':
        return this.#shows(message.sequence);
      case 'damaged':
      case 'unwritable':
        // Running reads end first: they have the file open that is repaired next.
        void this.#previous.then(() => {
          this.#close(message.kind === 'unwritable' ? 'unwritable' : 'rebuilding');
          this.#channel.send({ kind: 'released' });
        });
        return;
      case 'replaced':
        return;
      case 'stopped':
        return this.#stopped.resolve();
      case 'failed':
        this.#stopped.resolve();
        return this.#onFailure(`the read store cannot be kept up to date: ${message.message}`);
    }
  }

  #shows(sequence: number): void {
    this.#projected = sequence;
    this.#barrier.setProjected(sequence);
  }

  #open(): void {
    this.#close('ready');
    const connection = openStoreReader(this.#storeFile);
    const database = new Kysely<Database>({ dialect: createSqliteDialect(connection) });
    this.#store = { database, close: () => connection.close() };
  }

  #close(state: ReadStoreState): void {
    this.#store?.close();
    this.#store = null;
    this.#state = state;
  }
}
