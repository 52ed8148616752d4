import type { Reader } from '@bellwether/ports/reader.ts';
import type { ReadStoreState } from '@bellwether/ports/storage.ts';

/** The read side of a venue: on threads (`read-side.ts`) or in one (`one-thread/`). */
export interface LedgerReads {
  readonly reader: Reader;
  readonly state: ReadStoreState;
  /** Last entry that the rows fully show. */
  readonly projected: number;
  /** Resolves when reads are answered. */
  readonly opened: Promise<void>;
  /** Makes later reads wait until they can show this entry. */
  acknowledged(sequence: number): void;
  /** Brings the rows up to date while clients are already served. */
  open(): void;
  /** Refuses reads that wait for the rows of a start, so that a stop does not wait as well. */
  endWaiting(): void;
  stop(): Promise<void>;
}
