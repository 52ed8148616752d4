/**
 * The exchange as the main thread has it: sends commands to the exchange thread, one message per turn of the event loop,
 * and keeps this thread's own view of the state by applying every published record before anyone hears the outcomes in
 * it. So whoever was answered finds the effect in the view, and the view never shows what is not durable.
 *
 * If the exchange thread fails or ends by itself, nothing more can be acknowledged: the process ends with code 1 and
 * one line that says why.
 */
import { writeSync } from 'node:fs';
import { type MessagePort, Worker } from 'node:worker_threads';
import type { Command, State } from '@bellwether/engine';
import { NO_JOURNAL, openJournalFiles } from '../adapters/journal-sqlite/journal-files.ts';
import { loadSnapshots } from '../adapters/snapshot-file/snapshot-file.ts';
import type { Follower } from '../log/follower.ts';
import { type Recovered, recover } from '../log/recovery.ts';
import { DataFolderInUse } from '../ports/data-folder.ts';
import { type Exchange, type ExchangeOutcome, ExchangeUnavailable } from '../ports/exchange.ts';
import { JournalCorruption, type JournalHead, type JournalRecord } from '../ports/journal.ts';
import type { ChainedEntry } from '../ports/journal-record.ts';
import type { StorageState } from '../ports/storage.ts';
import type { EntryObserver, ObservableView } from '../ports/venue-view.ts';
import type { SequencedOutcome } from '../sequencer/batch.ts';
import { EXCHANGE_HEAP_MB_MAX, QUEUE_DEPTH_MAX } from '../sequencer/limits.ts';
import { isUndone, outcomeError, type Undone } from '../sequencer/outcome-error.ts';
import type { ExchangeWorkerData, FromExchange, ToExchange } from './exchange-messages.ts';

export interface StartExchangeOptions {
  readonly dataDir: string;
  /** Called when the machine's clock and the venue's time begin to differ, differ otherwise, or agree again (0). */
  readonly onClock?: (differenceSeconds: number) => void;
  /** Called when the disk is full or has room again, and when the reserve shrinks or grows. */
  readonly onStorage?: (storage: StorageState) => void;
  /** Called with every durable record, after the view has applied it and before its outcomes resolve. Must not throw. */
  readonly onRecord?: (record: JournalRecord, entries: readonly ChainedEntry[]) => void;
  /** Gets every durable `JournalRecord` straight from the exchange thread, in order; transferred to it. */
  readonly recordPort?: MessagePort;
  /** Called once when the running exchange fails. Default: one line on stderr and exit code 1. */
  readonly onFailure?: (message: string) => void;
}

export interface ExchangeHandle extends Exchange, ObservableView {
  /** Where the journal ends for certain, as this thread knows. */
  readonly head: JournalHead;
  /** Entry of the snapshot that the start began with; 0 = it read the whole journal. */
  readonly snapshotSequence: number;
  /** Commands without an outcome yet. */
  readonly pending: number;
  /** Commands that the exchange could not read, since the start. */
  readonly malformed: number;
  /** Seconds by which the machine's wall clock is ahead of the venue's time; negative: behind. 0 while they agree. */
  readonly clockDifferenceSeconds: number;
  /** How the disk of the data folder is. */
  readonly storage: StorageState;
  /** Clients can reach the venue from now on: API keys that were armed before the restart get one fresh period. */
  open(): void;
  /**
   * Takes no more commands, finishes those it has, closes the journal. Resolves when the thread has ended and the data
   * folder is free; after a failure too.
   */
  stop(): Promise<void>;
}

/**
 * Locks the data folder, recovers and starts. Throws `DataFolderInUse` or `JournalCorruption` (or what else went wrong)
 * when the venue must not start.
 */
export async function startExchange(options: StartExchangeOptions): Promise<ExchangeHandle> {
  const { dataDir, recordPort } = options;
  const workerData: ExchangeWorkerData = { dataDir, recordPort: recordPort ?? null };
  const worker = new Worker(new URL('./exchange-worker.ts', import.meta.url), {
    name: 'exchange',
    workerData,
    transferList: recordPort === undefined ? [] : [recordPort],
    resourceLimits: { maxOldGenerationSizeMb: EXCHANGE_HEAP_MB_MAX },
  });
  try {
    const recovered = await recoverBeside(worker, dataDir);
    return new ExchangeClient(worker, recovered, options);
  } catch (error) {
    await worker.terminate();
    throw error;
  }
}

/** Recovers this thread's state from the same files while the exchange thread recovers its own. */
async function recoverBeside(worker: Worker, dataDir: string): Promise<Recovered> {
  const ready = awaitReady(worker);
  await ready.opened;
  const reader = openJournalFiles(dataDir) ?? NO_JOURNAL;
  worker.postMessage({ kind: 'reading' } satisfies ToExchange);
  try {
    // Both are awaited, so that a failure of either is heard and the other does not go unhandled.
    const [own, head] = await Promise.all([recover(reader, () => loadSnapshots(dataDir)), ready.recovered]);
    if (own.head.sequence !== head.sequence || own.head.hash !== head.hash) {
      throw new JournalCorruption(
        `the journal was read to entry ${own.head.sequence} and to ${head.sequence} at the same time`,
      );
    }
    return own;
  } finally {
    reader.close();
  }
}

/** Its listeners stay on the worker: once settled, a promise hears nothing more. */
function awaitReady(worker: Worker): { opened: Promise<JournalHead>; recovered: Promise<JournalHead> } {
  const opened = Promise.withResolvers<JournalHead>();
  const recovered = Promise.withResolvers<JournalHead>();
  const fail = (error: unknown): void => {
    opened.reject(error);
    recovered.reject(error);
  };
  worker.on('message', (message: FromExchange) => {
    if (message.kind === 'opened') opened.resolve(message.head);
    if (message.kind === 'ready') recovered.resolve(message.head);
    if (message.kind === 'failed') fail(startFailure(message.name, message.message));
  });
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('the exchange thread ended while it started')));
  recovered.promise.catch(() => undefined);
  return { opened: opened.promise, recovered: recovered.promise };
}

/** The error as the exchange thread threw it; classes do not survive the way between threads. */
function startFailure(name: string, message: string): Error {
  if (name === 'DataFolderInUse') return new DataFolderInUse(message);
  if (name === 'JournalCorruption') return new JournalCorruption(message);
  return new Error(message);
}

interface Waiting {
  readonly resolve: (outcome: ExchangeOutcome) => void;
  readonly reject: (error: Error) => void;
}

class ExchangeClient implements ExchangeHandle {
  readonly snapshotSequence: number;
  readonly #worker: Worker;
  readonly #follower: Follower;
  readonly #options: StartExchangeOptions;
  readonly #waiting = new Map<number, Waiting>();
  readonly #ended = Promise.withResolvers<void>();
  #nextId = 0;
  #malformed = 0;
  #unsent: string[] = [];
  #running: 'yes' | 'stopping' | 'no' = 'yes';
  #clockDifferenceSeconds = 0;
  #storage: StorageState = { isFull: false, reserveBytes: 0 };

  constructor(worker: Worker, { follower, snapshotSequence }: Recovered, options: StartExchangeOptions) {
    this.snapshotSequence = snapshotSequence;
    this.#worker = worker;
    this.#follower = follower;
    this.#options = options;
    worker.on('message', (message: FromExchange) => this.#receive(message));
    worker.on('error', (error) => this.#fail(error instanceof Error ? error.message : String(error)));
    worker.on('exit', (code) => {
      this.#fail(`the exchange thread ended with code ${code}`);
      this.#ended.resolve();
    });
    this.#send({ kind: 'start' });
  }

  get state(): Readonly<State> {
    return this.#follower.state;
  }

  get head(): JournalHead {
    return this.#follower.head;
  }

  get pending(): number {
    return this.#waiting.size;
  }

  get malformed(): number {
    return this.#malformed;
  }

  get storage(): StorageState {
    return this.#storage;
  }

  get clockDifferenceSeconds(): number {
    return this.#clockDifferenceSeconds;
  }

  submit(command: Command): Promise<ExchangeOutcome> {
    if (this.#running !== 'yes') return Promise.reject(new ExchangeUnavailable('the exchange is stopping'));
    if (this.#waiting.size >= QUEUE_DEPTH_MAX) {
      return Promise.reject(new ExchangeUnavailable(`${QUEUE_DEPTH_MAX} commands are waiting already`));
    }
    // Everything submitted in this turn of the event loop goes in one message at its end.
    if (this.#unsent.length === 0) setImmediate(() => this.#flush());
    this.#unsent.push(JSON.stringify(command));
    const id = this.#nextId++;
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  observe(observer: EntryObserver): () => void {
    return this.#follower.observe(observer);
  }

  open(): void {
    if (this.#running === 'yes') this.#send({ kind: 'open' });
  }

  async stop(): Promise<void> {
    if (this.#running === 'yes') {
      this.#running = 'stopping';
      this.#flush();
      this.#send({ kind: 'stop' });
    }
    await this.#ended.promise;
  }

  #flush(): void {
    if (this.#unsent.length === 0) return;
    const lines = this.#unsent.join('\n');
    this.#send({ kind: 'commands', firstId: this.#nextId - this.#unsent.length, lines });
    this.#unsent = [];
  }

  #send(message: ToExchange): void {
    this.#worker.postMessage(message);
  }

  #receive(message: FromExchange): void {
    switch (message.kind) {
      case 'batch':
        try {
          this.#publish(message.record, message.entryHashes, message.outcomes);
        } catch (error) {
          this.#fail(error instanceof Error ? error.message : String(error));
        }
        return;
      case 'clock':
        this.#clockDifferenceSeconds = message.differenceSeconds;
        this.#options.onClock?.(message.differenceSeconds);
        return;
      case 'storage':
        this.#storage = message.storage;
        this.#options.onStorage?.(message.storage);
        return;
      case 'stopped':
        this.#running = 'no';
        return;
      case 'failed':
        this.#fail(message.message);
        return;
      case 'opened':
      case 'ready':
        return;
    }
  }

  #publish(record: JournalRecord | null, entryHashes: readonly string[], outcomesJson: string): void {
    const entries = record === null ? [] : this.#follower.take({ record, entryHashes });
    if (record !== null) this.#options.onRecord?.(record, entries);
    const first = record?.firstSequence ?? 0;
    for (const outcome of JSON.parse(outcomesJson) as SequencedOutcome[]) {
      const waiting = this.#waiting.get(outcome.id);
      this.#waiting.delete(outcome.id);
      if (outcome.kind === 'malformed') this.#malformed++;
      if (isUndone(outcome)) waiting?.reject(outcomeError(outcome));
      else waiting?.resolve(toOutcome(outcome, entries, first));
    }
  }

  #fail(message: string): void {
    if (this.#running === 'no') return;
    this.#running = 'no';
    // Whether these commands are durable is not known here; the restarted venue answers a repeated order as it stands.
    const error = new ExchangeUnavailable(`the exchange has stopped: ${message}`);
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    (this.#options.onFailure ?? endProcess)(message);
    void this.#worker.terminate();
  }
}

function toOutcome(
  outcome: Exclude<SequencedOutcome, Undone>,
  entries: readonly ChainedEntry[],
  firstSequence: number,
): ExchangeOutcome {
  switch (outcome.kind) {
    case 'accepted': {
      const entry = entries[outcome.sequence - firstSequence];
      if (entry === undefined)
        throw new JournalCorruption(`entry ${outcome.sequence} was acknowledged but not published`);
      return { kind: 'accepted', entry, notCanceled: outcome.notCanceled };
    }
    case 'unchanged':
      return { kind: 'unchanged', notCanceled: outcome.notCanceled };
    case 'duplicate':
      return { kind: 'duplicate', result: outcome.result };
    case 'repeated':
      return { kind: 'repeated', sequence: outcome.sequence };
    case 'reject': {
      const { id: _id, ...rejected } = outcome;
      return rejected;
    }
  }
}

function endProcess(message: string): void {
  // Synchronous: the line must be out before the process is.
  try {
    writeSync(2, `bellwether: the exchange has stopped: ${message}\n`);
  } finally {
    process.exit(1);
  }
}
