/** Auditors take the facts of a run and end it when one breaks a rule. */
import { Violation, type World } from '../world.ts';
import { AuditedLog } from './audited-log.ts';
import type { Fact } from './facts.ts';
import type { Rule } from './rule.ts';
import { createRules } from './rules.ts';

/** Hands every fact of a run to the rules that listen to its kind. */
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

/** Takes the facts of one run until one breaks a rule, which ends the run. */
export class RunAuditor {
  readonly #world: World;
  readonly #auditor = new Auditor();
  #isBroken = false;

  constructor(world: World) {
    this.#world = world;
  }

  get log(): AuditedLog {
    return this.#auditor.log;
  }

  /** Never throws: it may be called from within a part of the venue. */
  take(fact: Fact): void {
    if (this.#isBroken) return;
    try {
      this.#auditor.take(fact);
    } catch (error) {
      this.#isBroken = true;
      this.#world.fail(
        error instanceof Violation
          ? error
          : new Violation('a check failed', String((error as Error).stack), { cause: error }),
      );
    }
  }
}

const auditors = new WeakMap<World, RunAuditor>();

/**
 * Returns the auditor of a world; there is one per world. For parts that see more than watches do: the workload reads,
 * keeps books and waits for answers.
 */
export function auditorOf(world: World): RunAuditor {
  const known = auditors.get(world);
  if (known !== undefined) return known;
  const auditor = new RunAuditor(world);
  auditors.set(world, auditor);
  return auditor;
}
