/**
 * The auditor of a run, for parts that see more than watches do: the workload reads, keeps books and waits for answers.
 */
import { Violation, type World } from '../world.ts';
import type { AuditedLog } from './audited-log.ts';
import { Auditor } from './auditor.ts';
import type { Fact } from './facts.ts';

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

/** Returns the auditor of a world; there is one per world. */
export function auditorOf(world: World): RunAuditor {
  const known = auditors.get(world);
  if (known !== undefined) return known;
  const auditor = new RunAuditor(world);
  auditors.set(world, auditor);
  return auditor;
}
