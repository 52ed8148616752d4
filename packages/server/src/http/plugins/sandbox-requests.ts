/**
 * What a sandbox did for requests with an `Idempotency-Key`, and what it answered, whatever branch its clients are on. What
 * outlives the process, its time and its branches, is remembered on disk; what ends with it, forks and rules of faults, in memory:
 * after a restart it is asked for anew.
 */

import type { BegunRequest, StoredSandboxRequests } from '../../ports/sandbox-requests.ts';
import type { FirstAnswer } from '../../ports/stored-answers.ts';
import { UnderWay } from './under-way.ts';

/** Requests that are kept in memory, and bytes of their answers; the earliest make room, and the last one stays. */
export const SANDBOX_REQUESTS_HERE_MAX = 1_000;
export const SANDBOX_REQUEST_BYTES_MAX = 8 * 1024 * 1024;

type Answered = BegunRequest & { readonly answer: FirstAnswer };

export class SandboxRequests {
  readonly underWay = new UnderWay();
  readonly #stored: StoredSandboxRequests;
  readonly #here = new Map<string, Answered>();
  readonly #warn: (problem: string) => void;
  #bytes = 0;

  constructor(stored: StoredSandboxRequests, warn: (problem: string) => void) {
    this.#stored = stored;
    this.#warn = warn;
  }

  /** Whether a request has it, or had it, that is remembered. */
  isUsed(key: string): boolean {
    return this.underWay.find(null, key) !== null || this.find(key) !== null;
  }

  find(key: string): BegunRequest | null {
    return this.#here.get(key) ?? this.#stored.find(key);
  }

  /** Before anything is done that outlives the process. Throws `StorageFull` and `StorageError`, and then nothing is to be done. */
  begin(key: string, begun: Omit<BegunRequest, 'answer'>): void {
    this.#stored.keep(key, { ...begun, answer: null });
  }

  /** Before the answer leaves. `isLasting`: what was done outlives the process. */
  done(key: string, request: Answered, isLasting: boolean): void {
    if (isLasting) {
      try {
        this.#stored.keep(key, request);
        return;
      } catch (error) {
        this.#warn(`an Idempotency-Key is known until the next restart: ${String(error)}`);
      }
    }
    this.#keepHere(key, request);
  }

  /** Nothing came of it. */
  undone(key: string): void {
    try {
      this.#stored.forget(key);
    } catch (error) {
      this.#warn(`an Idempotency-Key whose request was refused stays in use: ${String(error)}`);
    }
  }

  close(): void {
    this.#stored.close();
  }

  #keepHere(key: string, request: Answered): void {
    this.#here.set(key, request);
    this.#bytes += request.answer.body.length;
    for (const [earliest, { answer }] of this.#here) {
      const isFull = this.#here.size > SANDBOX_REQUESTS_HERE_MAX || this.#bytes > SANDBOX_REQUEST_BYTES_MAX;
      if (!isFull || earliest === key) return;
      this.#here.delete(earliest);
      this.#bytes -= answer.body.length;
    }
  }
}
