/** Results of the examinations at the end of a run; each examination is a rule of its own. */

import { Violation } from '../../world.ts';
import type { Examination, Fact } from '../facts.ts';
import type { Rule } from '../rule.ts';

/** Rule name of each examination; see `examinations/`. */
export const EXAMINATIONS: Readonly<Record<Examination, string>> = {
  verify: 'verify-agrees',
  rows: 'rows-rebuilt-are-the-same',
  'rows-naive': 'rows-are-a-naive-fold',
  snapshots: 'snapshot-and-tail',
  followers: 'followers-agree',
};

export class Examined implements Rule {
  readonly name: string;
  readonly hears = ['examined'] as const;
  readonly #by: Examination;

  constructor(by: Examination) {
    this.#by = by;
    this.name = EXAMINATIONS[by];
  }

  take(fact: Fact): void {
    if (fact.kind === 'examined' && fact.by === this.#by && fact.problem !== null)
      throw new Violation(this.name, fact.problem);
  }
}
