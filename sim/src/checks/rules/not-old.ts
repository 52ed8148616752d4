/**
 * A node that answers clients shows current data. A leader has had its lease until a moment ago; a follower has heard
 * from such a leader within a bounded time. The node has everything that was durable longer ago than that.
 */
import { Violation } from '../../world.ts';
import type { AuditedLog } from '../audited-log.ts';
import type { Fact } from '../facts.ts';
import type { Rule } from '../rule.ts';

/** A two-second lease by a clock that may run a fifth slow, plus the quarter second until the lease is checked. */
const LEADER_MS_MAX = 3_200;
/** Two seconds of silence and ten without a leader, by such a clock, after the last leader's lease. */
const FOLLOWER_MS_MAX = 20_000;

export class NotOld implements Rule {
  readonly name = 'not-old';
  readonly hears = ['logged', 'current'] as const;
  /** Log ends with the time at which each became durable. Ends that are too old for any check are dropped. */
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
