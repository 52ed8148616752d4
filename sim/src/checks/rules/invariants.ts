/** The engine's own invariants: the cheap ones after every entry, a full recount periodically and at the end. */
import { assertAfter, assertInvariants } from '@bellwether/engine';
import { Violation } from '../../world.ts';
import type { AuditedLog } from '../audited-log.ts';
import type { Fact } from '../facts.ts';
import type { Rule } from '../rule.ts';

const RECOUNT_EVERY = 128;

export class Invariants implements Rule {
  readonly name = 'engine-invariants';
  readonly hears = ['logged', 'ended'] as const;

  take(fact: Fact, log: AuditedLog): void {
    if (fact.kind !== 'logged' && fact.kind !== 'ended') return;
    try {
      if (fact.kind === 'logged') for (const { events } of fact.entries) assertAfter(log.state, events);
      const before = fact.kind === 'logged' ? log.end - fact.entries.length : log.end - 1;
      const isDue = Math.floor(before / RECOUNT_EVERY) !== Math.floor(log.end / RECOUNT_EVERY);
      if (isDue || fact.kind === 'ended') assertInvariants(log.state);
    } catch (error) {
      throw new Violation(this.name, `entry ${log.end}: ${error instanceof Error ? error.message : error}`);
    }
  }
}
