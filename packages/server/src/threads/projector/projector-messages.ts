/** What main thread and projector thread say to each other. */
import type { MessagePort } from 'node:worker_threads';
import type { JournalPlace } from '../../ports/journal-place.ts';
import type { RoomBounds } from '../../ports/storage.ts';

/** `workerData` of the projector thread. */
export interface ProjectorWorkerData extends JournalPlace {
  /** File of the read store; created when missing. */
  readonly storeFile: string;
  readonly storeRoom: RoomBounds;
  /** The exchange is recovering from the same files, and `recovered` tells when it has. */
  readonly isEarly: boolean;
  /** Brings each durable `JournalRecord` in order; closed by the other side when no more will come. */
  readonly recordPort: MessagePort;
  /** Four bytes: see `projector-gate.ts`. */
  readonly gate: SharedArrayBuffer;
}

export type ToProjector =
  /** The exchange has found the journal whole, and writes it from now on. */
  | { readonly kind: 'recovered' }
  /** Write what has arrived, close the store and end. */
  | { readonly kind: 'stop' }
  /** A reader found the store damaged: make it again. */
  | { readonly kind: 'rebuild'; readonly message: string }
  /** A read waits for the rows up to this entry. */
  | { readonly kind: 'hurry'; readonly sequence: number }
  /** The answer to `damaged` and `unwritable`: no one has the store open any more. */
  | { readonly kind: 'released' };

export type FromProjector =
  /** The store exists and shows what the journal held when it was made; `sequence` as for `projected`. */
  | { readonly kind: 'ready'; readonly sequence: number }
  /** All projections show everything up to this entry. */
  | { readonly kind: 'projected'; readonly sequence: number }
  /** The store at the start was damaged and is made again; `ready` follows. */
  | { readonly kind: 'replaced'; readonly message: string }
  /** The store is damaged. It is made again once `released` says that no one has it open; then `ready` follows. */
  | { readonly kind: 'damaged'; readonly message: string }
  /**
   * The store could not be written or read. It is tried again once `released` says that no one has it open, until it can
   * be; then `ready` follows. Said of the store at the start as well, and again when the reason is another.
   */
  | { readonly kind: 'unwritable'; readonly message: string }
  | { readonly kind: 'stopped' }
  /** The thread has given up; the rows stay as they are. `name` is the error's class. */
  | { readonly kind: 'failed'; readonly name: string; readonly message: string };
