/** Time: due work is done soon, the venue's time neither leaps nor stops, answers are prompt and show current data. */
import { awaitsClose, type OrderNumber, type State } from '@bellwether/engine';
import { type AuditedLog, broken, type Rule } from '../audited-log.ts';
import type { FactOf } from '../facts.ts';

/** The slowest and the fastest rate of the venue's time relative to true time. */
const SLOWEST = 0.7;
const FASTEST = 1.35;

/** Faults after which a leader may be alive but idle until it logs something. */
const STOPPING: ReadonlySet<string> = new Set(['pause', 'append_slow']);

/**
 * Faults that end the leader as soon as it notices. The record on its way may still become durable.
 */
const ENDING: ReadonlySet<string> = new Set([
  'append_failed',
  'append_unknown_there',
  'append_unknown_lost',
  'sync_cancelled',
]);

/** True time and venue time at the last entry, Unix milliseconds; the venue time is from slightly earlier. */
export interface Moment {
  readonly trueMs: number;
  readonly venueMs: number;
}

class LeaderTime {
  /** Moment of the latest entry; null while no leader is known to live. */
  protected last: Moment | null = null;
  /** Highest lower bound so far for the venue's time at true time 0, since the leader was seen running. */
  #aheadMs = Number.NEGATIVE_INFINITY;
  #isEnding = false;
  /** True time until which the leader may be cut off from its log. */
  #cutUntilMs = 0;
  #epoch = 0;

  /** Lower bound of the venue's time, in milliseconds; null while no leader is known to live. */
  protected leastMs(trueMs: number): number | null {
    return this.last === null ? null : this.#aheadMs + trueMs * SLOWEST;
  }

  epoch({ epoch }: FactOf<'epoch'>): void {
    this.#epoch = epoch;
    this.#isEnding = false;
    this.#stop();
  }

  gone({ epoch }: FactOf<'gone'>): void {
    // The unsynced record becomes durable when the next writer opens the log.
    if (epoch === this.#epoch) this.#end();
  }

  fault({ fault, untilMs }: FactOf<'fault'>): void {
    // Until the leader learns that it is cut off, its record may become durable.
    if (untilMs !== undefined) this.#cutUntilMs = Math.max(this.#cutUntilMs, untilMs);
    if (untilMs !== undefined || STOPPING.has(fault)) this.#stop();
    else if (ENDING.has(fault)) this.#end();
  }

  logged({ entries, atMs }: FactOf<'logged'>): void {
    const venueMs = entries.at(-1)?.timeMs;
    if (venueMs === undefined || this.#isEnding || atMs <= this.#cutUntilMs) return;
    this.last = { trueMs: atMs, venueMs };
    this.#aheadMs = Math.max(this.#aheadMs, venueMs - atMs * SLOWEST);
  }

  #end(): void {
    this.#isEnding = true;
    this.#stop();
  }

  #stop(): void {
    this.last = null;
    this.#aheadMs = Number.NEGATIVE_INFINITY;
  }
}

/** The venue looks for due work four times a second. */
const LATE_AFTER_MS = 5_000;
/** Consequences of an entry wait for no moment: they are due once the leader knows that the entry is durable. */
const FOLLOWS_AFTER_MS = 2_000;
/** The leader gives keys armed before its start a fresh period. */
const HEARTBEATS_AFTER_MS = 20_000;

/**
 * Due work is done soon, whether or not commands arrive: orders expire, trading ends, ended and resolved markets are
 * emptied and settled, keys of accounts end, and silent API keys miss their heartbeat.
 */
export class Lateness extends LeaderTime implements Rule {
  readonly name = 'lateness';
  #begunMs = 0;
  #isNew = true;
  /** Set while a slow append is on its way or is the last one: its leader may learn that it is durable seconds late. */
  #slow: 'coming' | 'last' | null = null;
  readonly #setMs = new Map<number, number>();
  /** Accepted orders with an expiration that have not been seen gone: number and expiration in Unix seconds. */
  readonly #ending = new Map<OrderNumber, number>();

  override epoch(fact: FactOf<'epoch'>): void {
    super.epoch(fact);
    this.#isNew = true;
  }

  override fault(fact: FactOf<'fault'>): void {
    super.fault(fact);
    if (fact.fault === 'append_slow') this.#slow = 'coming';
  }

  called({ atMs }: FactOf<'called'>, log: AuditedLog): void {
    const least = this.leastMs(atMs);
    if (least === null) return;
    const overdue = this.#overdueAt(log.state, least - LATE_AFTER_MS);
    if (overdue !== null) throw broken(this, `after entry ${log.end}, at ${least} or later, ${overdue}`);
  }

  override logged(fact: FactOf<'logged'>): void {
    super.logged(fact);
    if (this.#isNew) this.#begunMs = fact.entries[0]?.timeMs ?? 0;
    this.#isNew = false;
    this.#slow = this.#slow === 'coming' ? 'last' : null;
    for (const { timeMs, events } of fact.entries) {
      for (const event of events) {
        if (event.kind === 'MarketUpdated') this.#setMs.set(event.market, timeMs);
        if (event.kind === 'OrderAccepted' && event.expiration > 0) this.#ending.set(event.order, event.expiration);
      }
    }
  }

  #overdueAt(state: Readonly<State>, ms: number): string | null {
    for (const [number, expiration] of this.#ending) {
      if (expiration * 1_000 >= ms) continue;
      if (state.openOrders.get(number) !== undefined)
        return `order ${number} is open, which expired at ${expiration} s`;
      this.#ending.delete(number);
    }
    const followsAfterMs = this.#slow === null ? FOLLOWS_AFTER_MS : LATE_AFTER_MS;
    for (const market of state.markets) {
      const { id, status, tradingEnded, closeTimeMs, book } = market;
      if (awaitsClose(market) && market.closeTimeMs < ms)
        return `market ${id} is open, which was to end at ${closeTimeMs}`;
      const hasOrders = (book?.count ?? 0) > 0;
      if (
        status === 'open' &&
        hasOrders &&
        closeTimeMs !== null &&
        Math.max(closeTimeMs, this.#setMs.get(id) ?? 0) < ms
      )
        return `market ${id} has orders, which ended at ${closeTimeMs}`;
      if (state.timeMs >= ms + LATE_AFTER_MS - followsAfterMs) continue;
      if (status === 'resolving') return `market ${id} is not settled since ${state.timeMs}`;
      if (status === 'open' && tradingEnded && hasOrders)
        return `market ${id} has ended and has orders since ${state.timeMs}`;
    }
    for (const { key, expiration, ended } of state.keys.values())
      if (!ended && expiration * 1_000 < ms) return `key ${key} counts, which ended at ${expiration} s`;
    for (const { apiKey, deadlineMs } of state.heartbeats.armed())
      if (Math.max(deadlineMs, this.#begunMs + HEARTBEATS_AFTER_MS) < ms)
        return `API key ${apiKey} is armed, which was to beat before ${deadlineMs}`;
    return null;
  }
}

/**
 * API keys that were armed when a leader began miss no heartbeat before the leader has given them a fresh period: their
 * clients could not reach the venue.
 */
export class FreshPeriod implements Rule {
  readonly name = 'fresh-period';
  /** Keys armed when the leader began, until it has renewed them. */
  #waiting: ReadonlySet<string> = new Set();

  epoch(_: unknown, { state }: AuditedLog): void {
    this.#waiting = new Set([...state.heartbeats.armed()].map(({ apiKey }) => apiKey));
  }

  logged({ entries }: FactOf<'logged'>): void {
    for (const { sequence, command, events } of entries) {
      if (command.kind === 'RenewHeartbeats') this.#waiting = new Set();
      if (command.kind !== 'ExpireHeartbeats') continue;
      for (const event of events) {
        if (event.kind === 'HeartbeatMissed' && this.#waiting.has(event.apiKey))
          throw broken(this, `entry ${sequence}: key ${event.apiKey} has missed a heartbeat of before the start`);
      }
    }
  }
}

/** Allowance for records that wait for the disk, for pauses, and for a wall clock that is a second ahead. */
const SLACK_MS = 60_000;

/**
 * The venue's time neither leaps nor stops while one leader lives, whatever its wall clock shows: scheduled work
 * happens at its promised moment.
 */
export class VenueTime extends LeaderTime implements Rule {
  readonly name = 'venue-time';
  /** The leader's first moment, the start of the comparison. */
  #first: Moment | null = null;

  override epoch(fact: FactOf<'epoch'>): void {
    super.epoch(fact);
    this.#first = null;
  }

  override logged(fact: FactOf<'logged'>): void {
    super.logged(fact);
    const { last } = this;
    if (last === null) return;
    this.#first ??= last;
    const trueMs = last.trueMs - this.#first.trueMs;
    const venueMs = last.venueMs - this.#first.venueMs;
    if (venueMs > trueMs * FASTEST + SLACK_MS || venueMs < trueMs * SLOWEST - SLACK_MS)
      throw broken(this, `a leader counted ${venueMs} ms in ${trueMs} ms`);
  }
}

/** A two-second lease by a clock that may run a fifth slow, plus the quarter second until the lease is checked. */
const LEADER_MS_MAX = 3_200;
/** Two seconds of silence and ten without a leader, by such a clock, after the last leader's lease. */
const FOLLOWER_MS_MAX = 20_000;

/**
 * A node that answers clients shows current data. A leader has had its lease until a moment ago; a follower has heard
 * from such a leader within a bounded time. The node has everything that was durable longer ago than that.
 */
export class NotOld implements Rule {
  readonly name = 'not-old';
  /** Log ends with the time at which each became durable. Ends that are too old for any check are dropped. */
  #endedMs: { readonly end: number; readonly atMs: number }[] = [];

  logged({ atMs }: FactOf<'logged'>, { end }: AuditedLog): void {
    this.#endedMs.push({ end, atMs });
  }

  current({ node, leads, sequence, atMs }: FactOf<'current'>): void {
    const sinceMs = atMs - (leads ? LEADER_MS_MAX : FOLLOWER_MS_MAX);
    while ((this.#endedMs[1]?.atMs ?? Number.POSITIVE_INFINITY) < atMs - FOLLOWER_MS_MAX) this.#endedMs.shift();
    const before = this.#endedMs.findLast((ended) => ended.atMs < sinceMs);
    if (before === undefined || before.end <= sequence) return;
    throw broken(
      this,
      `node ${node} ${leads ? 'leads' : 'follows'} and shows entry ${sequence} as if it were not old; entry ${before.end} was durable ${atMs - before.atMs} ms before`,
    );
  }
}

const ANSWERED_WITHIN_MS = 10_000;

/**
 * Once faults have stopped, every gateway answers a new order within ten simulated seconds, or within the probe's own
 * limit.
 */
export class Progress implements Rule {
  readonly name = 'progress';

  probed({ what, answeredAfterMs, withinMs = ANSWERED_WITHIN_MS }: FactOf<'probed'>): void {
    if (answeredAfterMs === null || answeredAfterMs > withinMs)
      throw broken(this, `${what} was answered ${answeredAfterMs === null ? 'never' : `after ${answeredAfterMs} ms`}`);
  }
}
