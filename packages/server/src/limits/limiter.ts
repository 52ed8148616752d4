/**
 * Enforces the request caps: a request passes when every row it counts in has room, and is counted in all of them at once
 * or in none. One over the cap waits for room if that comes soon and few others wait, else it is refused with the time
 * after which a retry passes. Exact: no interval of a window's length ever holds more than the cap.
 *
 * First come, first served by client and lane: nobody overtakes an earlier request where that one lacks room. Cancels and
 * heartbeats have a lane of their own that is served first.
 */
import type { CapName, CapTable, Route } from '@bellwether/contract';
import type { Metrics } from '../ports/metrics.ts';
import { type Client, type Refusal, type Waiter, weightIn } from './client.ts';
import { ClientTable } from './client-table.ts';
import { LANES, type Plan, planOf, type Row, rowsOf, URGENT } from './rows.ts';

export interface LimiterOptions {
  readonly caps: CapTable;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
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
  /** API keys remembered. */
  readonly keysMax: number;
  /** Addresses remembered. */
  readonly addressesMax: number;
}

const LIMITER_BOUNDS: LimiterBounds = {
  waitMsMax: 1_000,
  waitingPerClientMax: 50,
  waitingMax: 5_000,
  keysMax: 50_000,
  addressesMax: 50_000,
};

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
  readonly #keys: ClientTable;
  readonly #addresses: ClientTable;
  readonly #tallies: RowTally[];
  readonly #waiting: [number, number] = [0, 0];

  constructor(options: LimiterOptions) {
    this.#options = options;
    this.#bounds = { ...LIMITER_BOUNDS, ...options.bounds };
    this.#rows = rowsOf(options.caps);
    this.#keys = new ClientTable(this.#rows.size, this.#bounds.keysMax);
    this.#addresses = new ClientTable(this.#rows.size, this.#bounds.addressesMax);
    this.#tallies = Array.from(this.#rows, () => ({ waited: 0, refused: 0 }));
  }

  /** How requests of a route are counted; null when they are not. */
  plan(route: Pick<Route, 'method' | 'path' | 'caps'>): Plan | null {
    return planOf(route, this.#rows);
  }

  /** The client behind an API key that has been proven. */
  byKey(apiKey: string): Client {
    return this.#keys.find(apiKey, this.#options.clock());
  }

  /** The client behind an address or network. */
  byAddress(group: string): Client {
    return this.#addresses.find(group, this.#options.clock());
  }

  /** Lets a request pass and counts it, or does neither. `weight` is how many orders it carries. */
  pass(client: Client, plan: Plan, weight = 1): boolean {
    const now = this.#options.clock();
    if (client.isWaiting && (this.#contended(client, plan, now) & bitsOf(plan)) !== 0) return false;
    return lacking(client, plan, weight, now) === 0 && count(client, plan, weight, now);
  }

  /** Lets a request that could not pass wait. `settle` is called once, later, unless it leaves. */
  wait(client: Client, plan: Plan, weight: number, settle: (refusal: Refusal | null) => void): Waiting | Refusal {
    const now = this.#options.clock();
    const { waitMsMax, waitingPerClientMax, waitingMax } = this.#bounds;
    const line = client.lines[plan.lane];
    const { at, row } = roomFor(client, plan, weight, now);
    const mayWait = at - now <= waitMsMax && line.length < waitingPerClientMax && this.#waiting[plan.lane] < waitingMax;
    if (!mayWait) return this.#refuse(client, plan, weight, now, row);
    (this.#tallies[row.number] as RowTally).waited++;
    const waiter: Waiter = { plan, weight, deadline: now + waitMsMax, settle };
    line.push(waiter);
    this.#waiting[plan.lane]++;
    this.#serve(client);
    return { kind: 'waiting', leave: () => this.#leave(client, waiter) };
  }

  /** What a client has left in the rows of a plan: the value of `RateLimit`. */
  remaining(client: Client, plan: Plan): string {
    const now = this.#options.clock();
    let text = '';
    for (const row of plan.rows) {
      const log = client.log(row, now);
      const { list } = row.spans;
      for (let window = 0; window < list.length; window++) {
        const seconds = Math.ceil((log.moreAt(window) - now) / 1000);
        const left = (list[window]?.requests ?? 0) - log.used(window);
        if (text !== '') text += ', ';
        text += (row.remainingPrefixes[window] ?? '') + left;
        if (seconds > 0) text += `;t=${seconds}`;
      }
    }
    return text;
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
    metrics.setCapClients('key', this.#keys.size);
    metrics.setCapClients('address', this.#addresses.size);
  }

  /** Bytes in the logs of all clients; slow, for tests. */
  logBytes(): number {
    let bytes = 0;
    for (const table of [this.#keys, this.#addresses]) for (const client of table) bytes += client.bytes;
    return bytes;
  }

  /** Rows in which somebody lacks room whom a request of the plan's lane must not overtake. */
  #contended(client: Client, plan: Plan, now: number): number {
    let rows = 0;
    for (const lane of LANES) {
      if (lane > plan.lane) break;
      for (const waiter of client.lines[lane]) rows |= lacking(client, waiter.plan, waiter.weight, now);
    }
    return rows;
  }

  #refuse(client: Client, plan: Plan, weight: number, now: number, row: Row): Refusal {
    (this.#tallies[row.number] as RowTally).refused++;
    // Whoever waits now has passed or gone by then.
    const waitedBy = now + this.#bounds.waitMsMax;
    let at = now;
    for (const each of plan.rows) {
      const ahead = client.waitingIn(each, LANES.length);
      at = Math.max(at, client.log(each, now).roomAfter(ahead, weightIn(each, plan, weight), waitedBy));
    }
    const seconds = Math.max(1, Math.ceil((at - now) / 1000));
    return { kind: 'refused', retryAfterSeconds: Number.isFinite(seconds) ? seconds : null };
  }

  /** Lets those pass for whom there is room, turns away whose time is up, and comes back when that changes. */
  #serve(client: Client): void {
    const now = this.#options.clock();
    const passed: Waiter[] = [];
    const late: Waiter[] = [];
    let contended = 0;
    let wakeAt = Number.POSITIVE_INFINITY;
    for (const lane of LANES) {
      const stay: Waiter[] = [];
      for (const waiter of client.lines[lane]) {
        const { plan, weight, deadline } = waiter;
        const lacks = lacking(client, plan, weight, now);
        if (lacks === 0 && (contended & bitsOf(plan)) === 0) {
          count(client, plan, weight, now);
          passed.push(waiter);
        } else if (now >= deadline) late.push(waiter);
        else {
          contended |= lacks;
          stay.push(waiter);
          wakeAt = Math.min(wakeAt, deadline, lacks === 0 ? deadline : ownRoomAt(client, plan, weight, now));
        }
      }
      this.#waiting[lane] -= client.lines[lane].length - stay.length;
      client.lines[lane] = stay;
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
    for (const { plan, weight, settle } of late) {
      settle(this.#refuse(client, plan, weight, now, roomFor(client, plan, weight, now).row));
    }
  }

  #leave(client: Client, waiter: Waiter): void {
    const { lane } = waiter.plan;
    const line = client.lines[lane].filter((other) => other !== waiter);
    if (line.length === client.lines[lane].length) return;
    client.lines[lane] = line;
    this.#waiting[lane]--;
    // Others may have stood behind it.
    this.#serve(client);
  }
}

/** The rows of a plan as bits. */
function bitsOf(plan: Plan): number {
  let bits = 0;
  for (const { number } of plan.rows) bits |= 1 << number;
  return bits;
}

/** The rows that have no room for a request now, as bits. */
function lacking(client: Client, plan: Plan, weight: number, now: number): number {
  let bits = 0;
  for (const row of plan.rows) if (!client.log(row, now).fits(weightIn(row, plan, weight))) bits |= 1 << row.number;
  return bits;
}

function count(client: Client, plan: Plan, weight: number, now: number): true {
  for (const row of plan.rows) client.log(row, now).add(weightIn(row, plan, weight), now);
  client.keepUntil = Math.max(client.keepUntil, now + plan.longestMs);
  return true;
}

/** When there is room for a request and for those before it, and the row that has it last. */
function roomFor(client: Client, plan: Plan, weight: number, now: number): { at: number; row: Row } {
  let [row] = plan.rows as [Row];
  let at = Number.NEGATIVE_INFINITY;
  for (const each of plan.rows) {
    const before = client.waitingIn(each, plan.lane === URGENT ? 1 : LANES.length);
    const room = client.log(each, now).roomAt(before + weightIn(each, plan, weight));
    if (room > at) {
      at = room;
      row = each;
    }
  }
  return { at, row };
}

/** When there is room for a request alone. */
function ownRoomAt(client: Client, plan: Plan, weight: number, now: number): number {
  let at = Number.NEGATIVE_INFINITY;
  for (const row of plan.rows) at = Math.max(at, client.log(row, now).roomAt(weightIn(row, plan, weight)));
  return at;
}
