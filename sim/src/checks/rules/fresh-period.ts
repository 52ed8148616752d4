/**
 * API keys that were armed when a leader began miss no heartbeat before the leader has given them a fresh period: their
 * clients could not reach the venue.
 */
import { Violation } from '../../world.ts';
import type { AuditedLog } from '../audited-log.ts';
import type { Fact, Logged } from '../facts.ts';
import type { Rule } from '../rule.ts';

export class FreshPeriod implements Rule {
  readonly name = 'fresh-period';
  readonly hears = ['epoch', 'logged'] as const;
  /** Keys armed when the leader began, until it has renewed them. */
  #waiting: ReadonlySet<string> = new Set();

  take(fact: Fact, { state }: AuditedLog): void {
    if (fact.kind === 'epoch') this.#waiting = new Set([...state.heartbeats.armed()].map(({ apiKey }) => apiKey));
    if (fact.kind === 'logged') this.#logged(fact);
  }

  #logged({ entries }: Logged): void {
    for (const { sequence, command, events } of entries) {
      if (command.kind === 'RenewHeartbeats') this.#waiting = new Set();
      if (command.kind !== 'ExpireHeartbeats') continue;
      for (const event of events) {
        if (event.kind === 'HeartbeatMissed' && this.#waiting.has(event.apiKey))
          throw new Violation(
            this.name,
            `entry ${sequence}: key ${event.apiKey} has missed a heartbeat of before the start`,
          );
      }
    }
  }
}
