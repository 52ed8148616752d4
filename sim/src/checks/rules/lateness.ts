/**
 * Due work is done soon, whether or not commands arrive: orders expire, trading ends, ended and resolved markets are
 * emptied and settled, and silent API keys miss their heartbeat.
 */
import { awaitsClose, type OrderNumber, type State } from '@bellwether/engine';
import { Violation } from '../../world.ts';
import type { AuditedLog } from '../audited-log.ts';
import type { Fact, Logged } from '../facts.ts';
import { LeaderTime } from '../leader-time.ts';
import type { Rule } from '../rule.ts';

/** The venue looks for due work four times a second. */
const LATE_AFTER_MS = 5_000;
/** Consequences of an entry wait for no moment: they are due once the leader knows that the entry is durable. */
const FOLLOWS_AFTER_MS = 2_000;
/** The leader gives keys armed before its start a fresh period. */
const HEARTBEATS_AFTER_MS = 20_000;

export class Lateness implements Rule {
  readonly name = 'lateness';
  readonly hears = ['epoch', 'gone', 'fault', 'logged', 'called'] as const;
  readonly #time = new LeaderTime();
  /** Venue time of the leader's first entry. */
  #begunMs = 0;
  #isNew = true;
  /** Set while a slow append is on its way or is the last one: its leader may learn that it is durable seconds late. */
  #slow: 'coming' | 'last' | null = null;
  /** Venue time at which a market's terms were last set. */
  readonly #setMs = new Map<number, number>();
  /** Accepted orders with an expiration that have not been seen gone: number and expiration in Unix seconds. */
  readonly #ending = new Map<OrderNumber, number>();

  take(fact: Fact, log: AuditedLog): void {
    this.#time.take(fact);
    if (fact.kind === 'epoch') this.#isNew = true;
    if (fact.kind === 'logged' && this.#isNew) {
      this.#begunMs = fact.entries[0]?.timeMs ?? 0;
      this.#isNew = false;
    }
    if (fact.kind === 'fault' && fact.fault === 'append_slow') this.#slow = 'coming';
    if (fact.kind === 'logged') this.#slow = this.#slow === 'coming' ? 'last' : null;
    if (fact.kind === 'logged') this.#note(fact);
    if (fact.kind !== 'called') return;
    const least = this.#time.leastMs(fact.atMs);
    if (least === null) return;
    const overdue = this.#overdueAt(log.state, least - LATE_AFTER_MS);
    if (overdue !== null) throw new Violation(this.name, `after entry ${log.end}, at ${least} or later, ${overdue}`);
  }

  #note({ entries }: Logged): void {
    for (const { timeMs, events } of entries) {
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
    for (const { apiKey, deadlineMs } of state.heartbeats.armed())
      if (Math.max(deadlineMs, this.#begunMs + HEARTBEATS_AFTER_MS) < ms)
        return `API key ${apiKey} is armed, which was to beat before ${deadlineMs}`;
    return null;
  }
}
