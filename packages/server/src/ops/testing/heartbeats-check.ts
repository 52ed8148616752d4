/**
 * Independent check of heartbeats, from the entries alone and without the engine. Beats carry the id of the previous
 * one, keys miss at their deadline and not before, and a miss cancels exactly the orders that the key had open.
 */
import type { Event } from '@bellwether/engine';
import type { ChainedEntry } from '../../ports/journal.ts';
import { VerifyFailure } from '../verify-failure.ts';

const PERIOD_MS = 10_000;

export class HeartbeatsCheck {
  /** Key → id and deadline of its last beat. */
  readonly #armed = new Map<string, { id: string; untilMs: number }>();
  /** Missed key → orders with lower numbers must be cancelled. */
  readonly #missed = new Map<string, number>();
  readonly #keyOfOrder = new Map<number, string>();
  readonly #ordersOfKey = new Map<string, Set<number>>();
  #accepted = 0;

  /** Takes the next entry. Throws `VerifyFailure` if it breaks a rule. */
  observe(entry: ChainedEntry): void {
    const { command, events, timeMs } = entry;
    if (command.kind === 'Beat') {
      const last = this.#armed.get(command.apiKey)?.id ?? '';
      if ((command.heartbeatId ?? '') !== last) this.#fail(entry, `a beat of ${command.apiKey} without its last id`);
    }
    for (const event of events) {
      const problem = this.#observe(event, timeMs, events);
      if (problem !== null) this.#fail(entry, problem);
    }
  }

  #observe(event: Event, timeMs: number, events: readonly Event[]): string | null {
    switch (event.kind) {
      case 'HeartbeatReceived':
        this.#armed.set(event.apiKey, { id: event.heartbeatId, untilMs: event.deadlineMs });
        return event.deadlineMs === timeMs + PERIOD_MS ? null : `a beat gives ${event.apiKey} another period`;
      case 'HeartbeatsRenewed':
        for (const key of this.#armed.values()) key.untilMs = event.deadlineMs;
        return event.deadlineMs === timeMs + PERIOD_MS ? null : 'a renewal gives another period';
      case 'HeartbeatMissed': {
        const { apiKey, cause, ordersBefore } = event;
        const untilMs = this.#armed.get(apiKey)?.untilMs ?? Number.POSITIVE_INFINITY;
        const revoked = events.some((other) => other.kind === 'ApiKeyRevoked' && other.apiKey === apiKey);
        this.#armed.delete(apiKey);
        this.#missed.set(apiKey, ordersBefore);
        if (cause === 'key_revoked' ? !revoked : untilMs > timeMs) return `${apiKey} has not missed a beat`;
        return ordersBefore === this.#accepted ? null : `the miss of ${apiKey} is about other orders than it had`;
      }
      case 'HeartbeatSwept': {
        const before = this.#missed.get(event.apiKey) ?? 0;
        const left = [...(this.#ordersOfKey.get(event.apiKey) ?? [])].filter((order) => order < before);
        this.#missed.delete(event.apiKey);
        return left.length === 0 ? null : `order ${left[0]} of ${event.apiKey} outlives a missed beat`;
      }
      case 'OrderCanceled': {
        const apiKey = this.#keyOfOrder.get(event.order) ?? '';
        this.#close(event.order);
        if (event.reason !== 'heartbeat' || event.order < (this.#missed.get(apiKey) ?? 0)) return null;
        return `order ${event.order} is cancelled for a beat that was not missed`;
      }
      default:
        this.#follow(event);
        return null;
    }
  }

  #follow(event: Event): void {
    if (event.kind === 'OrderAccepted') {
      this.#accepted = event.order + 1;
      this.#keyOfOrder.set(event.order, event.apiKey);
      const orders = this.#ordersOfKey.get(event.apiKey) ?? new Set();
      this.#ordersOfKey.set(event.apiKey, orders.add(event.order));
    }
    if (event.kind === 'OrderCompleted') this.#close(event.order);
    if (event.kind !== 'TradeExecuted') return;
    for (const leg of event.legs) if (leg.remaining === 0) this.#close(leg.order);
  }

  #close(order: number): void {
    this.#ordersOfKey.get(this.#keyOfOrder.get(order) ?? '')?.delete(order);
    this.#keyOfOrder.delete(order);
  }

  #fail({ sequence }: ChainedEntry, what: string): never {
    throw new VerifyFailure(`entry ${sequence}: ${what}`);
  }
}
