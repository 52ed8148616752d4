/**
 * The requests that wait for room, in the lines of those they count for: first come, first served by client and lane. Those
 * that wait at other gateways stand in the same lines, so that none overtakes them, and are let pass where they came to.
 */
import { type Client, type Refusal, type Waiter, weightIn } from './client.ts';
import type { Decisions } from './decisions.ts';
import type { LimiterBounds, LimiterOptions } from './limiter-options.ts';
import { count, isOpen, ownRoomAt, roomFor } from './room.ts';
import { LANES, type Lane, type Plan, type Row } from './rows.ts';
import type { Tallies } from './tallies.ts';
import type { Told } from './told.ts';

/** How soon a request looks again that waits behind one at another gateway. */
const LOOK_MS = 5;

export class WaitingLines {
  readonly #bounds: LimiterBounds;
  readonly #schedule: LimiterOptions['schedule'];
  readonly #decisions: Decisions;
  readonly #told: Told;
  readonly #tallies: Tallies;
  /** Requests that wait, by lane. */
  readonly #waiting: [number, number] = [0, 0];
  /** Those of them that wait at other gateways. */
  #elsewhere = 0;

  constructor(
    bounds: LimiterBounds,
    schedule: LimiterOptions['schedule'],
    decisions: Decisions,
    told: Told,
    tallies: Tallies,
  ) {
    this.#bounds = bounds;
    this.#schedule = schedule;
    this.#decisions = decisions;
    this.#told = told;
    this.#tallies = tallies;
  }

  /** Whether one more may wait in a lane, for each of these. */
  hasPlace(clients: readonly Client[], lane: Lane): boolean {
    const { waitingPerClientMax, waitingMax } = this.#bounds;
    return (
      this.#waiting[lane] < waitingMax &&
      clients.every(({ lines, share }) => lines[lane].length < waitingPerClientMax * share)
    );
  }

  /** Puts a request behind all that wait now. */
  add(waiter: Waiter): void {
    const { lane } = waiter.plan;
    for (const { lines } of waiter.clients) lines[lane].push(waiter);
    this.#waiting[lane]++;
    if (waiter.settle === null) this.#elsewhere++;
  }

  /** Takes a waiter out of all lines. Clients other than the one that is served and that wait no more are not woken. */
  takeOut(waiter: Waiter, served: Client | null): void {
    const { lane } = waiter.plan;
    for (const client of waiter.clients) {
      client.lines[lane] = client.lines[lane].filter((other) => other !== waiter);
      if (client === served || client.isWaiting) continue;
      client.stopTimer?.();
      client.stopTimer = null;
    }
    this.#waiting[lane]--;
    if (waiter.settle === null) this.#elsewhere--;
    else this.#told.gone(waiter.id);
  }

  /** A waiter whose client is gone; it may have passed or been refused before. */
  leave(waiter: Waiter): void {
    const { clients, plan } = waiter;
    this.#decisions.decide((now) => {
      if (clients[0]?.lines[plan.lane].includes(waiter) !== true) return;
      this.takeOut(waiter, null);
      // Others may have stood behind it.
      for (const client of clients) this.serve(client, now);
    });
  }

  /** Lets those pass for whom there is room, turns away whose time is up, and comes back when that changes. */
  serve(client: Client, now: number): void {
    const passed: Waiter[] = [];
    const late: Waiter[] = [];
    let wakeAt = Number.POSITIVE_INFINITY;
    // Where others wait elsewhere, one of them may leave at any moment, or pass at the moment at which time is up here.
    const graceMs = this.#elsewhere > 0 ? 2 * LOOK_MS : 0;
    for (const lane of LANES) {
      for (const waiter of [...client.lines[lane]]) {
        const { clients, plan, weight, deadline, settle } = waiter;
        if (settle === null) continue;
        if (clients.every((each) => isOpen(each, plan, weight, now, waiter))) {
          this.takeOut(waiter, client);
          count(clients, plan, weight, now);
          this.#told.counted(clients, plan, weight, now);
          passed.push(waiter);
        } else if (now >= deadline + graceMs) {
          this.takeOut(waiter, client);
          late.push(waiter);
        } else {
          const roomAt = ownRoomAt(clients, plan, weight, now);
          // With room of its own it goes on when those before it do.
          wakeAt = Math.min(
            wakeAt,
            deadline + graceMs,
            roomAt === Number.NEGATIVE_INFINITY ? deadline + graceMs : roomAt,
          );
        }
      }
    }
    if (graceMs > 0 && wakeAt !== Number.POSITIVE_INFINITY) wakeAt = Math.min(wakeAt, now + LOOK_MS);
    client.stopTimer?.();
    client.stopTimer =
      wakeAt === Number.POSITIVE_INFINITY
        ? null
        : this.#schedule(Math.max(wakeAt - now, 0), () => {
            client.stopTimer = null;
            this.#decisions.decide((later) => this.serve(client, later));
          });
    for (const { settle } of passed) this.#decisions.afterwards(() => settle?.(null));
    for (const { clients, plan, weight, settle } of late) {
      const refusal = this.refuse(clients, plan, weight, now, roomFor(clients, plan, weight, now).row);
      this.#decisions.afterwards(() => settle?.(refusal));
    }
  }

  /** Says when a request passes that has no room in this row: those that wait now have passed or gone by then. */
  refuse(clients: readonly Client[], plan: Plan, weight: number, now: number, row: Row): Refusal {
    this.#tallies.refused(row);
    const waitedBy = now + this.#bounds.waitMsMax;
    let at = now;
    for (const client of clients) {
      for (const each of plan.rows) {
        const ahead = client.waitingIn(each, LANES.length);
        at = Math.max(at, client.log(each, now).roomAfter(ahead, weightIn(each, plan, weight), waitedBy));
      }
    }
    const seconds = Math.max(1, Math.ceil((at - now) / 1000));
    return { kind: 'refused', retryAfterSeconds: Number.isFinite(seconds) ? seconds : null };
  }
}
