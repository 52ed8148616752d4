/** Requests with an `Idempotency-Key` that are being answered: one that comes again meanwhile waits for the answer. */
import type { AccountId } from '@bellwether/engine';
import type { FirstAnswer } from '../../ports/stored-answers.ts';

/** Whose key it is; null is the operator. */
export type KeyOwner = AccountId | null;

export interface RequestUnderWay {
  readonly hash: string;
  /** null: it was carried out, and its answer has to be looked for. */
  readonly first: Promise<FirstAnswer | null>;
}

export class UnderWay {
  readonly #requests = new Map<string, RequestUnderWay>();

  /** The request of this key that is being answered, or null. */
  find(owner: KeyOwner, key: string): RequestUnderWay | null {
    return this.#requests.get(idOf(owner, key)) ?? null;
  }

  /** From now on repeats wait, until what it returns is told the answer. None of this key may be under way. */
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

/** Keys have no spaces. */
function idOf(owner: KeyOwner, key: string): string {
  return `${owner ?? 'operator'} ${key}`;
}
