/**
 * The readers of a store that may have to be rebuilt, or cannot be written: meanwhile no thread has it open, and reads
 * are refused with a reason. Reads that arrive while a start still checks the store wait, but not forever.
 */
import { ReaderUnavailable, ReadStoreRebuilding, ReadStoreUnavailable } from '@bellwether/ports/reader.ts';
import type { Timers } from '@bellwether/ports/runtime.ts';
import type { ReadStoreState } from '@bellwether/ports/storage.ts';
import { READ_START_MS_MAX, READS_BEFORE_START_MAX } from '../limits.ts';
import { createReaderPool, type ReaderPool, type ReaderPoolOptions } from './reader-pool.ts';

export interface RebuiltReaders extends ReaderPool {
  readonly state: ReadStoreState;
  /** Ends the threads and refuses reads until `resume`. Resolves when no thread has the store open any more. */
  suspend(why: Exclude<ReadStoreState, 'ready'>): Promise<void>;
  /** Called when the store is back. */
  resume(): void;
  /** Refuses reads that wait for a start. */
  endWaiting(): void;
}

/**
 * With an `initial` other than `ready`, the store need not exist before `resume`; with `starting`, reads wait until then.
 */
export function createRebuiltReaders(
  options: ReaderPoolOptions,
  initial: ReadStoreState | 'starting' = 'ready',
): RebuiltReaders {
  let state = initial === 'starting' ? 'rebuilding' : initial;
  let pool: ReaderPool | null = state === 'ready' ? createReaderPool(options) : null;
  const start = new Start(options, initial === 'starting');
  let isClosed = false;
  let [acknowledged, projected] = [0, 0];
  const refusal = (): Error => (state === 'unwritable' ? new ReadStoreUnavailable() : new ReadStoreRebuilding());
  return {
    get state() {
      return state;
    },
    async read(name, parameters, asker) {
      await start.over();
      const asked = pool;
      if (asked === null) throw refusal();
      try {
        return await asked.read(name, parameters, asker);
      } catch (error) {
        // The read waited, or was running, when the store was closed.
        if (pool !== asked && !isClosed && error instanceof ReaderUnavailable) throw refusal();
        throw error;
      }
    },
    async warm() {
      await pool?.warm();
    },
    setAcknowledged(sequence) {
      acknowledged = Math.max(acknowledged, sequence);
      pool?.setAcknowledged(sequence);
    },
    setProjected(sequence) {
      projected = sequence;
      pool?.setProjected(sequence);
    },
    async suspend(why) {
      const suspended = pool;
      pool = null;
      state = why;
      start.end();
      await suspended?.close();
    },
    resume() {
      if (isClosed || pool !== null) return;
      state = 'ready';
      pool = createReaderPool(options);
      pool.setAcknowledged(acknowledged);
      pool.setProjected(projected);
      start.end();
    },
    endWaiting: () => start.end(),
    async close() {
      isClosed = true;
      start.end();
      await pool?.close();
    },
  };
}

/** The time until the store first exists, or is known not to. */
class Start {
  readonly #timers: Timers;
  readonly #waitMs: number;
  readonly #ended = Promise.withResolvers<void>();
  #isOver: boolean;
  #waiting = 0;

  constructor({ runtime, startMsMax = READ_START_MS_MAX }: ReaderPoolOptions, hasBegun: boolean) {
    this.#timers = runtime.timers;
    this.#waitMs = startMsMax;
    this.#isOver = !hasBegun;
  }

  end(): void {
    this.#isOver = true;
    this.#ended.resolve();
  }

  /**
   * Resolves when the start is over, or has lasted too long. Throws `ReaderUnavailable` when too many reads wait already.
   */
  async over(): Promise<void> {
    if (this.#isOver) return;
    if (this.#waiting >= READS_BEFORE_START_MAX) {
      throw new ReaderUnavailable(`${READS_BEFORE_START_MAX} reads are waiting already`);
    }
    this.#waiting++;
    const late = Promise.withResolvers<void>();
    const cancel = this.#timers.after(this.#waitMs, late.resolve);
    await Promise.race([this.#ended.promise, late.promise]);
    cancel();
    this.#waiting--;
  }
}
