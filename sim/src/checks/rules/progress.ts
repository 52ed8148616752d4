/**
 * Once faults have stopped, every gateway answers a new order within ten simulated seconds, or within the probe's own
 * limit.
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
