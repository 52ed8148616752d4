/**
 * Each epoch is taken once, by one writer. After a higher epoch is taken, nothing is written under a lower one. So
 * after a higher epoch has appended, an old leader acknowledges only what it had written before, and never another
 * writer's entries.
 */

import { Violation } from '../../world.ts';
import type { AuditedLog } from '../audited-log.ts';
import type { EpochRaised, Fact, Logged, Released } from '../facts.ts';
import type { Rule } from '../rule.ts';

export class Fenced implements Rule {
  readonly name = 'fenced';
  readonly hears = ['epoch', 'logged', 'released'] as const;
  #highest = 0;

  take(fact: Fact, log: AuditedLog): void {
    if (fact.kind === 'epoch') this.#raised(fact);
    if (fact.kind === 'logged') this.#logged(fact);
    if (fact.kind === 'released') this.#released(fact, log);
  }

  #raised({ epoch }: EpochRaised): void {
    if (epoch <= this.#highest) throw this.#broken(`epoch ${epoch} was taken when ${this.#highest} was`);
    this.#highest = epoch;
  }

  #logged({ epoch, entries }: Logged): void {
    if (epoch !== this.#highest)
      throw this.#broken(
        `entry ${entries[0]?.sequence} was written under epoch ${epoch}, the highest is ${this.#highest}`,
      );
  }

  #released({ epoch, sequence }: Released, log: AuditedLog): void {
    if (log.epochs[sequence - 1] !== epoch)
      throw this.#broken(
        `the leader of epoch ${epoch} acknowledged entry ${sequence}, which is of epoch ${log.epochs[sequence - 1] ?? 'none'}`,
      );
  }

  #broken(message: string): Violation {
    return new Violation(this.name, message);
  }
}
