/**
 * The main thread's side of reads: one thread for small reads and one for large ones, by their declared cost, so that a
 * page of ten thousand rows holds up no other read. Clients are served in turn. A read waits until the projections show
 * everything that was acknowledged when it came, and is refused when that takes too long. Queues are bounded, by client
 * and in total; further reads are refused, and a read that takes too much CPU is stopped. The same read of the same rows
 * is answered from memory.
 */

import { Worker } from 'node:worker_threads';
import type { JournalDatabase } from '@bellwether/ports/journal-place.ts';
import {
  type Asker,
  type ReadAnswer,
  type Reader,
  ReaderUnavailable,
  ReadFailed,
  ReadOverdrawn,
  ReadRefused,
  ReadStoreRebuilding,
  ReadTooLong,
} from '@bellwether/ports/reader.ts';
import type { Runtime, Timers } from '@bellwether/ports/runtime.ts';
import { LARGE_READS, READ_MS_MAX, READ_WAIT_MS, SMALL_READ_UNITS_MAX, SMALL_READS } from '../limits.ts';
import { FairQueue } from './fair-queue.ts';
import { ReadBarrier } from './read-barrier.ts';
import type { ReaderWorkerData, ReadReply, ReadRequest } from './reader-messages.ts';
import { SameAnswers } from './same-answers.ts';
import { Traffic } from './traffic.ts';

export interface ReaderPoolOptions {
  /** File of the read store; it must exist. */
  readonly storeFile: string;
  /** Database that holds the journal, if it is not beside the store; null by default. */
  readonly database?: JournalDatabase | null;
  readonly runtime: Pick<Runtime, 'timers' | 'clock'>;
  /** Called when a read found the store damaged; reads go on failing until the store is rebuilt. */
  readonly onDamaged?: (message: string) => void;
  /** Called when a read waits until the rows show this entry; called again only when they have moved on. */
  readonly onWaiting?: (sequence: number) => void;
  /** Milliseconds that a read waits for the projections; READ_WAIT_MS by default. */
  readonly waitMs?: number;
  /** Milliseconds that a read waits for a store that a start still checks; READ_START_MS_MAX by default. */
  readonly startMsMax?: number;
  /** Milliseconds that a read may take from then on, once its thread has started; READ_MS_MAX by default. */
  readonly readMsMax?: number;
  /** CPU milliseconds that a read may take, among the small ones and among the large ones. */
  readonly cpuMsMax?: { readonly small: number; readonly large: number };
}

export interface ReaderPool extends Reader {
  /** Resolves when each thread has started and answered something, however long that takes, or has failed. */
  warm(): Promise<void>;
  /** Everything up to this entry is acknowledged: later reads wait until they can show it. Never decreases. */
  setAcknowledged(sequence: number): void;
  /** Rows have been written and show everything up to this entry. Never decreases. */
  setProjected(sequence: number): void;
  /** Finishes the running reads, refuses others and ends the threads. */
  close(): Promise<void>;
}

const CPU_MS_MAX = { small: SMALL_READS.cpuMsMax, large: LARGE_READS.cpuMsMax };

/** The venue's own reads, for its feeds. */
const OWN: Asker = { client: '', units: 0 };

/** Starts both threads at once: a thread that starts later takes a core from clients that are trading by then. */
export function createReaderPool({
  storeFile,
  database = null,
  runtime: { timers, clock },
  onDamaged,
  onWaiting = () => undefined,
  waitMs = READ_WAIT_MS,
  readMsMax = READ_MS_MAX,
  cpuMsMax = CPU_MS_MAX,
}: ReaderPoolOptions): ReaderPool {
  const traffic = new Traffic(clock);
  const { cell } = traffic;
  const small = new Lane(
    { name: 'reads', ...SMALL_READS, readMsMax },
    { storeFile, database, cpuMsMax: cpuMsMax.small, traffic: cell },
    timers,
    onDamaged,
  );
  const large = new Lane(
    { name: 'large-reads', ...LARGE_READS, readMsMax },
    { storeFile, database, cpuMsMax: cpuMsMax.large, traffic: cell },
    timers,
    onDamaged,
  );
  small.startEarly();
  large.startEarly();
  const barrier = new ReadBarrier(timers, waitMs, onWaiting);
  const same = new SameAnswers();

  async function readIn(lane: Lane, asker: Asker, name: string, parameters: unknown): Promise<ReadAnswer | null> {
    const key = SameAnswers.keyOf(name, parameters, asker);
    const release = lane.admit(asker.client);
    try {
      await barrier.wait();
      const known = same.get(key);
      if (known !== null) return known;
      const { changes } = same;
      const answer = await lane.read(asker, name, parameters);
      if (answer !== null) same.add(key, answer, changes);
      return answer;
    } finally {
      release();
    }
  }

  return {
    async read(name, parameters, asker = OWN) {
      if (asker.units > SMALL_READ_UNITS_MAX) return readIn(large, asker, name, parameters);
      try {
        return await readIn(small, asker, name, parameters);
      } catch (error) {
        if (!(error instanceof ReadTooLong)) throw error;
        try {
          const answer = await readIn(large, asker, name, parameters);
          return answer === null ? null : { ...answer, cpuMs: answer.cpuMs + error.cpuMs };
        } catch (later) {
          // CPU used among the small reads counts, however the read ends.
          if (later instanceof ReadRefused) later.cpuMs += error.cpuMs;
          throw later;
        }
      }
    },
    async warm() {
      await Promise.allSettled([small, large].map((lane) => lane.read(OWN, 'event-by-slug', { slug: '' })));
    },
    setAcknowledged(sequence) {
      traffic.came();
      barrier.setAcknowledged(sequence);
    },
    setProjected(sequence) {
      same.changed();
      barrier.setProjected(sequence);
    },
    async close() {
      const closed = Promise.all([small.close(), large.close()]);
      barrier.close();
      await closed;
    },
  };
}

interface Job {
  readonly asker: Asker;
  readonly name: string;
  readonly parameters: unknown;
  /** True if the read was refused while it waited. */
  isOver: boolean;
  readonly resolve: (answer: ReadAnswer | null) => void;
  readonly reject: (error: Error) => void;
}

interface LaneSettings {
  readonly name: string;
  readonly readsMax: number;
  readonly perClientMax: number;
  /** Reads handed to the thread at a time. */
  readonly given: number;
  /** Milliseconds within which a read must get its turn and its answer. */
  readonly readMsMax: number;
}

/** One thread with its waiting reads; a failed thread is replaced at the next read. */
class Lane {
  readonly #settings: LaneSettings;
  readonly #workerData: ReaderWorkerData;
  readonly #onDamaged: ((message: string) => void) | undefined;
  readonly #timers: Timers;
  readonly #queue = new FairQueue<Job>();
  /** Reads handed to the thread. */
  readonly #pending = new Map<number, Job>();
  /** Places taken, by client. */
  readonly #places = new Map<string, number>();
  #worker: Worker | null = null;
  #admitted = 0;
  #nextId = 0;
  #isClosed = false;
  /** True once the thread has answered something: if it ends, the next one may do better. */
  #isProven = false;

  constructor(
    settings: LaneSettings,
    workerData: ReaderWorkerData,
    timers: Timers,
    onDamaged: ((message: string) => void) | undefined,
  ) {
    this.#timers = timers;
    this.#onDamaged = onDamaged;
    this.#settings = settings;
    this.#workerData = workerData;
  }

  /** Takes a place in the lane; the returned function frees it. Throws `ReaderUnavailable` when there is none. */
  admit(client: string): () => void {
    const { readsMax, perClientMax } = this.#settings;
    if (this.#isClosed) throw new ReaderUnavailable('reads have stopped');
    if (this.#admitted >= readsMax) throw new ReaderUnavailable(`${readsMax} reads are waiting already`);
    const own = this.#places.get(client) ?? 0;
    if (own >= perClientMax) throw new ReaderUnavailable(`${perClientMax} reads of one client are waiting already`);
    this.#admitted += 1;
    this.#places.set(client, own + 1);
    return () => {
      this.#admitted -= 1;
      const left = (this.#places.get(client) ?? 1) - 1;
      if (left === 0) this.#places.delete(client);
      else this.#places.set(client, left);
    };
  }

  async read(asker: Asker, name: string, parameters: unknown): Promise<ReadAnswer | null> {
    this.#start();
    const { promise, resolve, reject } = Promise.withResolvers<ReadAnswer | null>();
    const job: Job = { asker, name, parameters, isOver: false, resolve, reject };
    const refuse = (): void => {
      // A thread that starts on a busy machine may take long, and then answers at once.
      job.isOver = this.#isProven;
      if (job.isOver) reject(new ReaderUnavailable('the read has waited too long'));
      else cancel = this.#timers.after(this.#settings.readMsMax, refuse);
    };
    let cancel = this.#timers.after(this.#settings.readMsMax, refuse);
    this.#queue.add(asker.client, job);
    this.#give();
    return promise.finally(() => cancel());
  }

  /** Starts the thread if possible; otherwise the next read tries. */
  startEarly(): void {
    try {
      this.#start();
    } catch (error) {
      if (!(error instanceof ReaderUnavailable)) throw error;
    }
  }

  /**
   * Returns the thread, starting it if necessary. Throws `ReaderUnavailable` after `close`: that thread would never be
   * stopped.
   */
  #start(): Worker {
    if (this.#isClosed) throw new ReaderUnavailable('reads have stopped');
    if (this.#worker !== null) return this.#worker;
    const worker = this.#startThread();
    this.#isProven = false;
    worker.on('message', (message: ReadReply) => this.#settle(message));
    worker.on('error', (error) => this.#fail(worker, error));
    worker.on('exit', () => this.#fail(worker, new Error('it ended')));
    this.#worker = worker;
    return worker;
  }

  /** Throws `ReaderUnavailable` if a shortage of files or memory prevents a thread. */
  #startThread(): Worker {
    const url = new URL('./reader-worker.ts', import.meta.url);
    try {
      return new Worker(url, { name: this.#settings.name, workerData: this.#workerData });
    } catch (cause) {
      throw new ReaderUnavailable('no reader thread can be started', { cause });
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#queue.drain()) reject(new ReaderUnavailable('reads have stopped'));
    const worker = this.#worker;
    if (worker === null) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    // A thread that has not started yet may take long to start on a busy machine.
    if (!this.#isProven) void worker.terminate();
    else worker.postMessage('stop');
    await ended;
  }

  /** Gives the thread as many reads as it may have, client after client. */
  #give(): void {
    while (!this.#isClosed && this.#pending.size < this.#settings.given) {
      const job = this.#queue.take();
      if (job === undefined) return;
      if (job.isOver) continue;
      // The cost of this client's earlier reads has been counted by now.
      const seconds = job.asker.overdrawn?.() ?? null;
      if (seconds !== null) {
        job.reject(new ReadOverdrawn(seconds));
        continue;
      }
      const { asker, name, parameters } = job;
      const { encoding = null, publicWords = false } = asker;
      const request: ReadRequest = { id: this.#nextId++, name, parameters, encoding, publicWords };
      try {
        this.#start().postMessage(request);
      } catch (error) {
        job.reject(error instanceof Error ? error : new ReaderUnavailable(String(error)));
        continue;
      }
      this.#pending.set(request.id, job);
    }
  }

  #settle(message: ReadReply): void {
    const job = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    this.#isProven = true;
    this.#give();
    switch (message.kind) {
      case 'answer': {
        const { body, encoding, headers, cpuMs } = message;
        return job?.resolve({ body, encoding, headers, cpuMs });
      }
      case 'missing':
        return job?.resolve(null);
      case 'stopped':
        return job?.reject(new ReadTooLong(job.name, message.cpuMs));
      case 'failed':
        return job?.reject(new ReadFailed(message.message));
      case 'damaged':
        this.#onDamaged?.(message.message);
        return job?.reject(new ReadStoreRebuilding());
    }
  }

  #fail(worker: Worker, cause: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    const failed = [...this.#pending.values()];
    this.#pending.clear();
    // A thread that could not start is no reason to start one for each waiting read.
    if (!this.#isProven) failed.push(...this.#queue.drain());
    for (const { reject } of failed) reject(new ReaderUnavailable('the reader thread has failed', { cause }));
    this.#give();
  }
}
