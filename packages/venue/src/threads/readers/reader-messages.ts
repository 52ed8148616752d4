/** Messages between the reader pool and its threads. */
import type { JournalDatabase } from '@bellwether/ports/journal-place.ts';
import type { Encoding } from '@bellwether/ports/reader.ts';
import type { Traffic } from './traffic.ts';

export interface ReaderWorkerData {
  readonly storeFile: string;
  /** Database that holds the journal, if it is not beside the store. */
  readonly database: JournalDatabase | null;
  /** CPU milliseconds after which a read is stopped. */
  readonly cpuMsMax: number;
  /** Memory of the pool's `Traffic`. */
  readonly traffic: Traffic['cell'];
}

export interface ReadRequest {
  readonly id: number;
  readonly name: string;
  readonly parameters: unknown;
  /** Compression that the body may have. */
  readonly encoding: Encoding | null;
  /** True if unknown dates are null in the body. */
  readonly publicWords: boolean;
}

export type ReadReply =
  /** `body` is transferred. */
  | {
      readonly kind: 'answer';
      readonly id: number;
      readonly body: Uint8Array;
      readonly encoding: Encoding | null;
      readonly headers: Readonly<Record<string, string>>;
      /** CPU milliseconds that the read took of the thread. */
      readonly cpuMs: number;
    }
  | { readonly kind: 'stopped'; readonly id: number; readonly cpuMs: number }
  | { readonly kind: 'missing'; readonly id: number }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
  /** SQLite reports that the store's file is damaged. */
  | { readonly kind: 'damaged'; readonly id: number; readonly message: string };
