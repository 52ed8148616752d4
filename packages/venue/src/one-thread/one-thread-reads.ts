/**
 * The read side of a venue in one thread: sandboxes, simulated nodes and tests. The projector of any venue runs at the
 * far end of a channel. Reads run one at a time on a connection of their own, once the rows show everything acknowledged
 * before.
 */
import { LogTail } from '@bellwether/ports/follow-log.ts';
import type { JournalRecord } from '@bellwether/ports/journal.ts';
import type { LogRecords } from '@bellwether/ports/log.ts';
import type { Texts } from '@bellwether/ports/people.ts';
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
import type { Channel, Runtime } from '@bellwether/ports/runtime.ts';
import type { ReadStoreState } from '@bellwether/ports/storage.ts';
import { openStoreReader } from '@bellwether/read-model/adapters/store-sqlite/open-store.ts';
import { createSqliteDialect } from '@bellwether/read-model/adapters/store-sqlite/sqlite-dialect.ts';
import type { Database, ReadStore } from '@bellwether/read-model/database.ts';
import { bodyOf, type Read } from '@bellwether/read-model/read.ts';
import { createReads } from '@bellwether/read-model/registry.ts';
import { runRead } from '@bellwether/read-model/run-read.ts';
import { Kysely } from 'kysely';
import type { LedgerReads } from '../threads/ledger-reads.ts';
import { READ_WAIT_MS, SMALL_READS } from '../threads/limits.ts';
import type { FromProjector, ToProjector } from '../threads/projector/projector-messages.ts';
import { ProjectorService, type ToldLog } from '../threads/projector/projector-service.ts';
import type { StorePlace } from '../threads/projector/store-place.ts';
import { pack } from '../threads/readers/pack.ts';
import { ReadBarrier } from '../threads/readers/read-barrier.ts';

/** A reading connection to the rows. */
interface OpenedRows {
  readonly database: ReadStore;
  close(): void;
}

interface OneThreadReadsOptions {
  readonly log: ToldLog;
  readonly place: StorePlace;
  /** Opens the rows for reading; called each time that they are ready. */
  readonly openRows: () => OpenedRows;
  /** Reads beside those of the rows. */
  readonly otherReads?: readonly (readonly [string, Read<unknown>])[];
  /** Creates the two ends of a channel, the first for this side. */
  readonly connect: <Left, Right>(name: string) => readonly [Channel<Left, Right>, Channel<Right, Left>];
  readonly runtime: Runtime;
  /** Runtime of the projector; `turnEntries`: see `ProjectorOptions`. */
  readonly projecting: Runtime;
  readonly texts?: Texts;
  readonly turnEntries?: number;
  /** Called when a stop waits for the projector. */
  readonly hurry?: () => void;
  /** Called with the entry up to which rows show everything. */
  readonly onProjected?: (sequence: number) => void;
  /** Called when the rows cannot be read any more, until they are projected again. */
  readonly onLost?: (kind: 'damaged' | 'unwritable') => void;
  readonly onFailure: (message: string) => void;
}

export class OneThreadReads implements LedgerReads {
  readonly #options: OneThreadReadsOptions;
  readonly #reads: ReadonlyMap<string, Read<unknown>>;
  readonly #projector: ProjectorService;
  readonly #channel: Channel<ToProjector, FromProjector>;
  readonly #records: Channel<JournalRecord, never>;
  readonly #barrier: ReadBarrier;
  readonly #opened = Promise.withResolvers<void>();
  readonly #stopped = Promise.withResolvers<void>();
  readonly #encoder = new TextEncoder();
  readonly reader: Reader = { read: (name, parameters, asker) => this.#read(name, parameters, asker) };
  #rows: OpenedRows | null = null;
  #previous: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #projected = 0;
  #state: ReadStoreState = 'rebuilding';

  constructor(options: OneThreadReadsOptions) {
    this.#options = options;
    const { connect, log, otherReads = [], place, projecting, runtime, texts, turnEntries } = options;
    this.#reads = new Map([...createReads(), ...otherReads]);
    this.#barrier = new ReadBarrier(runtime.timers, READ_WAIT_MS, (sequence) =>
      this.#channel.send({ kind: 'hurry', sequence }),
    );
    const [channel, projectorEnd] = connect<ToProjector, FromProjector>('projector');
    const [records, recordsEnd] = connect<JournalRecord, never>('records');
    this.#channel = channel;
    this.#records = records;
    channel.receive((message) => this.#hear(message));
    this.#projector = new ProjectorService({
      log,
      place,
      channel: projectorEnd,
      records: recordsEnd,
      runtime: projecting,
      texts,
      ...(turnEntries !== undefined && { turnEntries }),
    });
  }

  get state(): ReadStoreState {
    return this.#state;
  }

  get projected(): number {
    return this.#projected;
  }

  get opened(): Promise<void> {
    return this.#opened.promise;
  }

  /** Starts the projector, once the journal is open for writing. */
  open(): void {
    this.#projector.start();
  }

  /** Passes a durable record on to the projector. */
  publish(record: JournalRecord): void {
    this.#records.send(record);
  }

  acknowledged(sequence: number): void {
    this.#barrier.setAcknowledged(sequence);
  }

  /** Resolves when rows that depend on the time match the moved venue clock. */
  async clockMoved(): Promise<void> {
    if (this.#state !== 'ready') return;
    await this.#projector.clockMoved();
  }

  endWaiting(): void {
    this.#opened.resolve();
  }

  async stop(): Promise<void> {
    this.#options.hurry?.();
    this.#opened.resolve();
    this.#barrier.close();
    await this.#previous;
    this.#close('rebuilding');
    this.#channel.send({ kind: 'stop' });
    await this.#stopped.promise;
  }

  async #read(name: string, parameters: unknown, asker?: Asker): Promise<ReadAnswer | null> {
    const read = this.#reads.get(name);
    if (read === undefined) throw new ReadFailed(`no read is called ${name}`);
    if (this.#waiting >= SMALL_READS.readsMax)
      throw new ReaderUnavailable(`${SMALL_READS.readsMax} reads are waiting already`);
    this.#waiting++;
    try {
      // A read store that is still being built is ready soon.
      await this.#opened.promise;
      this.#openedRows();
      await this.#barrier.wait();
      const running = this.#previous.then(() => this.#run(read, parameters, asker));
      this.#previous = running.catch(() => undefined);
      return await running;
    } finally {
      this.#waiting--;
    }
  }

  async #run(read: Read<unknown>, parameters: unknown, asker: Asker | undefined): Promise<ReadAnswer | null> {
    const seconds = asker?.overdrawn?.() ?? null;
    if (seconds !== null) throw new ReadOverdrawn(seconds);
    const { database } = this.#openedRows();
    const { clock } = this.#options.runtime;
    const began = clock.monotonicMs();
    const result = await runRead(read, database, parameters).catch((error: unknown) => {
      throw new ReadFailed(error instanceof Error ? (error.stack ?? error.message) : String(error), { cause: error });
    });
    if (result === null) return null;
    const body = bodyOf(read, result.value, asker?.publicWords);
    const packed = pack(this.#encoder.encode(body), asker?.encoding ?? null);
    return { ...packed, headers: result.headers, cpuMs: clock.monotonicMs() - began };
  }

  #openedRows(): OpenedRows {
    if (this.#rows !== null) return this.#rows;
    throw this.#state === 'unwritable' ? new ReadStoreUnavailable() : new ReadStoreRebuilding();
  }

  #hear(message: FromProjector): void {
    switch (message.kind) {
      case 'ready':
        this.#close('ready');
        this.#rows = this.#options.openRows();
        this.#shows(message.sequence);
        return this.#opened.resolve();
      case 'projected':
        return this.#shows(message.sequence);
      case 'damaged':
      case 'unwritable':
        this.#options.onLost?.(message.kind);
        // Running reads end first: they have the file open that is repaired next.
        return void this.#previous.then(() => {
          this.#close(message.kind === 'unwritable' ? 'unwritable' : 'rebuilding');
          if (message.kind === 'unwritable') this.#opened.resolve();
          this.#channel.send({ kind: 'released' });
        });
      case 'replaced':
        return;
      case 'stopped':
        return this.#stopped.resolve();
      case 'failed':
        this.#stopped.resolve();
        return this.#options.onFailure(`the read store cannot be kept up to date: ${message.message}`);
    }
  }

  #shows(sequence: number): void {
    this.#projected = sequence;
    this.#barrier.setProjected(sequence);
    this.#options.onProjected?.(sequence);
  }

  #close(state: ReadStoreState): void {
    this.#rows?.close();
    this.#rows = null;
    this.#state = state;
  }
}

/** Opens the file of a read store for reading. */
export function openRowsFile(storeFile: string): OpenedRows {
  const connection = openStoreReader(storeFile);
  const database = new Kysely<Database>({ dialect: createSqliteDialect(connection) });
  return { database, close: () => connection.close() };
}

/** A log that is open already, whose records are announced by the exchange: the counterpart of `EarlyJournal`. */
export function toldLog(log: LogRecords): ToldLog {
  const tail = new LogTail();
  return {
    published: (record) => tail.published(record),
    recovered: () => undefined,
    read: (from) => log.read(from),
    follow: (from, signal) => tail.follow(log, from, signal),
    close: () => undefined,
  };
}
