/**
 * A repeated order returns its first result, no matter who repeats it and where. (At most one acceptance is the fold's
 * own condition: `log-can-be-folded`.)
 */

import { Violation } from '../../world.ts';
import type { AuditedLog } from '../audited-log.ts';
import type { Fact } from '../facts.ts';
import { excerpt, type Rule } from '../rule.ts';

export class RepeatedOrders implements Rule {
  readonly name = 'repeats-are-told-the-first';
  readonly hears = ['logged', 'answered'] as const;
  /** Entry that accepted the order, by order id. */
  readonly #accepted = new Map<string, number>();

  take(fact: Fact, log: AuditedLog): void {
    const { attempt } = log;
    if (fact.kind === 'logged') {
      for (const { sequence, events } of fact.entries) {
        for (const event of events) if (event.kind === 'OrderAccepted') this.#accepted.set(event.orderId, sequence);
      }
    }
    if (fact.kind !== 'answered' || attempt === null || fact.answer.kind !== 'duplicate') return;
    const { command } = attempt.called;
    const orderId =
      command.kind === 'PlaceOrder' ? command.orderId : command.kind === 'BindAndPlace' ? command.order.orderId : null;
    const first = orderId === null ? undefined : this.#accepted.get(orderId);
    if (first !== fact.answer.result.sequence)
      throw new Violation(
        this.name,
        `attempt ${fact.attempt} was told ${excerpt(fact.answer.result)}, its order was accepted by entry ${first ?? 'none'}`,
      );
  }
}
