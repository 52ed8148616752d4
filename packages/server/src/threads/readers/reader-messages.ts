/** What the reader pool and its threads say to each other. */
import type { JournalDatabase } from '../../ports/journal-place.ts';
import type { Encoding } from '../../ports/reader.ts';

/** `workerData` of a reader thread. */
export interface ReaderWorkerData {
  readonly storeFile: string;
  /** Where the journal is, if it is not beside the store. */
  readonly database: JournalDatabase | null;
  /** For reads that take long: it rests more often. */
  readonly isLarge: boolean;
  /** CPU milliseconds after which a read is stopped. */
  readonly cpuMsMax: number;
}

export interface ReadRequest {
  readonly id: number;
  readonly name: string;
  readonly parameters: unknown;
  /** The packed form that the body may have. */
  readonly encoding: Encoding | null;
}

export type ReadReply =
  /** `body` is transferred. */
  | {
      readonly kind: 'answer';
      readonly id: number;
      readonly body: Uint8Array;
      readonly encoding: Encoding | null;
      readonly headers: Readonly<Record<string, string>>;
      /** What it took of the thread. */
      readonly cpuMs: number;
    }
  | { readonly kind: 'stopped'; readonly id: number; readonly cpuMs: number }
  | { readonly kind: 'missing'; readonly id: number }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
  /** The store's file is damaged, as SQLite says. */
  | { readonly kind: 'damaged'; readonly id: number; readonly message: string };
