/** What the limiter knows of one client: the log of each row it was seen in, what it had journaled, who waits in its lines. */
import { ByteLog } from './byte-log.ts';
import { RowLog } from './row-log.ts';
import { LANES, NETWORK_SHARE, type Plan, type Row, URGENT, USUAL } from './rows.ts';

/** A request that waits for room. */
export interface Waiter {
  /** Whom it counts for; it is in the lines of each. */
  readonly clients: readonly Client[];
  readonly plan: Plan;
  /** Orders in it. */
  readonly weight: number;
  /** When it is refused if it has not passed. */
  readonly deadline: number;
  /** Told once, later, how it ended. */
  readonly settle: (refusal: Refusal | null) => void;
}

/** Over the cap. */
export interface Refusal {
  readonly kind: 'refused';
  /** After so long without other requests a retry passes, 1 at least; null when none ever does. */
  readonly retryAfterSeconds: number | null;
}

/** An account and an address have the caps of the table; a network of many addresses has a few times as much. */
export type Scope = 'single' | 'network';

export class Client {
  /** Until when it has to be remembered. */
  keepUntil = 0;
  /** By lane, first come first. */
  readonly lines: [Waiter[], Waiter[]] = [[], []];
  /** Ends the pending wake-up. */
  stopTimer: (() => void) | null = null;
  /** Of an account: the address and network that its last call came from. */
  origin: readonly Client[] = [];
  readonly scope: Scope;
  #journaled: ByteLog | undefined;
  readonly #logs: (RowLog | undefined)[];

  constructor(rows: number, scope: Scope) {
    this.scope = scope;
    this.#logs = Array.from({ length: rows });
  }

  /** How often it has the caps of the table. */
  get share(): number {
    return this.scope === 'network' ? NETWORK_SHARE : 1;
  }

  get isWaiting(): boolean {
    return this.lines[URGENT].length > 0 || this.lines[USUAL].length > 0;
  }

  /** The log of a row, up to date. */
  log(row: Row, now: number): RowLog {
    let log = this.#logs[row.number];
    if (log === undefined) {
      log = new RowLog(row.spans[this.scope]);
      this.#logs[row.number] = log;
    } else log.expire(now);
    return log;
  }

  /** What it has had journaled of late. */
  get journaled(): ByteLog {
    this.#journaled ??= new ByteLog(this.share);
    return this.#journaled;
  }

  /** When it may have more journaled: -Infinity for now. */
  journalRoomAt(now: number): number {
    return this.#journaled?.roomAt(now) ?? Number.NEGATIVE_INFINITY;
  }

  /** Lets go of the logs in which nothing counts any more. */
  shrink(now: number): void {
    for (let number = 0; number < this.#logs.length; number++) {
      const log = this.#logs[number];
      log?.expire(now);
      if (log?.isEmpty === true) this.#logs[number] = undefined;
    }
    if (this.#journaled?.isEmpty(now) === true) this.#journaled = undefined;
  }

  /** Requests in one row of those that wait in the first `lanes` lanes. */
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

/** How often a request of `weight` orders counts in a row. */
export function weightIn(row: Row, plan: Plan, weight: number): number {
  return row.number === plan.weighted ? weight : 1;
}
