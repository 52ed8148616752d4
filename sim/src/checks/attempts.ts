/** Commands that were sent, with their answers. Shared by the rules that compare answers with the log. */
import type { Answer, Called, Fact } from './facts.ts';

export interface Attempt {
  readonly called: Called;
  /** Last entry of the log when the command was sent. */
  readonly since: number;
  /** Highest entry that any client had been told of by then. */
  readonly toldBefore: number;
  answer: Answer;
}

export class Attempts {
  readonly #all = new Map<number, Attempt>();
  #told = 0;

  /** All attempts, in call order. */
  get all(): Iterable<Attempt> {
    return this.#all.values();
  }

  /** Notes the fact and returns the attempt that the fact concerns, if any. */
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
