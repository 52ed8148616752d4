/** Hands every fact of a run to every rule. */
import { AuditedLog } from './audited-log.ts';
import type { Fact } from './facts.ts';
import type { Rule } from './rule.ts';
import { createRules } from './rules.ts';

export class Auditor {
  readonly log = new AuditedLog();
  readonly #rules: readonly Rule[];

  constructor(rules: readonly Rule[] = createRules()) {
    this.#rules = rules;
  }

  /** Throws `Violation` for the first rule that the fact breaks. */
  take(fact: Fact): void {
    this.log.take(fact);
    for (const rule of this.#rules) rule.take(fact, this.log);
  }
}
