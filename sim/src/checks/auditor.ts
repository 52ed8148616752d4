/** Hands every fact of a run to the rules that listen to its kind. */
import { AuditedLog } from './audited-log.ts';
import type { Fact } from './facts.ts';
import type { Rule } from './rule.ts';
import { createRules } from './rules.ts';

export class Auditor {
  readonly log = new AuditedLog();
  /** Rules by kind of fact, in rule order. */
  readonly #hearing = new Map<Fact['kind'], Rule[]>();

  constructor(rules: readonly Rule[] = createRules()) {
    for (const rule of rules) {
      for (const kind of rule.hears) this.#hearing.set(kind, [...(this.#hearing.get(kind) ?? []), rule]);
    }
  }

  /** Throws `Violation` for the first rule that the fact breaks. */
  take(fact: Fact): void {
    this.log.take(fact);
    for (const rule of this.#hearing.get(fact.kind) ?? []) rule.take(fact, this.log);
  }
}
