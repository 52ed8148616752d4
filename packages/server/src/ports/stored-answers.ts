/**
 * First answers to requests with an `Idempotency-Key`, kept beside the journal, so that a repeat after a restart is told what
 * was told first and not what is true by then. That a request was carried out, and that it is not again, is in the journal: an
 * answer that is missing here is made from there.
 */
import type { AccountId } from '@bellwether/engine';

/** An answer as it left, to be given again. */
export interface FirstAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** A request that was carried out. */
export interface DoneRequest {
  /** Whose key it is; null is the operator. */
  readonly by: AccountId | null;
  readonly key: string;
  readonly hash: string;
  /** Time of its first entry, Unix milliseconds. */
  readonly timeMs: number;
  /** Its first entries. */
  readonly sequences: readonly number[];
}

export interface StoredAnswers {
  /** null where there is none of this very request. */
  find(request: DoneRequest): FirstAnswer | null;
  /** Whether there is one of any request of this key. */
  has(by: AccountId | null, key: string): boolean;
  /** In the place of another one of the same key. What cannot be kept is left out. */
  keep(request: DoneRequest, answer: FirstAnswer): void;
  close(): void;
}
