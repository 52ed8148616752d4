/**
 * Acknowledgements agree with one order of events that respects real time: the order of the log. Everything
 * acknowledged before a command was sent precedes it in the log; for a repeat, the first attempt counts.
 */
import type { Command } from '@bellwether/engine';
import { Violation } from '../../world.ts';
import type { Attempt } from '../attempts.ts';
import type { AuditedLog } from '../audited-log.ts';
import type { Fact } from '../facts.ts';
import type { Rule } from '../rule.ts';

export class RealTimeOrder implements Rule {
  readonly name = 'real-time-order';
  readonly hears = ['called', 'answered'] as const;
  /** First attempt by command name. */
  readonly #first = new Map<string, Attempt>();

  take(fact: Fact, log: AuditedLog): void {
    const { attempt } = log;
    if (attempt === null) return;
    if (fact.kind === 'called') {
      for (const name of namesOf(attempt.called.command)) if (!this.#first.has(name)) this.#first.set(name, attempt);
      return;
    }
    const { answer } = attempt;
    if (answer.kind === 'accepted') this.#check(attempt, attempt.toldBefore, answer.sequence);
    if (answer.kind !== 'repeated' && answer.kind !== 'duplicate') return;
    const sequence = answer.kind === 'repeated' ? answer.sequence : answer.result.sequence;
    const told = namesOf(attempt.called.command).map((name) => this.#first.get(name)?.toldBefore ?? attempt.toldBefore);
    this.#check(attempt, Math.min(attempt.toldBefore, ...told), sequence);
  }

  #check({ called }: Attempt, toldBefore: number, sequence: number): void {
    if (sequence > toldBefore) return;
    throw new Violation(
      this.name,
      `attempt ${called.attempt} of client ${called.client} became entry ${sequence}; entry ${toldBefore} had been acknowledged before it was sent`,
    );
  }
}

/** Names under which the venue treats two attempts as the same. */
function namesOf(command: Command): string[] {
  const { request } = command;
  const names = request === undefined ? [] : [`request ${request.by} ${request.key}`];
  if (command.kind === 'PlaceOrder') names.push(`order ${command.orderId}`);
  if (command.kind === 'BindAndPlace') names.push(`order ${command.order.orderId}`);
  return names;
}
