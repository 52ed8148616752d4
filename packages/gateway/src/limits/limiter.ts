/**
 * Enforces the request caps. A request passes if every row it counts in has room for every client it counts for (an
 * account, the address it calls from, the network of that address). It is then counted in all of them at once,
 * otherwise in none. So neither many keys nor many addresses get more than one account at one address. A request over
 * the cap waits if room comes soon and few others wait; otherwise it is refused with the time after which a retry
 * passes. The caps are exact: no interval of a window's length ever holds more than the cap.
 *
 * A request never overtakes an earlier one of the same client and lane in a row where that one lacks room. Cancels and
 * heartbeats have their own lane, which is served first: see `WaitingLines`.
 */

import type { CapName, RateTier, Route, TierCost } from '@bellwether/contract';
import type { Metrics } from '@bellwether/ports/metrics.ts';
import { JOURNAL_KEPT_MS } from './byte-log.ts';
import { type Client, charge, count, isOpen, type Refusal, remainingText, roomFor, type Waiter } from './client.ts';
import { Clients, type Origin } from './clients.ts';
import { LIMITER_BOUNDS, type LimiterBounds, type LimiterOptions } from './limiter-options.ts';
import { Newcomers } from './newcomers.ts';
import { type Plan, planOf, type Row, rowsOf } from './rows.ts';
import { Tallies } from './tallies.ts';
import { type BucketState, TokenBucket } from './token-bucket.ts';
import { WaitingLines } from './waiting-lines.ts';

/** A waiting request; `leave` removes it from the line, for example when its client disconnects. */
export interface Waiting {
  readonly kind: 'waiting';
  leave(): void;
}

export class Limiter {
  readonly #options: LimiterOptions;
  readonly #bounds: LimiterBounds;
  readonly #rows: ReadonlyMap<CapName, Row>;
  readonly #clients: Clients;
  readonly #tallies: Tallies;
  /** Plan for counting opened accounts; null if they are not capped. */
  readonly #newcomersPlan: Plan | null;
  readonly #newcomers = new Newcomers();
  readonly #lines: WaitingLines;

  constructor(options: LimiterOptions) {
    this.#options = options;
    this.#bounds = { ...LIMITER_BOUNDS, ...options.bounds };
    this.#rows = rowsOf(options.caps);
    this.#clients = new Clients(this.#rows.size, this.#bounds, options.random.below(2 ** 32));
    this.#tallies = new Tallies(this.#rows);
    this.#newcomersPlan = this.plan({ method: 'POST', path: '/auth/api-key', caps: ['accounts'] });
    this.#lines = new WaitingLines(this.#bounds, options, this.#tallies);
  }

  /** Plan for counting requests of a route; null if the route has no caps. */
  plan(route: Pick<Route, 'method' | 'path' | 'caps'>): Plan | null {
    return planOf(route, this.#rows);
  }

  /** Clients that a request without a proven account counts for. */
  byOrigin(origin: Origin): readonly Client[] {
    return this.#clients.byOrigin(origin, this.#options.clock());
  }

  /** Clients that a request of a proven account counts for. `origin` is null if only the account counts. */
  byAccount(account: string, origin: Origin | null): readonly Client[] {
    return this.#clients.byAccount(account, origin, this.#options.clock());
  }

  /**
   * Counts a request and returns true if there is room, otherwise does nothing. `weight` is the number of orders it
   * carries.
   */
  pass(clients: readonly Client[], plan: Plan, weight = 1): boolean {
    const now = this.#options.clock();
    for (const client of clients) if (!isOpen(client, plan, weight, now, null)) return false;
    count(clients, plan, weight, now);
    return true;
  }

  /** Lets a request pass that cannot wait, or refuses it with a retry time. */
  admit(clients: readonly Client[], plan: Plan, weight = 1): Refusal | null {
    if (this.pass(clients, plan, weight)) return null;
    const now = this.#options.clock();
    return this.#lines.refuse(clients, plan, weight, now, roomFor(clients, plan, weight, now).row);
  }

  /**
   * Lets clients at an address open an account, or refuses with a retry time. Besides the row of the table, they share
   * the venue's total.
   */
  admitNewcomer(clients: readonly Client[]): Refusal | null {
    const plan = this.#newcomersPlan;
    if (plan === null) return null;
    const [row] = plan.rows as [Row];
    const now = this.#options.clock();
    const refusal = this.#newcomers.refusal(clients, row, now);
    if (refusal !== null) {
      this.#tallies.refused(row);
      return refusal;
    }
    const over = this.admit(clients, plan);
    if (over === null) this.#newcomers.count(now);
    return over;
  }

  /** Queues a request that could not pass. `conclude` is called once, later, unless the request leaves. */
  wait(
    clients: readonly Client[],
    plan: Plan,
    weight: number,
    conclude: (refusal: Refusal | null) => void,
  ): Waiting | Refusal {
    const now = this.#options.clock();
    const { waitMsMax } = this.#bounds;
    const { at, row } = roomFor(clients, plan, weight, now);
    const mayWait = at - now <= waitMsMax && this.#lines.hasPlace(clients, plan.lane);
    if (!mayWait) return this.#lines.refuse(clients, plan, weight, now, row);
    this.#tallies.waited(row);
    const waiter: Waiter = { clients, plan, weight, deadline: now + waitMsMax, conclude };
    this.#lines.add(waiter);
    for (const client of clients) this.#lines.serve(client, now);
    return { kind: 'waiting', leave: () => this.#lines.leave(waiter) };
  }

  /**
   * Counts work that is already done in the row in which the plan counts by weight, even beyond the cap. Later requests
   * wait until it has left the window.
   */
  charge(clients: readonly Client[], plan: Plan, weight: number): void {
    charge(clients, plan, weight, this.#options.clock());
  }

  /**
   * Seconds until a client that was charged beyond its cap may continue, in the row in which the plan counts by weight;
   * null if the client is within its cap.
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

  /** Takes tokens from an account's bucket, if it has as many. */
  take(account: string, tier: RateTier, kind: TierCost['bucket'], tokens: number): BucketState {
    return this.#withBucket(account, tier, kind, (bucket, now) => bucket.take(tier[kind], tokens, now));
  }

  /** Takes tokens for orders that are cancelled already; the state is that of the next cancel. */
  debit(account: string, tier: RateTier, tokens: number): BucketState {
    return this.#withBucket(account, tier, 'cancel', (bucket, now) =>
      bucket.debit(tier.cancel, tokens, tier.allowsDebt, now),
    );
  }

  #withBucket<Result>(
    account: string,
    tier: RateTier,
    kind: TierCost['bucket'],
    use: (bucket: TokenBucket, now: number) => Result,
  ): Result {
    const now = this.#options.clock();
    const client = this.#clients.ownOf(account, now);
    client.buckets[kind] ??= new TokenBucket(tier[kind], now);
    const bucket = client.buckets[kind];
    const result = use(bucket, now);
    // A client that is forgotten comes back with full buckets.
    client.keepUntil = Math.max(client.keepUntil, bucket.fullAt(tier[kind]));
    return result;
  }

  /** Value of `RateLimit`: the room left in the rows of a plan, for the client with the least. */
  remaining(clients: readonly Client[], plan: Plan): string {
    return remainingText(clients, plan, this.#options.clock());
  }

  /**
   * Refusal with a retry time if an account, its address or its network has exceeded the journal budget; null
   * otherwise.
   */
  overJournalBudget(clients: readonly Client[]): Refusal | null {
    const now = this.#options.clock();
    let at = Number.NEGATIVE_INFINITY;
    for (const client of clients) at = Math.max(at, client.journalRoomAt(now));
    if (at === Number.NEGATIVE_INFINITY) return null;
    return { kind: 'refused', retryAfterSeconds: Math.max(1, Math.ceil((at - now) / 1000)) };
  }

  /** Adds to the journal usage of an account, its last address and its network. */
  countJournaled(account: string, bytes: number): void {
    const own = this.#clients.account(account);
    if (own === undefined) return;
    const now = this.#options.clock();
    for (const client of [own, ...own.origin]) {
      client.journaled.add(bytes, now);
      client.keepUntil = Math.max(client.keepUntil, now + JOURNAL_KEPT_MS);
    }
  }

  /** Reports the counts since the last flush and the number of remembered clients to the metrics. */
  flush(metrics: Metrics): void {
    this.#tallies.flush(metrics);
    for (const kind of ['account', 'address', 'network'] as const) {
      metrics.setCapClients(kind, this.#clients.size(kind));
    }
  }

  /** Memory of all clients' logs in bytes; slow, for tests. */
  logBytes(): number {
    let bytes = 0;
    for (const client of this.#clients) bytes += client.bytes;
    return bytes;
  }
}
