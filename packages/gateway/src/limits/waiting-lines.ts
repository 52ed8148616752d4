/** Waiting requests in the lines of their clients: first come, first served by client and lane. */
import { type Client, count, isOpen, ownRoomAt, type Refusal, roomFor, type Waiter, weightIn } from './client.ts';
import type { LimiterBounds, LimiterOptions } from './limiter-options.ts';
import { LANES, type Lane, type Plan, type Row } from './rows.ts';
import type { Tallies } from './tallies.ts';

export class WaitingLines {
  readonly #bounds: LimiterBounds;
  readonly #options: Pick<LimiterOptions, 'clock' | 'schedule'>;
  readonly #tallies: Tallies;
  readonly #waiting: [number, number] = [0, 0];

  constructor(bounds: LimiterBounds, options: Pick<LimiterOptions, 'clock' | 'schedule'>, tallies: Tallies) {
    this.#bounds = bounds;
    this.#options = options;
    this.#tallies = tallies;
  }

  /** True if each of these clients may have one more waiting request in a lane. */
  hasPlace(clients: readonly Client[], lane: Lane): boolean {
    const { waitingPerClientMax, waitingMax } = this.#bounds;
    return (
      this.#waiting[lane] < waitingMax &&
      clients.every(({ lines, share }) => lines[lane].length < waitingPerClientMax * share)
    );
  }

  add(waiter: Waiter): void {
    const { lane } = waiter.plan;
    for (const { lines } of waiter.clients) lines[lane].push(waiter);
    this.#waiting[lane]++;
  }

  /**
   * Removes a waiter from all lines. Cancels the wake-ups of clients that no longer wait, except the one being served.
   */
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

  /** Removes a waiter whose client is gone; a no-op if it has already passed or been refused. */
  leave(waiter: Waiter): void {
    const { clients, plan } = waiter;
    if (clients[0]?.lines[plan.lane].includes(waiter) !== true) return;
    this.#takeOut(waiter, null);
    // Others may have stood behind this waiter.
    const now = this.#options.clock();
    for (const client of clients) this.serve(client, now);
  }

  /** Passes waiters that have room, refuses those past their deadline, and schedules the next run. */
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
          // A waiter with room of its own waits for those before it.
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
    for (const { conclude } of passed) conclude(null);
    for (const { clients, plan, weight, conclude } of late) {
      conclude(this.refuse(clients, plan, weight, now, roomFor(clients, plan, weight, now).row));
    }
  }

  /**
   * Refusal with a retry time for a request without room in this row: by then the current waiters have passed or gone.
   */
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
