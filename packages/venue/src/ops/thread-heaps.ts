/**
 * Memory of each thread of the process, for threads started after this object was created, by the names they were
 * started with. Threads with the same name are summed up.
 */
import { getHeapStatistics, type HeapInfo } from 'node:v8';
import type { Worker } from 'node:worker_threads';
import type { Timers } from '@bellwether/ports/runtime.ts';

/** Memory of all threads with one name. */
export interface ThreadHeap {
  readonly thread: string;
  readonly usedBytes: number;
  readonly totalBytes: number;
  /** Buffers and other memory outside the heap. */
  readonly bufferBytes: number;
}

/** Time to wait for a thread that is busy outside of JavaScript; after that its previous answer counts. */
const ANSWER_MS_MAX = 200;
const MAIN = 'main';

export class ThreadHeaps {
  readonly #timers: Timers;
  readonly #workers = new Map<Worker, ThreadHeap>();
  readonly #started = (worker: Worker): void => this.#add(worker);

  constructor(timers: Timers) {
    this.#timers = timers;
    process.on('worker', this.#started);
  }

  /** Figures of all threads, the main thread first. */
  async read(): Promise<readonly ThreadHeap[]> {
    const asked = [...this.#workers.keys()].map(async (worker) => {
      // The thread may have ended meanwhile.
      const heap = await worker.getHeapStatistics().catch(() => null);
      const { thread } = this.#workers.get(worker) ?? {};
      if (heap !== null && thread !== undefined) this.#workers.set(worker, heapOf(thread, heap));
    });
    const late = Promise.withResolvers<void>();
    const cancel = this.#timers.after(ANSWER_MS_MAX, late.resolve);
    await Promise.race([Promise.all(asked), late.promise]);
    cancel();
    return summed([heapOf(MAIN, getHeapStatistics()), ...this.#workers.values()]);
  }

  close(): void {
    process.off('worker', this.#started);
  }

  #add(worker: Worker): void {
    const thread = worker.threadName ?? `thread ${worker.threadId}`;
    this.#workers.set(worker, { thread, usedBytes: 0, totalBytes: 0, bufferBytes: 0 });
    worker.once('exit', () => this.#workers.delete(worker));
  }
}

function heapOf(thread: string, heap: HeapInfo): ThreadHeap {
  return {
    thread,
    usedBytes: heap.used_heap_size,
    totalBytes: heap.total_heap_size,
    bufferBytes: heap.external_memory,
  };
}

function summed(heaps: readonly ThreadHeap[]): readonly ThreadHeap[] {
  const sums = new Map<string, ThreadHeap>();
  for (const heap of heaps) {
    const sum = sums.get(heap.thread);
    sums.set(heap.thread, {
      thread: heap.thread,
      usedBytes: heap.usedBytes + (sum?.usedBytes ?? 0),
      totalBytes: heap.totalBytes + (sum?.totalBytes ?? 0),
      bufferBytes: heap.bufferBytes + (sum?.bufferBytes ?? 0),
    });
  }
  return [...sums.values()];
}
