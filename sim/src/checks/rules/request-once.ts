/**
 * Under one Idempotency-Key of a submitter, one request is executed once. While it is remembered, no entry has the same
 * key with another hash, and only a multi-part request has several entries. A repeat names the first one.
 */
import { REQUEST_KEPT_MS } from '@bellwether/engine';
import { Violation } from '../../world.ts';
import type { AuditedLog } from '../audited-log.ts';
import type { Fact, Logged } from '../facts.ts';
import type { Rule } from '../rule.ts';

interface Done {
  readonly sequence: number;
  readonly timeMs: number;
  readonly hash: string;
}

export class RequestOnce implements Rule {
  readonly name = 'request-once';
  readonly hears = ['logged', 'answered'] as const;
  readonly #done = new Map<string, Done>();

  take(fact: Fact, log: AuditedLog): void {
    const { attempt } = log;
    if (fact.kind === 'logged') this.#note(fact);
    if (fact.kind !== 'answered' || attempt === null) return;
    const { request } = attempt.called.command;
    if (fact.answer.kind !== 'repeated') return;
    const done = request === undefined ? undefined : this.#done.get(`${request.by} ${request.key}`);
    if (done?.sequence !== fact.answer.sequence || done.hash !== request?.hash)
      throw this.#broken(
        `attempt ${fact.attempt} was told that entry ${fact.answer.sequence} had done it, which was ${done?.sequence ?? 'no entry'}`,
      );
  }

  #note({ entries }: Logged): void {
    for (const { sequence, timeMs, command, events } of entries) {
      for (const event of events) {
        if (event.kind !== 'RequestKept') continue;
        const name = `${event.by} ${event.key}`;
        const known = this.#done.get(name);
        if (known === undefined || timeMs - known.timeMs >= REQUEST_KEPT_MS) {
          this.#done.set(name, { sequence, timeMs, hash: event.hash });
          continue;
        }
        if (known.hash !== event.hash)
          throw this.#broken(`key ${name} did one thing in entry ${known.sequence} and another in entry ${sequence}`);
        if (command.request?.part !== true)
          throw this.#broken(`key ${name} did its request in entry ${known.sequence} and again in entry ${sequence}`);
      }
    }
  }

  #broken(message: string): Violation {
    return new Violation(this.name, message);
  }
}
