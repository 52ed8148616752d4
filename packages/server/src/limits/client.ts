/** What the limiter knows of one client: the log of each row it was seen in, and who waits in each lane. */
import { RowLog } from './row-log.ts';
import { LANES, type Plan, type Row, URGENT, USUAL } from './rows.ts';

/** A request that waits for room. */
export interface Waiter {
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

export class Client {
  /** Until when it has to be remembered. */
  keepUntil = 0;
  /** By lane, first come first. */
  readonly lines: [Waiter[], Waiter[]] = [[], []];
  /** Ends the pending wake-up. */
  stopTimer: (() => void) | null = null;
  readonly #logs: (RowLog | undefined)[];

  constructor(rows: number) {
    this.#logs = Array.from({ length: rows });
  }

  get isWaiting(): boolean {
    return this.lines[URGENT].length > 0 || this.lines[USUAL].length > 0;
  }

  /** The log of a row, up to date. */
  log(row: Row, now: number): RowLog {
    let log = this.#logs[row.number];
    if (log === undefined) {
      log = new RowLog(row.spans);
      this.#logs[row.number] = log;
    } else log.expire(now);
    return log;
  }

  /** Lets go of the logs in which nothing counts any more. */
  shrink(now: number): void {
    for (let number = 0; number < this.#logs.length; number++) {
      const log = this.#logs[number];
      log?.expire(now);
      if (log?.isEmpty === true) this.#logs[number] = undefined;
    }
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
    return this.#logs.reduce((sum, log) => sum + (log?.bytes ?? 0), 0);
  }
}

/** How often a request of `weight` orders counts in a row. */
export function weightIn(row: Row, plan: Plan, weight: number): number {
  return row.number === plan.weighted ? weight : 1;
}
