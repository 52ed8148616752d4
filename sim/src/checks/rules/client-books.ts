/** A client's book built from messages alone equals the market's book at that version. */

import { Violation } from '../../world.ts';
import type { AuditedLog } from '../audited-log.ts';
import type { Fact } from '../facts.ts';
import type { Rule } from '../rule.ts';

export class ClientBooks implements Rule {
  readonly name = 'client-books';
  readonly hears = ['feed', 'book'] as const;

  take(fact: Fact, log: AuditedLog): void {
    if (fact.kind === 'feed') throw new Violation(this.name, `client ${fact.client}: ${fact.message}`);
    if (fact.kind !== 'book') return;
    const expected = log.timeline.book(fact.market, fact.version);
    if (fact.text !== expected)
      throw new Violation(
        this.name,
        `client ${fact.client} has market ${fact.market} at ${fact.version} as "${fact.text}", it is "${expected ?? 'none'}"`,
      );
  }
}
