/**
 * The main thread's side of exports: each runs in a thread of its own, which makes a piece when it is asked for. So a
 * client's speed is the export's, and no more than a piece is in memory. A client that stops reading is given up: its
 * export holds a moment of the rows, and the log of the store grows meanwhile.
 */
import { Worker } from 'node:worker_threads';
import { type ExportRequest, type Exports, ExportsBusy } from '@bellwether/ports/exports.ts';
import type { People } from '@bellwether/ports/people.ts';
import type { Timers } from '@bellwether/ports/runtime.ts';
import { exportedPeople, isStored, type StoredExport } from '../../exports/exported-pieces.ts';
import { EXPORT_STALL_MS, EXPORTS_MAX, OWN_EXPORTS_MAX } from '../limits.ts';

export type ExportWorkerData = { readonly storeFile: string; readonly request: StoredExport };

/** The next piece, transferred; null after the last. */
export type ExportReply = { readonly piece: Uint8Array | null } | { readonly failure: string };

export class ExportThreads implements Exports {
  readonly #storeFile: string;
  readonly #timers: Timers;
  readonly #people: People | null;
  readonly #workers = new Map<Worker, ExportRequest>();
  #isClosed = false;

  constructor(storeFile: string, timers: Timers, people: People | null) {
    this.#storeFile = storeFile;
    this.#timers = timers;
    this.#people = people;
  }

  async *open(request: ExportRequest): AsyncGenerator<Uint8Array> {
    if (!isStored(request)) {
      if (this.#people === null) throw new Error('there is no people store');
      return yield* exportedPeople(this.#people, request);
    }
    const running = [...this.#workers.values()];
    const own = running.filter(({ account }) => account !== null);
    const isFull = request.account !== null && own.length >= OWN_EXPORTS_MAX;
    if (this.#isClosed || running.length >= EXPORTS_MAX || isFull)
      throw new ExportsBusy('too many exports are under way');
    const workerData: ExportWorkerData = { storeFile: this.#storeFile, request };
    const worker = new Worker(new URL('./export-worker.ts', import.meta.url), { name: 'export', workerData });
    this.#workers.set(worker, request);
    const ended = new Promise<never>((_resolve, reject) => {
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('the export was given up')));
    });
    ended.catch(() => undefined);
    try {
      for (;;) {
        const piece = await Promise.race([nextPiece(worker), ended]);
        if (piece === null) return;
        const cancel = this.#timers.after(EXPORT_STALL_MS, () => void worker.terminate());
        try {
          yield piece;
        } finally {
          cancel();
        }
      }
    } finally {
      this.#workers.delete(worker);
      await worker.terminate();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#workers.keys()].map((worker) => worker.terminate()));
  }
}

async function nextPiece(worker: Worker): Promise<Uint8Array | null> {
  const replied = new Promise<ExportReply>((resolve) => worker.once('message', resolve));
  worker.postMessage('next');
  const reply = await replied;
  if ('failure' in reply) throw new Error(reply.failure);
  return reply.piece;
}
