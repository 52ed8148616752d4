/**
 * Answers to requests with an `Idempotency-Key`, as sent: a repeat gets the same bytes, and a repeat while the first
 * request is in progress waits for its answer. Bounded and in memory; the exchange's state records which requests were
 * carried out.
 */
import type { AccountId } from '@bellwether/engine';
import type { FirstAnswer } from '@bellwether/ports/stored-answers.ts';

/** Maximum answers kept for one account or the operator; the oldest make room. */
export const KEPT_ANSWERS_PER_OWNER_MAX = 256;
/**
 * Maximum bytes of all answers, and of one owner's. Over the total, the owner that has kept nothing for longest makes
 * room.
 */
export const KEPT_ANSWER_BYTES_MAX = 16 * 1024 * 1024;
export const KEPT_ANSWER_BYTES_PER_OWNER_MAX = 512 * 1024;
/** Bytes of an answer besides its body: key, hash, headers, table entries. */
const BYTES_BESIDES_BODY = 512;

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

interface Kept {
  readonly hash: string;
  readonly answer: FirstAnswer;
}

interface Owner {
  readonly answers: Map<string, Kept>;
  bytes: number;
}

export class KeptAnswers {
  readonly #underWay = new Map<string, RequestUnderWay>();
  /** Owners, ordered by when they last kept an answer. */
  readonly #owners = new Map<KeyOwner, Owner>();
  #bytes = 0;

  underWay(owner: KeyOwner, key: string): RequestUnderWay | null {
    return this.#underWay.get(idOf(owner, key)) ?? null;
  }

  /** The first answer as it was sent, or null if it is not kept. */
  find(owner: KeyOwner, key: string, hash: string): FirstAnswer | null {
    const kept = this.#owners.get(owner)?.answers.get(key);
    return kept?.hash === hash ? kept.answer : null;
  }

  /** True if the answer to any request with this key is kept. */
  has(owner: KeyOwner, key: string): boolean {
    return this.#owners.get(owner)?.answers.has(key) === true;
  }

  /** Makes repeats wait from now on. No request with this key may be in progress. */
  open(owner: KeyOwner, key: string, hash: string): OpenAnswer {
    const id = idOf(owner, key);
    const { promise, resolve } = Promise.withResolvers<FirstAnswer | null>();
    this.#underWay.set(id, { hash, first: promise });
    const tell = (answer: FirstAnswer | null): void => {
      this.#underWay.delete(id);
      resolve(answer);
    };
    return {
      done: (answer) => {
        if (answer !== null) this.#keep(owner, key, { hash, answer });
        tell(answer);
      },
      undone: tell,
    };
  }

  #keep(owner: KeyOwner, key: string, kept: Kept): void {
    const bytes = bytesOf(kept);
    if (bytes > KEPT_ANSWER_BYTES_PER_OWNER_MAX) return;
    const own = this.#owners.get(owner) ?? { answers: new Map<string, Kept>(), bytes: 0 };
    this.#owners.delete(owner);
    this.#owners.set(owner, own);
    this.#drop(own, key);
    for (const [earliest] of own.answers) {
      const isFull = own.answers.size >= KEPT_ANSWERS_PER_OWNER_MAX;
      if (!isFull && own.bytes + bytes <= KEPT_ANSWER_BYTES_PER_OWNER_MAX) break;
      this.#drop(own, earliest);
    }
    own.answers.set(key, kept);
    own.bytes += bytes;
    this.#bytes += bytes;
    this.#makeRoom();
  }

  /** Frees space. Never drops the answer kept just now, because one owner's share is smaller than the total. */
  #makeRoom(): void {
    for (const [owner, other] of this.#owners) {
      for (const [earliest] of other.answers) {
        if (this.#bytes <= KEPT_ANSWER_BYTES_MAX) return;
        this.#drop(other, earliest);
      }
      if (other.answers.size === 0) this.#owners.delete(owner);
    }
  }

  #drop(own: Owner, key: string): void {
    const kept = own.answers.get(key);
    if (kept === undefined) return;
    own.answers.delete(key);
    own.bytes -= bytesOf(kept);
    this.#bytes -= bytesOf(kept);
  }
}

const bytesOf = ({ answer }: Kept): number => answer.body.length + BYTES_BESIDES_BODY;

/** Unambiguous, because keys contain no spaces. */
const idOf = (owner: KeyOwner, key: string): string => `${owner ?? 'operator'} ${key}`;
