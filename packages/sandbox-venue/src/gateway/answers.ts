/**
 * First answers to requests with an `Idempotency-Key` that moved a sandbox. No journal has such requests, and they
 * concern the sandbox as a whole: a rewind leaves the branch on which it was requested. Answers about time and
 * branches, which outlive the process, are also stored. Forks and fault rules end with the process, and so do the
 * answers about them.
 */
import type { RequestId } from '@bellwether/engine';
import { KeptAnswers, type OpenAnswer, type RequestUnderWay } from '@bellwether/gateway/http/plugins/kept-answers.ts';
import type { DoneRequest, FirstAnswer, StoredAnswers } from '@bellwether/ports/stored-answers.ts';

export class SandboxAnswers {
  readonly #kept = new KeptAnswers();
  readonly #stored: StoredAnswers;

  constructor(stored: StoredAnswers) {
    this.#stored = stored;
  }

  /** True if a request uses the operator's key now, or used it and its answer is kept. */
  isUsed(key: string): boolean {
    return this.underWay(key) !== null || this.#kept.has(null, key) || this.#stored.has(null, key);
  }

  underWay(key: string): RequestUnderWay | null {
    return this.#kept.underWay(null, key);
  }

  find(id: RequestId): FirstAnswer | null {
    return this.#kept.find(null, id.key, id.hash) ?? this.#stored.find(doneOf(id));
  }

  /**
   * Makes repeats wait from now on. No request with this key may be in progress. `isLasting`: the effect outlives the
   * process.
   */
  open(id: RequestId, isLasting: boolean): OpenAnswer {
    const open = this.#kept.open(null, id.key, id.hash);
    if (!isLasting) return open;
    return {
      ...open,
      done: (answer) => {
        if (answer !== null) this.#stored.keep(doneOf(id), answer);
        open.done(answer);
      },
    };
  }

  close(): void {
    this.#stored.close();
  }
}

const doneOf = ({ key, hash }: RequestId): DoneRequest => ({ by: null, key, hash, timeMs: 0, sequences: [] });
