/**
 * What signatures were used for: each is good for one effect, and asked again it is answered with its first answer. In
 * memory, bounded, and only for as long as a signature's timestamp is taken; `UsedUntil` covers a restart.
 */
import type { FirstAnswer } from '../ports/stored-answers.ts';
import type { UsedUntil } from '../ports/used-until.ts';
import {
  ANSWER_BYTES_IN_ALL_MAX,
  ANSWER_BYTES_PER_OWNER_MAX,
  USED_ALWAYS_MAX,
  USED_IN_ALL_MAX,
  USED_PER_KEY_MAX,
} from './limits.ts';

/** The one use of a signature, until it is answered. */
export interface OpenUse {
  /** Keeps the answer for a client that asks again. */
  answered(answer: FirstAnswer): void;
  /** The same for those who ask now, if anyone does; later the signature may be used again. */
  forgotten(answer: () => FirstAnswer | null): void;
}

export type Use =
  | { readonly kind: 'first'; readonly use: OpenUse }
  /** null when its answer is not kept. */
  | { readonly kind: 'again'; readonly answer: Promise<FirstAnswer | null> }
  /** It may have been used before the venue's start. */
  | { readonly kind: 'before_start'; readonly retryAfterSeconds: number }
  | { readonly kind: 'too_many'; readonly retryAfterSeconds: number };

/** See `UsedSignatures.use`. */
export interface Uses {
  use(signature: ProvenSignature, isNewEachTime: boolean): Use;
}

/** A signature as it came, proven. */
export interface ProvenSignature {
  /** API key or wallet. */
  readonly owner: string;
  /** The same for every spelling of the signature. */
  readonly id: string;
  /** Unix seconds. */
  readonly timestamp: number;
}

export interface UsedSignaturesOptions {
  /** Unix milliseconds. */
  readonly clock: () => number;
  /** How far a timestamp may lie behind the clock. */
  readonly pastSeconds: number;
  /** Seconds by which a timestamp may be ahead of the clock, where that is more than `pastSeconds`. */
  readonly futureSeconds?: number;
  readonly usedUntil: UsedUntil;
  readonly perOwnerMax?: number;
  readonly inAllMax?: number;
}

interface Owner {
  count: number;
  answerBytes: number;
}

interface Used {
  readonly owner: string;
  readonly id: string;
  /** Another one of its second whose place is the same. */
  next: Used | null;
  /** Null while under way, and where none is kept. */
  answer: FirstAnswer | null;
  /** Who waits for the first answer; null once there is one. */
  waiting: ((answer: FirstAnswer | null) => void)[] | null;
}

/**
 * The signatures of one second, by a number that is made of theirs: a map of texts would have the engine remember each text
 * as the name of a property, which costs more than all else that is done for one.
 */
class Second {
  readonly #byPlace = new Map<number, Used>();

  find(id: string): Used | null {
    let used = this.#byPlace.get(placeOf(id)) ?? null;
    while (used !== null && used.id !== id) used = used.next;
    return used;
  }

  /** In the place of what has the same id, if anything has. */
  set(used: Used): void {
    const place = placeOf(used.id);
    if (this.#byPlace.has(place)) this.take(used.id);
    used.next = this.#byPlace.get(place) ?? null;
    this.#byPlace.set(place, used);
  }

  /** Takes it out; null when it is not there. */
  take(id: string): Used | null {
    const place = placeOf(id);
    let before: Used | null = null;
    let used = this.#byPlace.get(place) ?? null;
    while (used !== null && used.id !== id) {
      before = used;
      used = used.next;
    }
    if (used === null) return null;
    if (before !== null) before.next = used.next;
    else if (used.next !== null) this.#byPlace.set(place, used.next);
    else this.#byPlace.delete(place);
    return used;
  }

  *all(): Generator<Used> {
    for (const first of this.#byPlace.values())
      for (let used: Used | null = first; used !== null; used = used.next) yield used;
  }
}

/** FNV-1a, as a small integer. Signatures of one place can be had, at a thousand million tries each; none hides another. */
export function placeOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  return hash >>> 2;
}

export class UsedSignatures implements Uses {
  readonly #options: UsedSignaturesOptions;
  readonly #perOwnerMax: number;
  readonly #inAllMax: number;
  /** By timestamp: a whole second is dropped at once when its signatures are no longer taken. */
  readonly #bySecond = new Map<number, Second>();
  readonly #owners = new Map<string, Owner>();
  #count = 0;
  #answerBytes = 0;
  #sweptAt = 0;
  #raisedTo = 0;
  /**
   * Unix seconds: signatures up to it may have been used before the start. A clock that was wrong may have told of a time far
   * ahead: no more of that counts than the lifetime of one signature.
   */
  readonly #doubtUntil: number;

  constructor(options: UsedSignaturesOptions) {
    this.#options = options;
    this.#perOwnerMax = options.perOwnerMax ?? USED_PER_KEY_MAX;
    this.#inAllMax = options.inAllMax ?? USED_IN_ALL_MAX;
    this.#doubtUntil = Math.min(options.usedUntil.atStart, this.#latest(this.#nowSeconds()));
    this.#raisedTo = this.#doubtUntil;
  }

  /** Signatures remembered now. */
  get size(): number {
    return this.#count;
  }

  /** `isNewEachTime`: doing it once more would do more. Then a signature of before the start cannot be used. O(1). */
  use({ owner, id, timestamp }: ProvenSignature, isNewEachTime: boolean): Use {
    const now = this.#nowSeconds();
    if (now !== this.#sweptAt) this.#sweep(now);
    const known = this.#bySecond.get(timestamp)?.find(id) ?? null;
    if (known !== null) return { kind: 'again', answer: answerOf(known) };
    if (isNewEachTime && timestamp <= this.#doubtUntil)
      return { kind: 'before_start', retryAfterSeconds: this.#doubtUntil - timestamp + 1 };
    if (!this.#hasRoom(owner)) return { kind: 'too_many', retryAfterSeconds: this.#options.pastSeconds };
    return { kind: 'first', use: this.#open(owner, id, timestamp) };
  }

  /** The latest timestamp that matters: a later one was used by a clock that was ahead. */
  #latest(now: number): number {
    const { pastSeconds, futureSeconds = 0 } = this.#options;
    return now + Math.max(pastSeconds, futureSeconds);
  }

  #nowSeconds(): number {
    return Math.floor(this.#options.clock() / 1000);
  }

  #hasRoom(owner: string): boolean {
    const count = this.#owners.get(owner)?.count ?? 0;
    return count < this.#perOwnerMax && (this.#count < this.#inAllMax || count < USED_ALWAYS_MAX);
  }

  #open(owner: string, id: string, timestamp: number): OpenUse {
    if (timestamp > this.#raisedTo) {
      this.#raisedTo = timestamp;
      this.#options.usedUntil.raise(timestamp);
    }
    const used = this.#remember(owner, id, timestamp);
    // Its second may have passed meanwhile.
    const isKnown = (): boolean => this.#bySecond.get(timestamp)?.find(id) === used;
    return {
      answered: (answer) => {
        if (isKnown()) this.#keep(used, answer);
        tell(used, answer);
      },
      forgotten: (answer) => {
        if (isKnown()) this.#forget(id, timestamp);
        tell(used, used.waiting?.length === 0 ? null : answer());
      },
    };
  }

  #remember(owner: string, id: string, timestamp: number): Used {
    const used: Used = { owner, id, next: null, answer: null, waiting: [] };
    let second = this.#bySecond.get(timestamp);
    if (second === undefined) {
      second = new Second();
      this.#bySecond.set(timestamp, second);
    }
    second.set(used);
    const account = this.#owners.get(owner);
    if (account === undefined) this.#owners.set(owner, { count: 1, answerBytes: 0 });
    else account.count += 1;
    this.#count += 1;
    return used;
  }

  #forget(id: string, timestamp: number): void {
    const used = this.#bySecond.get(timestamp)?.take(id) ?? null;
    if (used !== null) this.#release(used);
  }

  #keep(used: Used, answer: FirstAnswer): void {
    const account = this.#owners.get(used.owner);
    const bytes = answer.body.length;
    const hasRoom = this.#answerBytes + bytes <= ANSWER_BYTES_IN_ALL_MAX;
    if (account === undefined || !hasRoom || account.answerBytes + bytes > ANSWER_BYTES_PER_OWNER_MAX) return;
    used.answer = answer;
    account.answerBytes += bytes;
    this.#answerBytes += bytes;
  }

  #release(used: Used): void {
    const account = this.#owners.get(used.owner);
    if (account === undefined) return;
    const bytes = used.answer?.body.length ?? 0;
    account.count -= 1;
    account.answerBytes -= bytes;
    this.#count -= 1;
    this.#answerBytes -= bytes;
    if (account.count === 0) this.#owners.delete(used.owner);
  }

  /** Drops the seconds whose signatures are not taken any more. */
  #sweep(now: number): void {
    this.#sweptAt = now;
    const latest = this.#latest(now);
    for (const [timestamp, second] of this.#bySecond) {
      if (now - timestamp <= this.#options.pastSeconds && timestamp <= latest) continue;
      for (const used of second.all()) this.#release(used);
      this.#bySecond.delete(timestamp);
    }
  }
}

function answerOf(used: Used): Promise<FirstAnswer | null> {
  const { waiting } = used;
  if (waiting === null) return Promise.resolve(used.answer);
  return new Promise((resolve) => {
    waiting.push(resolve);
  });
}

function tell(used: Used, answer: FirstAnswer | null): void {
  const { waiting } = used;
  used.waiting = null;
  for (const resolve of waiting ?? []) resolve(answer);
}
