/**
 * A node that answers its clients shows what is not old: one that leads has its lease, but for a moment; one that follows has heard
 * of such a one within a bounded time. Whatever was durable longer ago it has.
 */
import { Violation } from '../../world.ts';
import type { AuditedLog } from '../audited-log.ts';
import type { Fact } from '../facts.ts';
import type { Rule } from '../rule.ts';

/** A lease of two seconds by a clock that may run a fifth slower, and the quarter of a second until it is looked at. */
const LEADER_MS_MAX = 3_200;
/** Two seconds of silence and ten without a leader, by such a clock, after the lease of the last one. */
const FOLLOWER_MS_MAX = 20_000;

export class NotOld implements Rule {
  readonly name = 'not-old';
  readonly hears = ['logged', 'current'] as const;
  /** By entry: when the next one became durable; what is too old for any question is left out. */
  #endedMs: { readonly end: number; readonly atMs: number }[] = [];

  take(fact: Fact, log: AuditedLog): void {
    if (fact.kind === 'logged') this.#endedMs.push({ end: log.end, atMs: fact.atMs });
    if (fact.kind !== 'current') return;
    const { node, leads, sequence, atMs } = fact;
    const sinceMs = atMs - (leads ? LEADER_MS_MAX : FOLLOWER_MS_MAX);
    while ((this.#endedMs[1]?.atMs ?? Number.POSITIVE_INFINITY) < atMs - FOLLOWER_MS_MAX) this.#endedMs.shift();
    const before = this.#endedMs.findLast((ended) => ended.atMs < sinceMs);
    if (before === undefined || before.end <= sequence) return;
    throw new Violation(
      this.name,
      `node ${node} ${leads ? 'leads' : 'follows'} and shows entry ${sequence} as if it were not old; entry ${before.end} was durable ${atMs - before.atMs} ms before`,
    );
  }
}
