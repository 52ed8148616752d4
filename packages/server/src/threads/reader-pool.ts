/**
 * The reader as the main thread has it: one thread for small reads and one for large pages,
 * so that a page of ten thousand rows holds up no other read. A read waits until the projections show what was
 * acknowledged when it came, but not for ever. Queues are bounded; what does not fit is refused.
 */
import { Worker } from 'node:worker_threads';
import { type ReadAnswer, type Reader, ReaderUnavailable, ReadFailed, ReadStoreRebuilding } from '../ports/reader.ts';
import {
  LARGE_READS_MAX,
  LARGE_READS_NICE,
  READ_WAIT_MS,
  SMALL_MARKET_LIST_MAX,
  SMALL_PAGE_ROWS_MAX,
  SMALL_READS_MAX,
  SMALL_READS_NICE,
} from './limits.ts';
import type { ReaderWorkerData, ReadReply, ReadRequest } from './reader-messages.ts';

export interface ReaderPoolOptions {
  /** File of the read store; it must exist. */
  readonly storeFile: string;
  /** A read found the store damaged; reads go on failing until it is made again. */
  readonly onDamaged?: (message: string) => void;
  /** Milliseconds a read waits for the projections; READ_WAIT_MS by default. */
  readonly waitMs?: number;
}

export interface ReaderPool extends Reader {
  /** Everything up to this entry is acknowledged: later reads wait until they can show it. Never falls. */
  setAcknowledged(sequence: number): void;
  /** Rows show everything up to this entry. Never falls. */
  setProjected(sequence: number): void;
  /** Finishes the reads that run, refuses others and ends the threads. */
  close(): Promise<void>;
}

/** Starts both threads at once: a thread that starts later takes a core from whoever is trading then. */
export function createReaderPool({ storeFile, onDamaged, waitMs = READ_WAIT_MS }: ReaderPoolOptions): ReaderPool {
  const smallData = { storeFile, nice: SMALL_READS_NICE, isResting: false };
  const largeData = { storeFile, nice: LARGE_READS_NICE, isResting: true };
  const small = new Lane('reads', SMALL_READS_MAX, smallData, onDamaged);
  const large = new Lane('large-reads', LARGE_READS_MAX, largeData, onDamaged);
  small.start();
  large.start();
  const barrier = new Barrier(waitMs);
  return {
    async read(name, parameters) {
      const lane = isLarge(parameters) ? large : small;
      const release = lane.admit();
      try {
        await barrier.wait();
        return await lane.read(name, parameters);
      } finally {
        release();
      }
    },
    setAcknowledged: (sequence) => barrier.setAcknowledged(sequence),
    setProjected: (sequence) => barrier.setProjected(sequence),
    async close() {
      await Promise.all([small.close(), large.close()]);
    },
  };
}

/** Parameters are plain data of any read; `limit` and `market` mean the same wherever they occur. */
function isLarge(parameters: unknown): boolean {
  const { limit, market } = (parameters ?? {}) as { readonly limit?: unknown; readonly market?: unknown };
  if (Array.isArray(market) && market.length > SMALL_MARKET_LIST_MAX) return true;
  return typeof limit === 'number' && limit > SMALL_PAGE_ROWS_MAX;
}

interface BarrierWaiter {
  readonly sequence: number;
  readonly resolve: () => void;
}

/** Holds reads back until the projections have reached what was acknowledged when each of them came. */
class Barrier {
  readonly #waitMs: number;
  #acknowledged = 0;
  #projected = 0;
  /** In order of arrival, and so of sequence. */
  #waiters: BarrierWaiter[] = [];

  constructor(waitMs: number) {
    this.#waitMs = waitMs;
  }

  setAcknowledged(sequence: number): void {
    this.#acknowledged = Math.max(this.#acknowledged, sequence);
  }

  setProjected(sequence: number): void {
    this.#projected = Math.max(this.#projected, sequence);
    const reached = this.#waiters.findIndex((waiter) => waiter.sequence > this.#projected);
    const released = this.#waiters.splice(0, reached < 0 ? this.#waiters.length : reached);
    for (const { resolve } of released) resolve();
  }

  async wait(): Promise<void> {
    if (this.#projected >= this.#acknowledged) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiter = { sequence: this.#acknowledged, resolve };
    this.#waiters.push(waiter);
    const timer = setTimeout(() => {
      this.#waiters = this.#waiters.filter((other) => other !== waiter);
      resolve();
    }, this.#waitMs);
    await promise;
    clearTimeout(timer);
  }
}

interface Pending {
  readonly resolve: (answer: ReadAnswer | null) => void;
  readonly reject: (error: Error) => void;
}

/** One thread with the reads it has been sent; a thread that fails is replaced with the next read. */
class Lane {
  readonly #name: string;
  readonly #readsMax: number;
  readonly #workerData: ReaderWorkerData;
  readonly #onDamaged: ((message: string) => void) | undefined;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | null = null;
  #admitted = 0;
  #nextId = 0;
  #isClosed = false;

  constructor(
    name: string,
    readsMax: number,
    workerData: ReaderWorkerData,
    onDamaged: ((message: string) => void) | undefined,
  ) {
    this.#onDamaged = onDamaged;
    this.#name = name;
    this.#readsMax = readsMax;
    this.#workerData = workerData;
  }

  /** Takes a place in the lane; the caller gives it back. Throws `ReaderUnavailable` when there is none. */
  admit(): () => void {
    if (this.#isClosed) throw new ReaderUnavailable('reads have stopped');
    if (this.#admitted >= this.#readsMax) throw new ReaderUnavailable(`${this.#readsMax} reads are waiting already`);
    this.#admitted += 1;
    return () => {
      this.#admitted -= 1;
    };
  }

  read(name: string, parameters: unknown): Promise<ReadAnswer | null> {
    const worker = this.start();
    const request: ReadRequest = { id: this.#nextId++, name, parameters };
    const { promise, resolve, reject } = Promise.withResolvers<ReadAnswer | null>();
    this.#pending.set(request.id, { resolve, reject });
    worker.postMessage(request);
    return promise;
  }

  /** The thread, started if there is none. Throws `ReaderUnavailable` after the end: nobody would stop that thread. */
  start(): Worker {
    if (this.#isClosed) throw new ReaderUnavailable('reads have stopped');
    if (this.#worker !== null) return this.#worker;
    const url = new URL('./reader-worker.ts', import.meta.url);
    const worker = new Worker(url, { name: this.#name, workerData: this.#workerData });
    worker.on('message', (message: ReadReply) => this.#settle(message));
    worker.on('error', (error) => this.#fail(worker, error));
    worker.on('exit', () => this.#fail(worker, new Error('it ended')));
    this.#worker = worker;
    return worker;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = this.#worker;
    if (worker === null) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage('stop');
    await ended;
  }

  #settle(message: ReadReply): void {
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    switch (message.kind) {
      case 'answer':
        return pending?.resolve({ body: message.body, headers: message.headers });
      case 'missing':
        return pending?.resolve(null);
      case 'failed':
        return pending?.reject(new ReadFailed(message.message));
      case 'damaged':
        this.#onDamaged?.(message.message);
        return pending?.reject(new ReadStoreRebuilding());
    }
  }

  #fail(worker: Worker, cause: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    for (const { reject } of this.#pending.values())
      reject(new ReaderUnavailable('the reader thread has failed', { cause }));
    this.#pending.clear();
  }
}
