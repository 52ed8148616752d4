/** The exchange thread's side of the thread that reads files for a joining node. */
import { Worker } from 'node:worker_threads';
import type { FilePart, FromGiver, ToGiver } from '@bellwether/ports/node-files.ts';
import type { Channel } from '@bellwether/ports/runtime.ts';

export type GiveWorkerData = { readonly dataDir: string; readonly parts: readonly FilePart[] };

/** Starts the thread. It ends by itself after the last file; `close` ends it before. */
export function startGiving(workerData: GiveWorkerData): Channel<ToGiver, FromGiver> {
  const worker = new Worker(new URL('./give-worker.ts', import.meta.url), { name: 'files', workerData });
  return {
    send: (message) => worker.postMessage(message),
    receive(take) {
      worker.on('message', take);
      worker.on('error', (error) =>
        take({ kind: 'refused', why: error instanceof Error ? error.message : String(error) }),
      );
    },
    drain: () => undefined,
    close: () => void worker.terminate(),
  };
}
