/**
 * First answers to requests with an `Idempotency-Key`, kept beside the journal, so that a repeat after a restart gets
 * the first answer and not the current state. The journal records that a request was carried out and must not be again:
 * an answer that is missing here is rebuilt from there.
 */
import type { AccountId } from '@bellwether/engine';

/** An answer as it was sent, to be sent again. */
export interface FirstAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export interface DoneRequest {
  /** Owner of the key; null is the operator. */
  readonly by: AccountId | null;
  readonly key: string;
  readonly hash: string;
  /** Time of its first entry, Unix milliseconds. */
  readonly timeMs: number;
  /** Sequences of the first entries. */
  readonly sequences: readonly number[];
}

export interface StoredAnswers {
  /** Null if there is no answer to exactly this request. */
  find(request: DoneRequest): FirstAnswer | null;
  /** True if there is an answer to any request with this key. */
  has(by: AccountId | null, key: string): boolean;
  /** Replaces another answer with the same key. An answer that cannot be stored is dropped. */
  keep(request: DoneRequest, answer: FirstAnswer): void;
  close(): void;
}
