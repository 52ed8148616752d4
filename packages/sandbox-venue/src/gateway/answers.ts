/**
 * First answers to requests with an `Idempotency-Key` that moved a sandbox. No journal has such requests, and they
 * concern the sandbox as a whole: a rewind leaves the branch on which it was requested. Answers about time and
 * branches, which outlive the process, are also stored. Forks and fault rules end with the process, and so do the
 * answers about them.
 */
import type { RequestId } from '@bellwether/engine';
import { LiveRequests, type OpenAnswer, type RequestUnderWay } from '@bellwether/gateway/http/plugins/live-requests.ts';
import type { DoneRequest, FirstAnswer, StoredAnswers } from '@bellwether/ports/stored-answers.ts';

/** Maximum answers in memory; the oldest make room. */
const ANSWERS_MAX = 256;

export class SandboxAnswers {
  readonly #live = new LiveRequests();
  /** By key, oldest first. */
  readonly #kept = new Map<string, { readonly hash: string; readonly answer: FirstAnswer }>();
  readonly #stored: StoredAnswers;

  constructor(stored: StoredAnswers) {
    this.#stored = stored;
  }

  /** True if a request uses the operator's key now, or used it and its answer is kept. */
  isUsed(key: string): boolean {
    return this.underWay(key) !== null || this.#kept.has(key) || this.#stored.has(null, key);
  }

  underWay(key: string): RequestUnderWay | null {
    return this.#live.underWay(null, key);
  }

  find(id: RequestId): FirstAnswer | null {
    const kept = this.#kept.get(id.key);
    return kept?.hash === id.hash ? kept.answer : this.#stored.find(doneOf(id));
  }

  /**
   * Makes repeats wait from now on. No request with this key may be in progress. `isLasting`: the effect outlives the
   * process.
   */
  open(id: RequestId, isLasting: boolean): OpenAnswer {
    return this.#live.open(null, id.key, id.hash, (answer) => {
      if (isLasting) this.#stored.keep(doneOf(id), answer);
      const [oldest] = this.#kept.keys();
      if (oldest !== undefined && this.#kept.size >= ANSWERS_MAX) this.#kept.delete(oldest);
      this.#kept.set(id.key, { hash: id.hash, answer });
    });
  }

  close(): void {
    this.#stored.close();
  }
}

const doneOf = ({ key, hash }: RequestId): DoneRequest => ({ by: null, key, hash, timeMs: 0, sequences: [] });
