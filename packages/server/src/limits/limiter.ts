/**
 * Enforces the request caps: a request passes when every row it counts in has room for everyone it counts for (an account,
 * the address it calls from, the network of that address), and is counted in all of them at once or in none. So neither
 * many keys nor many addresses get more than one account at one address. One over the cap waits for room if that comes soon
 * and few others wait, else it is refused with the time after which a retry passes. Exact: no interval of a window's length
 * ever holds more than the cap.
 *
 * First come, first served by client and lane: no request overtakes an earlier one where that one lacks room. Cancels and
 * heartbeats have a lane of their own that is served first.
 *
 * Where a venue has several gateways, each has a limiter, and all of them the same counts and lines: see `Told`. One that
 * waits is let pass by the gateway that it came to.
 */

import type { CapName, Route } from '@bellwether/contract';
import type { ClientName } from '../ports/leader-questions.ts';
import type { Metrics } from '../ports/metrics.ts';
import { ALONE, type Replicas } from '../ports/replicas.ts';
import { type Client, type Refusal, type Waiter, weightIn } from './client.ts';
import { Clients, type Origin } from './clients.ts';
import { addJournaled, refusedByJournal } from './journal-budget.ts';
import { LIMITER_BOUNDS, type LimiterBounds, type LimiterOptions } from './limiter-options.ts';
import { Newcomers } from './newcomers.ts';
import { remainingText } from './remaining.ts';
import { count, isOpen, ownRoomAt, roomFor } from './room.ts';
import { LANES, type Plan, planOf, planOfKey, planOfRows, type Row, rowsOf } from './rows.ts';
import { type Hearer, Told } from './told.ts';

/** How soon a request looks again that waits behind one at another gateway. */
const LOOK_MS = 5;

/** A request that waits: `leave` takes it out of the line, as when its client is gone. */
export interface Waiting {
  readonly kind: 'waiting';
  leave(): void;
}

interface RowTally {
  waited: number;
  refused: number;
}

export class Limiter implements Hearer {
  readonly #options: LimiterOptions;
  readonly #bounds: LimiterBounds;
  readonly #rows: ReadonlyMap<CapName, Row>;
  readonly #clients: Clients;
  readonly #tallies: RowTally[];
  readonly #waiting: [number, number] = [0, 0];
  /** How accounts that are opened count, where they do. */
  readonly #newcomersPlan: Plan | null;
  readonly #newcomers = new Newcomers();
  readonly #replicas: Replicas;
  readonly #told: Told;
  /** Plans of others, by key. */
  readonly #plans = new Map<number, Plan>();
  /** Those that wait elsewhere, by id, and clients for whom one of them has gone. */
  readonly #elsewhere = new Map<number, Waiter>();
  readonly #stirred = new Set<Client>();
  #nextId: number;
  /** Nothing was counted later than this. */
  #latest = 0;

  constructor(options: LimiterOptions) {
    this.#options = options;
    this.#bounds = { ...LIMITER_BOUNDS, ...options.bounds };
    this.#rows = rowsOf(options.caps);
    this.#clients = new Clients(this.#rows.size, this.#bounds, options.random.below(2 ** 32));
    this.#tallies = Array.from(this.#rows, () => ({ waited: 0, refused: 0 }));
    this.#newcomersPlan = this.plan({ method: 'POST', path: '/auth/api-key', caps: ['accounts'] });
    const { among, topic } = options.replicas ?? { among: ALONE, topic: 'caps' };
    this.#replicas = among;
    this.#told = new Told(among, topic, this);
    // Different at all gateways.
    this.#nextId = options.random.below(2 ** 20) * 2 ** 32;
  }

  /** How requests of a route are counted; null when they are not. */
  plan(route: Pick<Route, 'method' | 'path' | 'caps'>): Plan | null {
    return planOf(route, this.#rows);
  }

  /** The same for a request to another node, by names of rows; those that this one does not cap count for nothing. */
  planOfRows(rows: readonly string[], isUrgent: boolean): Plan | null {
    return planOfRows(rows, isUrgent, this.#rows);
  }

  /** Whom a request to another node counts for. */
  byNames(names: readonly ClientName[]): readonly Client[] {
    this.#clients.sweep(this.#options.clock());
    return this.#clients.byNames(names);
  }

  /** Whom a request without a proven account counts for. */
  byOrigin(origin: Origin): readonly Client[] {
    return this.#clients.byOrigin(origin, this.#options.clock());
  }

  /** Whom a request of a proven account counts for; `origin` is null for one that counts by its account alone. */
  byAccount(account: string, origin: Origin | null): readonly Client[] {
    return this.#clients.byAccount(account, origin, this.#options.clock());
  }

  /** Lets a request pass and counts it, or does neither. `weight` is how many orders it carries. */
  pass(clients: readonly Client[], plan: Plan, weight = 1): boolean {
    this.#replicas.enter();
    try {
      const now = this.#now();
      for (const client of clients) if (!isOpen(client, plan, weight, now, null)) return false;
      this.#count(clients, plan, weight, now);
      return true;
    } finally {
      this.#replicas.leave();
    }
  }

  /** Whether a request would pass now; counts nothing. */
  hasRoom(clients: readonly Client[], plan: Plan): boolean {
    return this.#decide((now) => clients.every((client) => isOpen(client, plan, 1, now, null)));
  }

  /** Lets a request pass that cannot wait, or says when it may. */
  admit(clients: readonly Client[], plan: Plan, weight = 1): Refusal | null {
    return this.#decide((now) => {
      if (this.pass(clients, plan, weight)) return null;
      return this.#refuse(clients, plan, weight, now, roomFor(clients, plan, weight, now).row);
    });
  }

  /** Lets those at an address open an account, or says when: beside the row of the table they share what the venue opens. */
  admitNewcomer(clients: readonly Client[]): Refusal | null {
    const plan = this.#newcomersPlan;
    if (plan === null) return null;
    const [row] = plan.rows as [Row];
    return this.#decide((now) => {
      const refusal = this.#newcomers.refusal(clients, row, now);
      if (refusal !== null) {
        (this.#tallies[row.number] as RowTally).refused++;
        return refusal;
      }
      const over = this.admit(clients, plan);
      if (over !== null) return over;
      this.newcomer(now);
      this.#told.newcomer(now);
      return null;
    });
  }

  /** Lets a request that could not pass wait. `settle` is called once, later, unless it leaves. */
  wait(
    clients: readonly Client[],
    plan: Plan,
    weight: number,
    settle: (refusal: Refusal | null) => void,
  ): Waiting | Refusal {
    return this.#decide((now) => this.#wait(clients, plan, weight, settle, now));
  }

  #wait(
    clients: readonly Client[],
    plan: Plan,
    weight: number,
    settle: (refusal: Refusal | null) => void,
    now: number,
  ): Waiting | Refusal {
    const { waitMsMax, waitingPerClientMax, waitingMax } = this.#bounds;
    const { at, row } = roomFor(clients, plan, weight, now);
    const mayWait =
      at - now <= waitMsMax &&
      this.#waiting[plan.lane] < waitingMax &&
      clients.every(({ lines, share }) => lines[plan.lane].length < waitingPerClientMax * share);
    if (!mayWait) return this.#refuse(clients, plan, weight, now, row);
    (this.#tallies[row.number] as RowTally).waited++;
    const waiter: Waiter = { clients, plan, weight, deadline: now + waitMsMax, settle, id: this.#nextId++ };
    this.#line(waiter);
    this.#told.waits(clients, plan, weight, waiter.deadline, waiter.id);
    for (const client of clients) this.#serve(client, now);
    return { kind: 'waiting', leave: () => this.#leave(waiter) };
  }

  /**
   * Counts more of what has been done already in the row in which the plan counts by weight, room or not: later requests
   * wait until it has left the window.
   */
  charge(clients: readonly Client[], plan: Plan, weight: number): void {
    this.#decide((now) => {
      this.#charge(clients, plan, weight, now);
      this.#told.charged(clients, plan, weight, now);
    });
  }

  #charge(clients: readonly Client[], plan: Plan, weight: number, now: number): void {
    for (const row of plan.rows) {
      if (row.number !== plan.weighted) continue;
      for (const client of clients) {
        client.log(row, now).add(weight, now);
        client.keepUntil = Math.max(client.keepUntil, now + plan.longestMs);
      }
    }
  }

  /**
   * Seconds until a client that was charged beyond its cap may go on, by the row in which the plan counts by weight; null
   * for one that was not.
   */
  overdrawn(clients: readonly Client[], plan: Plan): number | null {
    return this.#decide((now) => {
      let at = Number.NEGATIVE_INFINITY;
      for (const row of plan.rows) {
        if (row.number !== plan.weighted) continue;
        for (const client of clients) at = Math.max(at, client.log(row, now).roomAt(0));
      }
      return at === Number.NEGATIVE_INFINITY ? null : Math.max(1, Math.ceil((at - now) / 1000));
    });
  }

  /** The same for clients and a plan of another gateway's limiter. */
  overdrawnElsewhere(names: readonly ClientName[], planKey: number): number | null {
    return this.overdrawn(this.#clients.byNames(names), this.#planOf(planKey));
  }

  /** What is left in the rows of a plan, for whom the least is: the value of `RateLimit`. */
  remaining(clients: readonly Client[], plan: Plan): string {
    return remainingText(clients, plan, this.#now());
  }

  /** Says when an account, its address or its network has had too much journaled; null while there is room. */
  overJournalBudget(clients: readonly Client[]): Refusal | null {
    return refusedByJournal(clients, this.#now());
  }

  /** Counts what an account has had journaled, for it and for where it last called from. */
  countJournaled(account: string, bytes: number): void {
    const own = this.#clients.account(account);
    if (own === undefined) return;
    addJournaled([own, ...own.origin], bytes, this.#now());
  }

  /** Gives the metrics what has gathered since the last time, and how much is remembered. */
  flush(metrics: Metrics): void {
    for (const { name, number } of this.#rows.values()) {
      const tally = this.#tallies[number] as RowTally;
      if (tally.waited > 0) metrics.countCap(name, 'waited', tally.waited);
      if (tally.refused > 0) metrics.countCap(name, 'refused', tally.refused);
      tally.waited = 0;
      tally.refused = 0;
    }
    for (const kind of ['account', 'address', 'network'] as const) {
      metrics.setCapClients(kind, this.#clients.size(kind));
    }
  }

  /** Bytes in the logs of all clients; slow, for tests. */
  logBytes(): number {
    let bytes = 0;
    for (const client of this.#clients) bytes += client.bytes;
    return bytes;
  }

  #refuse(clients: readonly Client[], plan: Plan, weight: number, now: number, row: Row): Refusal {
    (this.#tallies[row.number] as RowTally).refused++;
    // Those that wait now have passed or gone by then.
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

  counted(names: readonly ClientName[], planKey: number, weight: number, at: number): void {
    this.#latest = Math.max(this.#latest, at);
    count(this.#clients.byNames(names), this.#planOf(planKey), weight, this.#latest);
  }

  charged(names: readonly ClientName[], planKey: number, weight: number, at: number): void {
    this.#latest = Math.max(this.#latest, at);
    this.#charge(this.#clients.byNames(names), this.#planOf(planKey), weight, this.#latest);
  }

  waits(names: readonly ClientName[], planKey: number, weight: number, deadline: number, id: number): void {
    const clients = this.#clients.byNames(names);
    const waiter: Waiter = { clients, plan: this.#planOf(planKey), weight, deadline, settle: null, id };
    this.#elsewhere.set(id, waiter);
    this.#line(waiter);
  }

  gone(id: number): void {
    const waiter = this.#elsewhere.get(id);
    if (waiter === undefined) return;
    this.#elsewhere.delete(id);
    this.#takeOut(waiter, null);
    for (const client of waiter.clients) this.#stirred.add(client);
  }

  newcomer(at: number): void {
    this.#latest = Math.max(this.#latest, at);
    this.#newcomers.count(this.#latest);
  }

  caughtUp(): void {
    const now = this.#now();
    this.#clients.sweep(now);
    const stirred = [...this.#stirred];
    this.#stirred.clear();
    for (const client of stirred) this.#serve(client, now);
  }

  #planOf(key: number): Plan {
    const plan = this.#plans.get(key) ?? planOfKey(key, this.#rows);
    this.#plans.set(key, plan);
    return plan;
  }

  /** Never before what others have counted: their clocks are read in another thread. */
  #now(): number {
    return Math.max(this.#options.clock(), this.#latest);
  }

  #decide<T>(decide: (now: number) => T): T {
    this.#replicas.enter();
    try {
      return decide(this.#now());
    } finally {
      this.#replicas.leave();
    }
  }

  #count(clients: readonly Client[], plan: Plan, weight: number, now: number): void {
    count(clients, plan, weight, now);
    this.#told.counted(clients, plan, weight, now);
  }

  #line(waiter: Waiter): void {
    const { lane } = waiter.plan;
    for (const { lines } of waiter.clients) lines[lane].push(waiter);
    this.#waiting[lane]++;
  }

  /** Lets those pass for whom there is room, turns away whose time is up, and comes back when that changes. */
  #serve(client: Client, now: number): void {
    const passed: Waiter[] = [];
    const late: Waiter[] = [];
    let wakeAt = Number.POSITIVE_INFINITY;
    // Where others wait elsewhere, one of them may leave at any moment, or pass at the moment at which time is up here.
    const graceMs = this.#elsewhere.size > 0 ? 2 * LOOK_MS : 0;
    for (const lane of LANES) {
      for (const waiter of [...client.lines[lane]]) {
        const { clients, plan, weight, deadline, settle } = waiter;
        if (settle === null) continue;
        if (clients.every((each) => isOpen(each, plan, weight, now, waiter))) {
          this.#takeOut(waiter, client);
          this.#count(clients, plan, weight, now);
          passed.push(waiter);
        } else if (now >= deadline + graceMs) {
          this.#takeOut(waiter, client);
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
        : this.#options.schedule(Math.max(wakeAt - now, 0), () => {
            client.stopTimer = null;
            this.#decide((later) => this.#serve(client, later));
          });
    for (const { settle } of passed) this.#replicas.afterwards(() => settle?.(null));
    for (const { clients, plan, weight, settle } of late) {
      const refusal = this.#refuse(clients, plan, weight, now, roomFor(clients, plan, weight, now).row);
      this.#replicas.afterwards(() => settle?.(refusal));
    }
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
    if (waiter.settle !== null) this.#told.gone(waiter.id);
  }

  #leave(waiter: Waiter): void {
    const { clients, plan } = waiter;
    this.#decide((now) => {
      if (clients[0]?.lines[plan.lane].includes(waiter) !== true) return;
      this.#takeOut(waiter, null);
      // Others may have stood behind it.
      for (const client of clients) this.#serve(client, now);
    });
  }
}
