/** Messages between the main thread and the projector thread. */
import type { MessagePort } from 'node:worker_threads';
import type { JournalPlace } from '@bellwether/ports/journal-place.ts';
import type { RoomBounds } from '@bellwether/ports/storage.ts';

export interface ProjectorWorkerData extends JournalPlace {
  /** File of the read store; created if missing. */
  readonly storeFile: string;
  readonly storeRoom: RoomBounds;
  /** True if the exchange is still recovering from the same files; `recovered` reports the end of that. */
  readonly isEarly: boolean;
  /** Brings each durable `JournalRecord` in order; closed by the other side after the last one. */
  readonly recordPort: MessagePort;
  /** Four bytes: see `projector-gate.ts`. */
  readonly gate: SharedArrayBuffer;
}

export type ToProjector =
  /** The exchange has found the journal whole, and writes it from now on. */
  | { readonly kind: 'recovered' }
  /** Write the entries that have arrived, close the store and end. */
  | { readonly kind: 'stop' }
  /** A reader found the store damaged: rebuild it. */
  | { readonly kind: 'rebuild'; readonly message: string }
  /** A read waits for the rows up to this entry. */
  | { readonly kind: 'hurry'; readonly sequence: number }
  /** The answer to `damaged` and `unwritable`: no reader has the store open any more. */
  | { readonly kind: 'released' };

export type FromProjector =
  /** The store exists and shows the journal as it was when the store was opened; `sequence` as for `projected`. */
  | { readonly kind: 'ready'; readonly sequence: number }
  /** All projections show everything up to this entry. */
  | { readonly kind: 'projected'; readonly sequence: number }
  /** The store at the start was damaged and is being rebuilt; `ready` follows. */
  | { readonly kind: 'replaced'; readonly message: string }
  /** The store is damaged. It is rebuilt once `released` reports that no reader has it open; then `ready` follows. */
  | { readonly kind: 'damaged'; readonly message: string }
  /**
   * The store could not be written or read. Once `released` reports that no reader has it open, it is retried until
   * that succeeds; then `ready` follows. Also sent for the store at the start, and again when the reason changes.
   */
  | { readonly kind: 'unwritable'; readonly message: string }
  | { readonly kind: 'stopped' }
  /** The thread has given up; the rows stay as they are. `name` is the error's class. */
  | { readonly kind: 'failed'; readonly name: string; readonly message: string };
