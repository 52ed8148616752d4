/**
 * Answers to requests with an `Idempotency-Key`, as they left: a repeat gets the same bytes, and one that comes while the
 * first is under way waits for it. In memory and bounded; which requests were carried out is in the exchange's state.
 */
import type { FirstAnswer } from '../../ports/stored-answers.ts';
import { type KeyOwner, type RequestUnderWay, UnderWay } from './under-way.ts';

/** Answers kept of one account or the operator; the earliest make room. */
export const KEPT_ANSWERS_PER_OWNER_MAX = 256;
/** Bytes of them in all, and of one owner. In all, those of the owner that has kept nothing for longest make room. */
export const KEPT_ANSWER_BYTES_MAX = 16 * 1024 * 1024;
export const KEPT_ANSWER_BYTES_PER_OWNER_MAX = 512 * 1024;
/** What an answer takes besides its body: key, hash, headers, its places in the tables. */
const BYTES_BESIDES_BODY = 512;

/** The one that is answered now. */
export interface OpenAnswer {
  /** The answer of what was carried out; null when it cannot be kept. */
  done(answer: FirstAnswer | null): void;
  /** Nothing was done: those who wait get the answer, and no one later. */
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
  readonly #underWay = new UnderWay();
  /** The one that kept an answer last comes last. */
  readonly #owners = new Map<KeyOwner, Owner>();
  #bytes = 0;

  /** The request of this key that is being answered, or null. */
  underWay(owner: KeyOwner, key: string): RequestUnderWay | null {
    return this.#underWay.find(owner, key);
  }

  /** The first answer as it left, or null when it is not kept. */
  find(owner: KeyOwner, key: string, hash: string): FirstAnswer | null {
    const kept = this.#owners.get(owner)?.answers.get(key);
    return kept?.hash === hash ? kept.answer : null;
  }

  /** Whether the answer to any request of this key is kept. */
  has(owner: KeyOwner, key: string): boolean {
    return this.#owners.get(owner)?.answers.has(key) === true;
  }

  /** From now on repeats wait. None of this key may be under way. */
  open(owner: KeyOwner, key: string, hash: string): OpenAnswer {
    const tell = this.#underWay.begin(owner, key, hash);
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

  /** Never takes what was kept just now: one owner's answers are less than all may have. */
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
