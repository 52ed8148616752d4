/**
 * The venue's time neither leaps nor stops while one leader lives, whatever its wall clock shows: scheduled work
 * happens at its promised moment.
 */
import { Violation } from '../../world.ts';
import type { Fact } from '../facts.ts';
import { FASTEST, LeaderTime, type Moment, SLOWEST } from '../leader-time.ts';
import type { Rule } from '../rule.ts';

/** Allowance for records that wait for the disk, for pauses, and for a wall clock that is a second ahead. */
const SLACK_MS = 60_000;

export class VenueTime implements Rule {
  readonly name = 'venue-time';
  readonly hears = ['epoch', 'gone', 'fault', 'logged'] as const;
  readonly #time = new LeaderTime();
  /** The leader's first moment, the start of the comparison. */
  #first: Moment | null = null;

  take(fact: Fact): void {
    this.#time.take(fact);
    if (fact.kind === 'epoch') this.#first = null;
    const { last } = this.#time;
    if (last === null) return;
    this.#first ??= last;
    const trueMs = last.trueMs - this.#first.trueMs;
    const venueMs = last.venueMs - this.#first.venueMs;
    if (venueMs > trueMs * FASTEST + SLACK_MS || venueMs < trueMs * SLOWEST - SLACK_MS)
      throw new Violation(this.name, `a leader counted ${venueMs} ms in ${trueMs} ms`);
  }
}
