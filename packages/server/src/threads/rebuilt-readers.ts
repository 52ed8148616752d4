/**
 * The readers of a store that may have to be made again: while that lasts no thread has it open, and reads are refused in
 * words.
 */
import { ReadStoreRebuilding } from '../ports/reader.ts';
import { createReaderPool, type ReaderPool, type ReaderPoolOptions } from './reader-pool.ts';

export interface RebuiltReaders extends ReaderPool {
  /** Ends the threads and refuses reads until `resume`. Resolves when none has the store open any more. */
  suspend(): Promise<void>;
  /** The store is there again. */
  resume(): void;
}

export function createRebuiltReaders(options: ReaderPoolOptions): RebuiltReaders {
  let pool: ReaderPool | null = createReaderPool(options);
  let isClosed = false;
  let [acknowledged, projected] = [0, 0];
  return {
    read(name, parameters, asker) {
      return pool === null ? Promise.reject(new ReadStoreRebuilding()) : pool.read(name, parameters, asker);
    },
    setAcknowledged(sequence) {
      acknowledged = Math.max(acknowledged, sequence);
      pool?.setAcknowledged(sequence);
    },
    setProjected(sequence) {
      projected = sequence;
      pool?.setProjected(sequence);
    },
    async suspend() {
      const suspended = pool;
      pool = null;
      await suspended?.close();
    },
    resume() {
      if (isClosed || pool !== null) return;
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
