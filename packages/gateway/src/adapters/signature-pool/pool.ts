/**
 * Checks wallet signatures on a few worker threads. Checks that arrive in one turn of the event loop are sent in one
 * message; while all workers are busy, arriving checks form the next batches. First come, first served. A check that is
 * alone is computed in the caller's thread: waking another one takes longer.
 *
 * A worker that fails ends the pool: pending checks are rejected, nothing is retried, and the owner is notified once.
 */
import { Worker } from 'node:worker_threads';
import type { Timers } from '@bellwether/ports/runtime.ts';
import { type Signatures, SignaturesUnavailable } from '@bellwether/ports/signatures.ts';
import { type BatchMessage, type Checker, type CheckerOptions, createChecker } from './check.ts';
import { ANSWER_BYTES, type Ask, createStaging, type OtherKnown, signaturesBy } from './layout.ts';

/** Worker threads of one pool. */
export const POOL_SIZE_MAX = 4;
/** Checks in one batch: at about 60 µs each, no check waits more than 4 ms for a batch that started earlier. */
export const CHECKS_PER_BATCH_MAX = 64;
/** Batches that a worker has at a time: one to compute, and the next one ready. */
export const BATCHES_PER_WORKER_MAX = 2;
/** Checks requested and not answered, over all workers; the next one is refused. */
export const PENDING_CHECKS_MAX = 8_192;

export interface SignaturePoolOptions extends Omit<CheckerOptions, 'otherDomains' | 'otherSignIns'>, OtherKnown {
  readonly timers: Timers;
  /** Worker threads, 1..POOL_SIZE_MAX; 1 by default. */
  readonly size?: number;
  /** Called once when a worker fails while the pool is in use; every later check is refused. */
  readonly onFatal?: (error: Error) => void;
  /** Program of a worker thread; replaced only to test how the pool handles failures. */
  readonly workerUrl?: URL;
}

export interface SignaturePool extends Signatures {
  /** Checks requested and not answered yet. */
  pendingChecks(): number;
  /** Accepts no more checks, answers the pending ones and ends its threads. */
  close(): Promise<void>;
}

/** Callbacks for the answer of one check, or for its failure. */
interface Pending {
  answer(answers: Buffer, at: number): void;
  reject(error: Error): void;
}

type Batch = { readonly checks: ArrayBuffer; readonly pending: readonly Pending[] };

interface Lane {
  readonly worker: Worker;
  /** Batches sent and not answered, oldest first. */
  readonly sent: Batch[];
}

/**
 * Starts the threads and resolves when all are ready. Rejects when one fails to start, and with `RangeError` for a bad
 * `size`.
 */
export async function createSignaturePool(options: SignaturePoolOptions): Promise<SignaturePool> {
  const size = options.size ?? 1;
  if (!Number.isInteger(size) || size < 1 || size > POOL_SIZE_MAX) {
    throw new RangeError(`signature pool size must be 1..${POOL_SIZE_MAX}, not ${size}`);
  }
  const { otherOrderTerms = [], otherSignIns = [] } = options;
  const workerUrl = options.workerUrl ?? new URL('./worker.ts', import.meta.url);
  const workerData: CheckerOptions = {
    domain: options.domain,
    negRiskDomain: options.negRiskDomain ?? null,
    v2Domains: options.v2Domains ?? [],
    signInChainIds: options.signInChainIds,
    authMessage: options.authMessage,
    otherDomains: otherOrderTerms.map(({ domain }) => domain),
    otherSignIns,
  };
  const workers = Array.from({ length: size }, () => new Worker(workerUrl, { workerData, name: 'signatures' }));
  // Errors may still arrive while a failed start is cleaned up, when there is no other listener.
  for (const worker of workers) worker.on('error', () => {});
  try {
    await Promise.all(workers.map(whenReady));
  } catch (cause) {
    await Promise.all(workers.map((worker) => worker.terminate()));
    throw new SignaturesUnavailable('a signature worker did not start', { cause });
  }
  const pool = new WorkerSignaturePool(workers, await createChecker(workerData), options);
  return { ...signaturesBy(pool.ask, options), pendingChecks: () => pool.pendingChecks(), close: () => pool.close() };
}

function whenReady(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (error: unknown): void => finish(() => reject(error));
    const onExit = (code: number): void => finish(() => reject(new Error(`signature worker exited with ${code}`)));
    const onMessage = (): void => finish(resolve);
    function finish(act: () => void): void {
      worker.off('error', onError).off('exit', onExit).off('message', onMessage);
      act();
    }
    worker.on('error', onError).on('exit', onExit).on('message', onMessage);
  });
}

class WorkerSignaturePool {
  readonly #timers: Timers;
  readonly #lanes: readonly Lane[];
  readonly #check: Checker;
  readonly #onFatal: (error: Error) => void;
  readonly #staging = createStaging(CHECKS_PER_BATCH_MAX);
  /** Checks in the staging memory, and the bytes that they occupy. */
  #staged: Pending[] = [];
  #stagedBytes = 0;
  /** Full batches that wait for a worker, oldest first; all are older than the staged checks. */
  readonly #waiting: Batch[] = [];
  #pendingCount = 0;
  #flushScheduled = false;
  /** Reason why no more checks are accepted; null while they are. */
  #refusal: SignaturesUnavailable | null = null;
  #onDrained: (() => void) | null = null;
  #closed: Promise<void> | null = null;

  constructor(workers: readonly Worker[], check: Checker, { timers, onFatal = () => {} }: SignaturePoolOptions) {
    this.#timers = timers;
    this.#check = check;
    this.#onFatal = onFatal;
    this.#lanes = workers.map((worker) => ({ worker, sent: [] }));
    for (const lane of this.#lanes) {
      lane.worker.on('message', (answers: ArrayBuffer) => this.#deliver(lane, answers));
      lane.worker.on('error', (error) => this.#fail(error));
      lane.worker.on('messageerror', (error) => this.#fail(error));
      lane.worker.on('exit', (code) => this.#fail(new Error(`signature worker exited with ${code}`)));
    }
  }

  readonly ask: Ask = (write, read) =>
    new Promise((resolve, reject) => {
      this.#admit();
      // If this throws, `#stagedBytes` has not moved: the next check overwrites the half-written one.
      this.#stagedBytes = write(this.#staging, this.#stagedBytes);
      this.#stage({ answer: (answers, at) => resolve(read(answers, at)), reject });
    });

  pendingChecks(): number {
    return this.#pendingCount;
  }

  close(): Promise<void> {
    this.#closed ??= this.#drainAndTerminate();
    return this.#closed;
  }

  async #drainAndTerminate(): Promise<void> {
    this.#refusal ??= new SignaturesUnavailable('the signature pool is closing');
    if (this.#pendingCount > 0) {
      await new Promise<void>((resolve) => {
        this.#onDrained = resolve;
      });
    }
    await Promise.all(this.#lanes.map((lane) => lane.worker.terminate()));
  }

  /** Makes room for one more check, or throws `SignaturesUnavailable`. */
  #admit(): void {
    if (this.#refusal !== null) throw this.#refusal;
    if (this.#pendingCount >= PENDING_CHECKS_MAX) {
      throw new SignaturesUnavailable(`${PENDING_CHECKS_MAX} signature checks are waiting already`);
    }
    if (this.#staged.length === CHECKS_PER_BATCH_MAX) this.#waiting.push(this.#seal());
  }

  #stage(pending: Pending): void {
    this.#staged.push(pending);
    this.#pendingCount += 1;
    if (this.#flushScheduled) return;
    this.#flushScheduled = true;
    this.#timers.soon(() => {
      this.#flushScheduled = false;
      if (this.#pendingCount === 1 && this.#staged.length === 1) this.#answerHere();
      else this.#send();
    });
  }

  #seal(): Batch {
    const batch = { checks: this.#staging.memory.slice(0, this.#stagedBytes), pending: this.#staged };
    this.#staged = [];
    this.#stagedBytes = 0;
    return batch;
  }

  /** Sends batches to workers while there are both. */
  #send(): void {
    for (;;) {
      const lane = this.#idlestLane();
      if (lane === null) return;
      const batch = this.#waiting.shift() ?? (this.#staged.length > 0 ? this.#seal() : null);
      if (batch === null) return;
      lane.sent.push(batch);
      const message: BatchMessage = { checks: batch.checks, count: batch.pending.length };
      lane.worker.postMessage(message, [batch.checks]);
    }
  }

  #idlestLane(): Lane | null {
    let idlest: Lane | null = null;
    for (const lane of this.#lanes) {
      if (lane.sent.length >= BATCHES_PER_WORKER_MAX) continue;
      if (idlest === null || lane.sent.length < idlest.sent.length) idlest = lane;
    }
    return idlest;
  }

  #deliver(lane: Lane, answered: ArrayBuffer): void {
    const batch = lane.sent[0];
    if (batch === undefined) return;
    if (!(answered instanceof ArrayBuffer) || answered.byteLength !== batch.pending.length * ANSWER_BYTES) {
      this.#fail(new Error('a signature worker answered another number of checks than it was asked'));
      return;
    }
    lane.sent.shift();
    this.#pendingCount -= batch.pending.length;
    // The worker gets its next batch before the answers are read: reading them takes as long as a few checks.
    this.#send();
    this.#pass(batch.pending, answered);
  }

  #answerHere(): void {
    try {
      const answered = this.#check(new Uint8Array(this.#staging.memory, 0, this.#stagedBytes), 1);
      const pending = this.#staged;
      this.#staged = [];
      this.#stagedBytes = 0;
      this.#pendingCount = 0;
      this.#pass(pending, answered);
    } catch (error) {
      this.#fail(error);
    }
  }

  #pass(all: readonly Pending[], answered: ArrayBuffer): void {
    const answers = Buffer.from(answered);
    let at = 0;
    for (const pending of all) {
      pending.answer(answers, at);
      at += ANSWER_BYTES;
    }
    this.#reportDrained();
  }

  #fail(cause: unknown): void {
    const error = new SignaturesUnavailable('the signature pool has failed', { cause });
    const first = this.#closed === null && this.#refusal === null;
    this.#refusal ??= error;
    const batches = this.#lanes.flatMap((lane) => lane.sent.splice(0)).concat(this.#waiting.splice(0));
    const unanswered = batches.flatMap((batch) => batch.pending).concat(this.#staged);
    this.#staged = [];
    this.#stagedBytes = 0;
    this.#pendingCount = 0;
    for (const pending of unanswered) pending.reject(error);
    this.#reportDrained();
    if (!first) return;
    for (const lane of this.#lanes) void lane.worker.terminate();
    this.#onFatal(error);
  }

  #reportDrained(): void {
    if (this.#pendingCount > 0 || this.#onDrained === null) return;
    this.#onDrained();
    this.#onDrained = null;
  }
}
