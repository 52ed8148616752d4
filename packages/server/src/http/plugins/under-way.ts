/** Requests with an `Idempotency-Key` that are being answered. A repeat meanwhile waits for the answer. */
import type { AccountId } from '@bellwether/engine';
import type { FirstAnswer } from '../../ports/stored-answers.ts';

/** Owner of a key; null is the operator. */
export type KeyOwner = AccountId | null;

export interface RequestUnderWay {
  readonly hash: string;
  /** null: the request was carried out, and its answer has to be looked up. */
  readonly first: Promise<FirstAnswer | null>;
}

export class UnderWay {
  readonly #requests = new Map<string, RequestUnderWay>();

  /** The request with this key that is being answered, or null. */
  find(owner: KeyOwner, key: string): RequestUnderWay | null {
    return this.#requests.get(idOf(owner, key)) ?? null;
  }

  /** Makes repeats wait until the returned function gets the answer. No request with this key may be in progress. */
  begin(owner: KeyOwner, key: string, hash: string): (answer: FirstAnswer | null) => void {
    const id = idOf(owner, key);
    const { promise, resolve } = Promise.withResolvers<FirstAnswer | null>();
    this.#requests.set(id, { hash, first: promise });
    return (answer) => {
      this.#requests.delete(id);
      resolve(answer);
    };
  }
}

/** Unambiguous, because keys contain no spaces. */
function idOf(owner: KeyOwner, key: string): string {
  return `${owner ?? 'operator'} ${key}`;
}
