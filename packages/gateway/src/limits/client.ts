/**
 * State of one client in the limiter: the log of each row it appeared in, its journal usage, and its waiting requests;
 * and the room for a request in the logs of all clients that it counts for.
 */
import { ByteLog } from './byte-log.ts';
import { RowLog } from './row-log.ts';
import { LANES, NETWORK_SHARE, type Plan, type Row, URGENT, USUAL } from './rows.ts';
import type { TokenBucket } from './token-bucket.ts';

export interface Waiter {
  /** Clients that the request counts for; it waits in the lines of each. */
  readonly clients: readonly Client[];
  readonly plan: Plan;
  /** Number of orders in the request. */
  readonly weight: number;
  /** Time at which it is refused unless it has passed. */
  readonly deadline: number;
  /** Called once, later, with the outcome. */
  readonly conclude: (refusal: Refusal | null) => void;
}

/** A request over the cap. */
export interface Refusal {
  readonly kind: 'refused';
  /** Seconds after which a retry passes if no other requests arrive, at least 1; null if none ever passes. */
  readonly retryAfterSeconds: number | null;
}

/** Kind of client: an account or an address has the caps of the table; a network of many addresses has a multiple. */
export type Scope = 'single' | 'network';

export class Client {
  /** Time until which the client must be remembered. */
  keepUntil = 0;
  /** Waiting requests by lane, in order of arrival. */
  readonly lines: [Waiter[], Waiter[]] = [[], []];
  /** Cancels the pending wake-up. */
  stopTimer: (() => void) | null = null;
  /** For an account: the address and network of its last call. */
  origin: readonly Client[] = [];
  /** For an account of a venue with rate tiers: its buckets, from the first request that took tokens. */
  readonly buckets: { order?: TokenBucket; cancel?: TokenBucket } = {};
  readonly scope: Scope;
  #journaled: ByteLog | undefined;
  readonly #logs: (RowLog | undefined)[];

  constructor(rows: number, scope: Scope) {
    this.scope = scope;
    this.#logs = Array.from({ length: rows });
  }

  /** Multiple of the table's caps. */
  get share(): number {
    return this.scope === 'network' ? NETWORK_SHARE : 1;
  }

  get isWaiting(): boolean {
    return this.lines[URGENT].length > 0 || this.lines[USUAL].length > 0;
  }

  /** Log of a row, up to date at `now`. */
  log(row: Row, now: number): RowLog {
    let log = this.#logs[row.number];
    if (log === undefined) {
      log = new RowLog(row.spans[this.scope]);
      this.#logs[row.number] = log;
    } else log.expire(now);
    return log;
  }

  get journaled(): ByteLog {
    this.#journaled ??= new ByteLog(this.share);
    return this.#journaled;
  }

  /** Time at which it may write to the journal again; -Infinity if it may now. */
  journalRoomAt(now: number): number {
    return this.#journaled?.roomAt(now) ?? Number.NEGATIVE_INFINITY;
  }

  shrink(now: number): void {
    for (let number = 0; number < this.#logs.length; number++) {
      const log = this.#logs[number];
      log?.expire(now);
      if (log?.isEmpty === true) this.#logs[number] = undefined;
    }
    if (this.#journaled?.isEmpty(now) === true) this.#journaled = undefined;
  }

  /** Number of requests that count in a row among those waiting in the first `lanes` lanes. */
  waitingIn(row: Row, lanes: number): number {
    let sum = 0;
    for (const lane of LANES) {
      if (lane >= lanes) break;
      for (const { plan, weight } of this.lines[lane]) if (plan.rows.includes(row)) sum += weightIn(row, plan, weight);
    }
    return sum;
  }

  /** Memory of its logs in bytes. */
  get bytes(): number {
    return this.#logs.reduce((sum, log) => sum + (log?.bytes ?? 0), this.#journaled?.bytes ?? 0);
  }
}

/** Number that a request of `weight` orders counts for in a row. */
export function weightIn(row: Row, plan: Plan, weight: number): number {
  return row.number === plan.weighted ? weight : 1;
}

function bitsOf(plan: Plan): number {
  let bits = 0;
  for (const { number } of plan.rows) bits |= 1 << number;
  return bits;
}

/**
 * True if a client has room for a request that overtakes no earlier one. For a `waiter`, only requests ahead in line
 * count.
 */
export function isOpen(client: Client, plan: Plan, weight: number, now: number, waiter: Waiter | null): boolean {
  if (lacking(client, plan, weight, now) !== 0) return false;
  if (!client.isWaiting) return true;
  const bits = bitsOf(plan);
  for (const lane of LANES) {
    if (lane > plan.lane) break;
    for (const before of client.lines[lane]) {
      if (before === waiter) return true;
      if ((lacking(client, before.plan, before.weight, now) & bits) !== 0) return false;
    }
  }
  return true;
}

/** Rows without room for a request now, as bits. */
function lacking(client: Client, plan: Plan, weight: number, now: number): number {
  let bits = 0;
  for (const row of plan.rows) if (!client.log(row, now).fits(weightIn(row, plan, weight))) bits |= 1 << row.number;
  return bits;
}

/** Counts a request for all its clients, in all its rows. */
export function count(clients: readonly Client[], plan: Plan, weight: number, now: number): void {
  for (const client of clients) {
    for (const row of plan.rows) client.log(row, now).add(weightIn(row, plan, weight), now);
    client.keepUntil = Math.max(client.keepUntil, now + plan.longestMs);
  }
}

/** Counts work that is already done in the row in which the plan counts by weight, even beyond the cap. */
export function charge(clients: readonly Client[], plan: Plan, weight: number, now: number): void {
  for (const row of plan.rows) {
    if (row.number !== plan.weighted) continue;
    for (const client of clients) {
      client.log(row, now).add(weight, now);
      client.keepUntil = Math.max(client.keepUntil, now + plan.longestMs);
    }
  }
}

/** Time at which there is room for a request and those before it, and the row that gets room last. */
export function roomFor(clients: readonly Client[], plan: Plan, weight: number, now: number): { at: number; row: Row } {
  let [row] = plan.rows as [Row];
  let at = Number.NEGATIVE_INFINITY;
  for (const client of clients) {
    for (const each of plan.rows) {
      const before = client.waitingIn(each, plan.lane === URGENT ? 1 : LANES.length);
      const room = client.log(each, now).roomAt(before + weightIn(each, plan, weight));
      if (room <= at) continue;
      at = room;
      row = each;
    }
  }
  return { at, row };
}

/** Time at which there is room for a request alone; -Infinity if there is room now. */
export function ownRoomAt(clients: readonly Client[], plan: Plan, weight: number, now: number): number {
  let at = Number.NEGATIVE_INFINITY;
  for (const client of clients) {
    for (const row of plan.rows) at = Math.max(at, client.log(row, now).roomAt(weightIn(row, plan, weight)));
  }
  return at;
}

/** Value of `RateLimit`: the room left in the rows of a plan, for the client with the least. */
export function remainingText(clients: readonly Client[], plan: Plan, now: number): string {
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
