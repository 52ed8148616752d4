/**
 * No part has an entry that is not durable or that differs from the log. Every fold of the log reaches the same state:
 * followers, the exchange itself, and a snapshot of any age plus later entries.
 */
import { hashState } from '@bellwether/engine';
import { Violation } from '../../world.ts';
import type { AuditedLog } from '../audited-log.ts';
import type { Fact, StateSeen } from '../facts.ts';
import type { Rule } from '../rule.ts';

export class OneState implements Rule {
  readonly name = 'one-state';
  readonly hears = ['state'] as const;
  /** State hash by entry: from the log, or the first one seen there. */
  readonly #known = new Map<number, string>();

  take(fact: Fact, log: AuditedLog): void {
    if (fact.kind === 'state') this.#seen(fact, log);
  }

  #seen({ of, sequence, hash, stateHash }: StateSeen, log: AuditedLog): void {
    if (sequence > 0 && log.entry(sequence)?.hash !== hash) {
      const has = sequence > log.end ? `, the log ends at ${log.end}` : ', which is another one in the log';
      throw new Violation(this.name, `${of} has entry ${sequence}${has}`);
    }
    if (stateHash === null) return;
    if (sequence === log.end && !this.#known.has(sequence)) this.#known.set(sequence, hashState(log.state));
    const known = this.#known.get(sequence);
    if (known === undefined) this.#known.set(sequence, stateHash);
    else if (known !== stateHash)
      throw new Violation(this.name, `${of} has another state at entry ${sequence}: ${stateHash}, not ${known}`);
  }
}
