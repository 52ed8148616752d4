/**
 * Requests with an `Idempotency-Key` that moved a sandbox or began a branch of it. They are no commands, so that no journal has
 * them; and they are the sandbox's as a whole, since a rewind leaves the branch on which it was asked for.
 */
import type { FirstAnswer } from './stored-answers.ts';

export interface BegunRequest {
  readonly hash: string;
  /** The branch that clients traded on when it began. */
  readonly branch: string;
  /** Where a move by a length ends, Unix milliseconds; null for everything else. */
  readonly untilMs: number | null;
  /** null: it is under way, or the sandbox ended before it was answered. */
  readonly answer: FirstAnswer | null;
}

/** A window of the latest; what is written is durable. */
export interface StoredSandboxRequests {
  find(key: string): BegunRequest | null;
  /** In the place of what was kept of the same key. Throws `StorageFull` and `StorageError`. */
  keep(key: string, request: BegunRequest): void;
  /** Nothing came of it. */
  forget(key: string): void;
  close(): void;
}
