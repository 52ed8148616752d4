/** What main thread and projector thread say to each other. */
import type { MessagePort } from 'node:worker_threads';

/** `workerData` of the projector thread. */
export interface ProjectorWorkerData {
  readonly dataDir: string;
  /** File of the read store; created when missing. */
  readonly storeFile: string;
  /** Brings each durable `JournalRecord` in order; closed by the other side when no more will come. */
  readonly recordPort: MessagePort;
}

export type ToProjector =
  /** Write what has arrived, close the store and end. */
  { readonly kind: 'stop' };

export type FromProjector =
  /** The store exists and shows the journal as it was at the start; `sequence` as for `projected`. */
  | { readonly kind: 'ready'; readonly sequence: number }
  /** All projections show everything up to this entry. */
  | { readonly kind: 'projected'; readonly sequence: number }
  | { readonly kind: 'stopped' }
  /** The thread has given up; the rows stay as they are. `name` is the error's class. */
  | { readonly kind: 'failed'; readonly name: string; readonly message: string };
