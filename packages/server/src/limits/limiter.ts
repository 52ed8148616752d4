/**
 * Enforces the request caps: a request passes when every row it counts in has room for everyone it counts for (an account,
 * the address it calls from, the network of that address), and is counted in all of them at once or in none. So neither
 * many keys nor many addresses get more than one account at one address. One over the cap waits for room if that comes soon
 * and few others wait, else it is refused with the time after which a retry passes. Exact: no interval of a window's length
 * ever holds more than the cap.
 *
 * First come, first served by client and lane: no request overtakes an earlier one where that one lacks room. Cancels and
 * heartbeats have a lane of their own that is served first.
 */

import type { CapName, CapTable, Route } from '@bellwether/contract';
import type { Metrics } from '../ports/metrics.ts';
import type { Randomness } from '../ports/runtime.ts';
import { JOURNAL_KEPT_MS } from './byte-log.ts';
import { type Client, type Refusal, type Waiter, weightIn } from './client.ts';
import { ClientTable } from './client-table.ts';
import { Newcomers } from './newcomers.ts';
import { count, isOpen, ownRoomAt, roomFor } from './room.ts';
import { LANES, type Plan, planOf, type Row, rowsOf } from './rows.ts';

export interface LimiterOptions {
  readonly caps: CapTable;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
  /** Draws what no client may know: who shares a count when a table is full. */
  readonly random: Randomness;
  /** Calls back once after at least `delayMs`; the function it gives back undoes that. */
  readonly schedule: (delayMs: number, callback: () => void) => () => void;
  readonly bounds?: Partial<LimiterBounds>;
}

export interface LimiterBounds {
  /** Longest wait for room. */
  readonly waitMsMax: number;
  /** Requests of one client that wait, by lane. */
  readonly waitingPerClientMax: number;
  /** Requests of all clients that wait, by lane. */
  readonly waitingMax: number;
  /** Accounts remembered. */
  readonly accountsMax: number;
  /** Addresses remembered, and networks. */
  readonly addressesMax: number;
  /** Addresses of one network remembered; what is more of it shares a count. */
  readonly addressesPerNetworkMax: number;
}

const LIMITER_BOUNDS: LimiterBounds = {
  waitMsMax: 1_000,
  waitingPerClientMax: 50,
  waitingMax: 5_000,
  accountsMax: 50_000,
  addressesMax: 50_000,
  addressesPerNetworkMax: 1_000,
};

/** Where a request comes from. */
export interface Origin {
  /** One client, as far as addresses tell: an IPv4 address or an IPv6 /64. */
  readonly address: string;
  /** What it is one of many of, where one owner usually has all of them: an IPv6 /48; null for IPv4. */
  readonly network: string | null;
  /** Those that it shares a count with when the table is full: an IPv4 /16 or an IPv6 /32. */
  readonly kin: string;
}

/** A request that waits: `leave` takes it out of the line, as when its client is gone. */
export interface Waiting {
  readonly kind: 'waiting';
  leave(): void;
}

interface RowTally {
  waited: number;
  refused: number;
}

export class Limiter {
  readonly #options: LimiterOptions;
  readonly #bounds: LimiterBounds;
  readonly #rows: ReadonlyMap<CapName, Row>;
  readonly #accounts: ClientTable;
  readonly #addresses: ClientTable;
  readonly #networks: ClientTable;
  readonly #tallies: RowTally[];
  readonly #waiting: [number, number] = [0, 0];
  /** How accounts that are opened count, where they do. */
  readonly #newcomersPlan: Plan | null;
  readonly #newcomers = new Newcomers();

  constructor(options: LimiterOptions) {
    this.#options = options;
    this.#bounds = { ...LIMITER_BOUNDS, ...options.bounds };
    this.#rows = rowsOf(options.caps);
    const { accountsMax, addressesMax, addressesPerNetworkMax } = this.#bounds;
    const lot = options.random.below(2 ** 32);
    const rows = this.#rows.size;
    this.#accounts = new ClientTable(rows, 'single', { clientsMax: accountsMax, crowdMax: accountsMax }, lot);
    const addresses = { clientsMax: addressesMax, crowdMax: addressesPerNetworkMax };
    this.#addresses = new ClientTable(rows, 'single', addresses, lot);
    this.#networks = new ClientTable(rows, 'network', addresses, lot);
    this.#tallies = Array.from(this.#rows, () => ({ waited: 0, refused: 0 }));
    this.#newcomersPlan = this.plan({ method: 'POST', path: '/auth/api-key', caps: ['accounts'] });
  }

  /** How requests of a route are counted; null when they are not. */
  plan(route: Pick<Route, 'method' | 'path' | 'caps'>): Plan | null {
    return planOf(route, this.#rows);
  }

  /** Whom a request without a proven account counts for. */
  byOrigin({ address, network, kin }: Origin): readonly Client[] {
    const now = this.#options.clock();
    const own = this.#addresses.find(address, now, network, kin);
    return network === null ? [own] : [own, this.#networks.find(network, now, null, kin)];
  }

  /** Whom a request of a proven account counts for; `origin` is null for one that counts by its account alone. */
  byAccount(account: string, origin: Origin | null): readonly Client[] {
    const own = this.#accounts.find(account, this.#options.clock());
    own.origin = origin === null ? [] : this.byOrigin(origin);
    return [own, ...own.origin];
  }

  /** Lets a request pass and counts it, or does neither. `weight` is how many orders it carries. */
  pass(clients: readonly Client[], plan: Plan, weight = 1): boolean {
    const now = this.#options.clock();
    for (const client of clients) if (!isOpen(client, plan, weight, now, null)) return false;
    count(clients, plan, weight, now);
    return true;
  }

  /** Whether a request would pass now; counts nothing. */
  hasRoom(clients: readonly Client[], plan: Plan): boolean {
    const now = this.#options.clock();
    return clients.every((client) => isOpen(client, plan, 1, now, null));
  }

  /** Lets a request pass that cannot wait, or says when it may. */
  admit(clients: readonly Client[], plan: Plan): Refusal | null {
    if (this.pass(clients, plan)) return null;
    const now = this.#options.clock();
    return this.#refuse(clients, plan, 1, now, roomFor(clients, plan, 1, now).row);
  }

  /** Lets someone from `origin` open an account, or says when: beside the row of the table they share what the venue opens. */
  admitNewcomer(origin: Origin): Refusal | null {
    const plan = this.#newcomersPlan;
    if (plan === null) return null;
    const now = this.#options.clock();
    const clients = this.byOrigin(origin);
    const [row] = plan.rows as [Row];
    const refusal = this.#newcomers.refusal(clients, row, now);
    if (refusal !== null) {
      (this.#tallies[row.number] as RowTally).refused++;
      return refusal;
    }
    const over = this.admit(clients, plan);
    if (over === null) this.#newcomers.count(now);
    return over;
  }

  /** Lets a request that could not pass wait. `settle` is called once, later, unless it leaves. */
  wait(
    clients: readonly Client[],
    plan: Plan,
    weight: number,
    settle: (refusal: Refusal | null) => void,
  ): Waiting | Refusal {
    const now = this.#options.clock();
    const { waitMsMax, waitingPerClientMax, waitingMax } = this.#bounds;
    const { at, row } = roomFor(clients, plan, weight, now);
    const mayWait =
      at - now <= waitMsMax &&
      this.#waiting[plan.lane] < waitingMax &&
      clients.every(({ lines, share }) => lines[plan.lane].length < waitingPerClientMax * share);
    if (!mayWait) return this.#refuse(clients, plan, weight, now, row);
    (this.#tallies[row.number] as RowTally).waited++;
    const waiter: Waiter = { clients, plan, weight, deadline: now + waitMsMax, settle };
    for (const { lines } of clients) lines[plan.lane].push(waiter);
    this.#waiting[plan.lane]++;
    for (const client of clients) this.#serve(client);
    return { kind: 'waiting', leave: () => this.#leave(waiter) };
  }

  /**
   * Counts more of what has been done already in the row in which the plan counts by weight, room or not: later requests
   * wait until it has left the window.
   */
  charge(clients: readonly Client[], plan: Plan, weight: number): void {
    const now = this.#options.clock();
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
    const now = this.#options.clock();
    let at = Number.NEGATIVE_INFINITY;
    for (const row of plan.rows) {
      if (row.number !== plan.weighted) continue;
      for (const client of clients) at = Math.max(at, client.log(row, now).roomAt(0));
    }
    return at === Number.NEGATIVE_INFINITY ? null : Math.max(1, Math.ceil((at - now) / 1000));
  }

  /** What is left in the rows of a plan, for whom the least is: the value of `RateLimit`. */
  remaining(clients: readonly Client[], plan: Plan): string {
    const now = this.#options.clock();
    let text = '';
    for (const row of plan.rows) {
      const windows = row.spans.single.list.length;
      for (let window = 0; window < windows; window++) {
        let left = Number.POSITIVE_INFINITY;
        let moreAt = now;
        for (const client of clients) {
          const log = client.log(row, now);
          const own = (row.spans[client.scope].list[window]?.requests ?? 0) - log.used(window);
          if (own > left) continue;
          moreAt = own < left ? log.moreAt(window) : Math.max(moreAt, log.moreAt(window));
          left = own;
        }
        const seconds = Math.ceil((moreAt - now) / 1000);
        if (text !== '') text += ', ';
        text += (row.remainingPrefixes[window] ?? '') + Math.max(0, left);
        if (seconds > 0) text += `;t=${seconds}`;
      }
    }
    return text;
  }

  /** Says when an account, its address or its network has had too much journaled; null while there is room. */
  overJournalBudget(clients: readonly Client[]): Refusal | null {
    const now = this.#options.clock();
    let at = Number.NEGATIVE_INFINITY;
    for (const client of clients) at = Math.max(at, client.journalRoomAt(now));
    if (at === Number.NEGATIVE_INFINITY) return null;
    return { kind: 'refused', retryAfterSeconds: Math.max(1, Math.ceil((at - now) / 1000)) };
  }

  /** Counts what an account has had journaled, for it and for where it last called from. */
  countJournaled(account: string, bytes: number): void {
    const own = this.#accounts.peek(account);
    if (own === undefined) return;
    const now = this.#options.clock();
    for (const client of [own, ...own.origin]) {
      client.journaled.add(bytes, now);
      client.keepUntil = Math.max(client.keepUntil, now + JOURNAL_KEPT_MS);
    }
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
    metrics.setCapClients('account', this.#accounts.size);
    metrics.setCapClients('address', this.#addresses.size);
    metrics.setCapClients('network', this.#networks.size);
  }

  /** Bytes in the logs of all clients; slow, for tests. */
  logBytes(): number {
    let bytes = 0;
    for (const table of [this.#accounts, this.#addresses, this.#networks]) {
      for (const client of table) bytes += client.bytes;
    }
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

  /** Lets those pass for whom there is room, turns away whose time is up, and comes back when that changes. */
  #serve(client: Client): void {
    const now = this.#options.clock();
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
            this.#serve(client);
          });
    for (const { settle } of passed) settle(null);
    for (const { clients, plan, weight, settle } of late) {
      settle(this.#refuse(clients, plan, weight, now, roomFor(clients, plan, weight, now).row));
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
  }

  #leave(waiter: Waiter): void {
    const { clients, plan } = waiter;
    if (clients[0]?.lines[plan.lane].includes(waiter) !== true) return;
    this.#takeOut(waiter, null);
    // Others may have stood behind it.
    for (const client of clients) this.#serve(client);
  }
}
