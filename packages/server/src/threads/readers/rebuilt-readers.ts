/**
 * The readers of a store that may have to be made again, or cannot be written: while that lasts no thread has it open, and
 * reads are refused in words.
 */
import { ReaderUnavailable, ReadStoreRebuilding, ReadStoreUnavailable } from '../../ports/reader.ts';
import type { ReadStoreState } from '../../ports/storage.ts';
import { createReaderPool, type ReaderPool, type ReaderPoolOptions } from './reader-pool.ts';

export interface RebuiltReaders extends ReaderPool {
  readonly state: ReadStoreState;
  /** Ends the threads and refuses reads until `resume`. Resolves when none has the store open any more. */
  suspend(why: Exclude<ReadStoreState, 'ready'>): Promise<void>;
  /** The store is there again. */
  resume(): void;
}

/** `initial`: other than `ready`, the store need not be there before `resume`. */
export function createRebuiltReaders(options: ReaderPoolOptions, initial: ReadStoreState = 'ready'): RebuiltReaders {
  let state = initial;
  let pool: ReaderPool | null = state === 'ready' ? createReaderPool(options) : null;
  let isClosed = false;
  let [acknowledged, projected] = [0, 0];
  const refusal = (): Error => (state === 'unwritable' ? new ReadStoreUnavailable() : new ReadStoreRebuilding());
  return {
    get state() {
      return state;
    },
    async read(name, parameters, asker) {
      const asked = pool;
      if (asked === null) throw refusal();
      try {
        return await asked.read(name, parameters, asker);
      } catch (error) {
        // It waited, or was being read, when the store was let go.
        if (pool !== asked && !isClosed && error instanceof ReaderUnavailable) throw refusal();
        throw error;
      }
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
      await suspended?.close();
    },
    resume() {
      if (isClosed || pool !== null) return;
      state = 'ready';
      pool = createReaderPool(options);
      pool.setAcknowledged(acknowledged);
      pool.setProjected(projected);
    },
    async close() {
      isClosed = true;
      await pool?.close();
    },
  };
}
