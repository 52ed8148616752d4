/**
 * Requests with an `Idempotency-Key` that are being answered: a repeat that comes meanwhile waits for the first answer,
 * which no other memory has yet. Nothing stays once a request is answered.
 */
import type { AccountId } from '@bellwether/engine';
import type { FirstAnswer } from '@bellwether/ports/stored-answers.ts';

/** Owner of a key; null is the operator. */
export type KeyOwner = AccountId | null;

export interface RequestUnderWay {
  readonly hash: string;
  /** null: the request was carried out, and its answer has to be looked up. */
  readonly first: Promise<FirstAnswer | null>;
}

/** The reports on a request that is being answered. */
export interface OpenAnswer {
  /** Reports the answer of a request that was carried out; null if the answer cannot be kept. */
  done(answer: FirstAnswer | null): void;
  /** Reports that nothing was done: waiting repeats get this answer, later ones do not. */
  undone(answer: FirstAnswer): void;
}

export class LiveRequests {
  readonly #underWay = new Map<string, RequestUnderWay>();

  underWay(owner: KeyOwner, key: string): RequestUnderWay | null {
    return this.#underWay.get(idOf(owner, key)) ?? null;
  }

  /**
   * Makes repeats wait from now on. No request with this key may be in progress. `keep` gets the answer if the request was
   * carried out, before any repeat does.
   */
  open(owner: KeyOwner, key: string, hash: string, keep: ((answer: FirstAnswer) => void) | null): OpenAnswer {
    const id = idOf(owner, key);
    const { promise, resolve } = Promise.withResolvers<FirstAnswer | null>();
    this.#underWay.set(id, { hash, first: promise });
    const tell = (answer: FirstAnswer | null): void => {
      this.#underWay.delete(id);
      resolve(answer);
    };
    return {
      done: (answer) => {
        if (answer !== null) keep?.(answer);
        tell(answer);
      },
      undone: tell,
    };
  }
}

/** Unambiguous, because keys contain no spaces. */
const idOf = (owner: KeyOwner, key: string): string => `${owner ?? 'operator'} ${key}`;
