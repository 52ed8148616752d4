/** The requests that wait for room, in the lines of those they count for: first come, first served by client and lane. */
import { type Client, type Refusal, type Waiter, weightIn } from './client.ts';
import type { LimiterBounds, LimiterOptions } from './limiter-options.ts';
import { count, isOpen, ownRoomAt, roomFor } from './room.ts';
import { LANES, type Lane, type Plan, type Row } from './rows.ts';
import type { Tallies } from './tallies.ts';

export class WaitingLines {
  readonly #bounds: LimiterBounds;
  readonly #options: Pick<LimiterOptions, 'clock' | 'schedule'>;
  readonly #tallies: Tallies;
  /** Requests that wait, by lane. */
  readonly #waiting: [number, number] = [0, 0];

  constructor(bounds: LimiterBounds, options: Pick<LimiterOptions, 'clock' | 'schedule'>, tallies: Tallies) {
    this.#bounds = bounds;
    this.#options = options;
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
  }

  /** Takes a waiter out of all lines. Clients other than the one that is served and that wait no more are not woken. */
  #takeOut(waiter: Waiter, served: Client | null): void {
    const { lane } = waiter.plan;
    for (const client of waiter.clients) {
      client.lines[lane] = client.lines[lane].filter((other) => other !== waiter);
      if (client === served || client.isWaiting) continue;
      client.stopTimer?.();
      client.stopTimer = null;
    }
    this.#waiting[lane]--;
  }

  /** A waiter whose client is gone; it may have passed or been refused before. */
  leave(waiter: Waiter): void {
    const { clients, plan } = waiter;
    if (clients[0]?.lines[plan.lane].includes(waiter) !== true) return;
    this.#takeOut(waiter, null);
    // Others may have stood behind it.
    const now = this.#options.clock();
    for (const client of clients) this.serve(client, now);
  }

  /** Lets those pass for whom there is room, turns away whose time is up, and comes back when that changes. */
  serve(client: Client, now: number): void {
    const passed: Waiter[] = [];
    const late: Waiter[] = [];
    let wakeAt = Number.POSITIVE_INFINITY;
    for (const lane of LANES) {
      for (const waiter of [...client.lines[lane]]) {
        const { clients, plan, weight, deadline } = waiter;
        if (clients.every((each) => isOpen(each, plan, weight, now, waiter))) {
          this.#takeOut(waiter, client);
          count(clients, plan, weight, now);
          passed.push(waiter);
        } else if (now >= deadline) {
          this.#takeOut(waiter, client);
          late.push(waiter);
        } else {
          const roomAt = ownRoomAt(clients, plan, weight, now);
          // With room of its own it goes on when those before it do.
          wakeAt = Math.min(wakeAt, deadline, roomAt === Number.NEGATIVE_INFINITY ? deadline : roomAt);
        }
      }
    }
    client.stopTimer?.();
    client.stopTimer =
      wakeAt === Number.POSITIVE_INFINITY
        ? null
        : this.#options.schedule(Math.max(wakeAt - now, 0), () => {
            client.stopTimer = null;
            this.serve(client, this.#options.clock());
          });
    for (const { settle } of passed) settle(null);
    for (const { clients, plan, weight, settle } of late) {
      settle(this.refuse(clients, plan, weight, now, roomFor(clients, plan, weight, now).row));
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
