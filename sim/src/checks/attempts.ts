/** Commands that were sent and what was said to them: shared by the rules that hold answers against the log. */
import type { Answer, Called, Fact } from './facts.ts';

export interface Attempt {
  readonly called: Called;
  /** Last entry of the log when it was sent. */
  readonly since: number;
  /** Highest entry that anyone had been told of by then. */
  readonly toldBefore: number;
  answer: Answer;
}

export class Attempts {
  readonly #all = new Map<number, Attempt>();
  #told = 0;

  /** In the order in which they were made. */
  get all(): Iterable<Attempt> {
    return this.#all.values();
  }

  /** Notes the fact and returns the attempt that it is about, if it is about one. */
  take(fact: Fact, end: number): Attempt | null {
    if (fact.kind === 'called') {
      const attempt: Attempt = { called: fact, since: end, toldBefore: this.#told, answer: { kind: 'unknown' } };
      this.#all.set(fact.attempt, attempt);
      return attempt;
    }
    if (fact.kind !== 'answered') return null;
    const attempt = this.#all.get(fact.attempt);
    if (attempt === undefined) throw new Error(`attempt ${fact.attempt} was answered and never made`);
    attempt.answer = fact.answer;
    if (fact.answer.kind === 'accepted') this.#told = Math.max(this.#told, fact.answer.sequence);
    return attempt;
  }
}
