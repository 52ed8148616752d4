/**
 * Once faults have stopped, a new order is answered within ten simulated seconds, at every gateway; and at once when all that
 * happened before is done.
 */

import { Violation } from '../../world.ts';
import type { Fact } from '../facts.ts';
import type { Rule } from '../rule.ts';

const ANSWERED_WITHIN_MS = 10_000;

export class Progress implements Rule {
  readonly name = 'progress';
  readonly hears = ['probed'] as const;

  take(fact: Fact): void {
    if (fact.kind !== 'probed') return;
    const { what, answeredAfterMs, withinMs = ANSWERED_WITHIN_MS } = fact;
    if (answeredAfterMs === null || answeredAfterMs > withinMs)
      throw new Violation(
        this.name,
        `${what} was answered ${answeredAfterMs === null ? 'never' : `after ${answeredAfterMs} ms`}`,
      );
  }
}
