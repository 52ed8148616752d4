/**
 * State of one client in the limiter: the log of each row it appeared in, its journal usage, and its waiting requests.
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
  readonly settle: (refusal: Refusal | null) => void;
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
