/**
 * Timers of the exchange: queues of expiring orders, closing markets and armed API keys, and the look-up of due work.
 * The queues are owned by `State`; only `apply` changes them.
 */
import type { OpenOrder } from './orders/open-orders.ts';
import { RULES_VERSION } from './rules.ts';
import type { AccountId, MarketId, OrderNumber } from './units/units.ts';

/** Minimum number of stale seconds before a cleanup. */
const GONE_MIN = 64;

/**
 * Open GTD orders, or keys, by the second in which they expire. Buckets by second and a binary heap of the used seconds,
 * so that peeking changes nothing and `decide` may do it.
 */
export class ExpiryQueue<Item extends { readonly expiration: number } = OpenOrder> {
  readonly #buckets = new Map<number, Set<Item>>();
  /**
   * Min-heap of seconds. It may contain stale seconds, up to about as many as there are buckets, but never at its top.
   */
  #heap: number[] = [];

  add(order: Item): void {
    const bucket = this.#buckets.get(order.expiration);
    if (bucket !== undefined) {
      bucket.add(order);
      return;
    }
    this.#buckets.set(order.expiration, new Set([order]));
    this.#push(order.expiration);
  }

  remove(order: Item): void {
    const bucket = this.#buckets.get(order.expiration);
    if (bucket === undefined) return;
    bucket.delete(order);
    if (bucket.size > 0) return;
    this.#buckets.delete(order.expiration);
    while (this.#heap.length > 0 && !this.#buckets.has(this.#heap[0] as number)) this.#pop();
    if (this.#heap.length > 2 * this.#buckets.size + GONE_MIN) this.#forgetGone();
  }

  /** Removes stale seconds, which orders placed and cancelled pile up. A sorted array is a heap. */
  #forgetGone(): void {
    this.#heap = [...this.#buckets.keys()].sort((a, b) => a - b);
  }

  /** Earliest expiration in Unix seconds, or null. */
  next(): number | null {
    return this.#heap[0] ?? null;
  }

  /** Up to `limit` orders of the earliest second, if that is at or before `nowSeconds`; oldest first. */
  due(nowSeconds: number, limit: number): Item[] {
    const second = this.#heap[0];
    if (second === undefined || second > nowSeconds) return [];
    const orders: Item[] = [];
    for (const order of this.#buckets.get(second) ?? []) {
      if (orders.length >= limit) break;
      orders.push(order);
    }
    return orders;
  }

  #push(second: number): void {
    const heap = this.#heap;
    let at = heap.push(second) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((heap[parent] as number) <= second) break;
      heap[at] = heap[parent] as number;
      at = parent;
    }
    heap[at] = second;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop() as number;
    if (heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && (heap[child + 1] as number) < (heap[child] as number)) child++;
      if ((heap[child] as number) >= last) break;
      heap[at] = heap[child] as number;
      at = child;
    }
    heap[at] = last;
  }
}

type Closing = { readonly closeTimeMs: number; readonly market: MarketId };

/**
 * Markets whose trading, or whose proposal, is still to end, by that time and then by number; also those that are still
 * to open, by opening time. A sorted array: due markets are at its
 * front, peeking changes nothing, and inserting or removing moves the rest, which happens rarely.
 */
export class CloseQueue {
  readonly #closings: Closing[] = [];

  get size(): number {
    return this.#closings.length;
  }

  /** Earliest closing time in Unix milliseconds, or null. */
  next(): number | null {
    return this.#closings[0]?.closeTimeMs ?? null;
  }

  /** Up to `limit` markets that have reached their closing time, earliest first. */
  due(nowMs: number, limit: number): MarketId[] {
    const due: MarketId[] = [];
    for (const { closeTimeMs, market } of this.#closings) {
      if (closeTimeMs > nowMs || due.length >= limit) break;
      due.push(market);
    }
    return due;
  }

  add(market: MarketId, closeTimeMs: number): void {
    this.#closings.splice(this.#placeOf(market, closeTimeMs), 0, { market, closeTimeMs });
  }

  /** Removes a market; false if it was not queued for that time. */
  remove(market: MarketId, closeTimeMs: number): boolean {
    const place = this.#placeOf(market, closeTimeMs);
    const found = this.#closings[place];
    if (found?.market !== market || found.closeTimeMs !== closeTimeMs) return false;
    this.#closings.splice(place, 1);
    return true;
  }

  /** Index of the market, or where it would be inserted. */
  #placeOf(market: MarketId, closeTimeMs: number): number {
    let low = 0;
    let high = this.#closings.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const at = this.#closings[middle] as Closing;
      const isBefore = at.closeTimeMs < closeTimeMs || (at.closeTimeMs === closeTimeMs && at.market < market);
      if (isBefore) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

export interface ArmedKey {
  readonly account: AccountId;
  readonly apiKey: string;
  /** Id that the next heartbeat has to send. */
  heartbeatId: string;
  /** Unix milliseconds; from then on the heartbeat counts as missed. */
  deadlineMs: number;
}

interface Link extends ArmedKey {
  previous: Link | null;
  next: Link | null;
}

/** Orders of a key that are to be cancelled: those with numbers below `ordersBefore`. */
export type Sweep = { readonly account: AccountId; readonly apiKey: string; readonly ordersBefore: OrderNumber };

/** Plain-data form for snapshots, each list in its order. */
export type HeartbeatsSnapshot = { readonly armed: readonly ArmedKey[]; readonly sweeps: readonly Sweep[] };

/**
 * Armed API keys by deadline, and keys with a missed heartbeat whose orders are being cancelled. Every heartbeat grants
 * the same period and time never goes back, so the order of the last heartbeats is the order of the deadlines. A linked
 * list therefore serves as the queue, and receiving, missing and finding due heartbeats cost O(1).
 */
export class Heartbeats {
  readonly #byKey = new Map<string, Link>();
  #first: Link | null = null;
  #last: Link | null = null;
  readonly #sweeps = new Map<string, Sweep>();

  /** Number of armed keys. */
  get size(): number {
    return this.#byKey.size;
  }

  /** Number of keys with orders left to cancel. */
  get sweepCount(): number {
    return this.#sweeps.size;
  }

  get(apiKey: string): Readonly<ArmedKey> | null {
    return this.#byKey.get(apiKey) ?? null;
  }

  /** Earliest deadline in Unix milliseconds, or null. */
  nextDeadlineMs(): number | null {
    return this.#first?.deadlineMs ?? null;
  }

  /** Armed keys, earliest deadline first. They must not change during iteration. */
  *armed(): Generator<Readonly<ArmedKey>, void, undefined> {
    for (let link = this.#first; link !== null; link = link.next) yield link;
  }

  /** Sweeps, longest waiting first. They must not change during iteration. */
  sweeps(): Iterable<Sweep> {
    return this.#sweeps.values();
  }

  /** Arms a key or restarts its period. `deadlineMs` must not be before the deadline of any other key. */
  receive({ account, apiKey, heartbeatId, deadlineMs }: Readonly<ArmedKey>): void {
    const known = this.#byKey.get(apiKey);
    const link = known ?? { account, apiKey, heartbeatId, deadlineMs, previous: null, next: null };
    if (known === undefined) this.#byKey.set(apiKey, link);
    else this.#unlink(link);
    link.heartbeatId = heartbeatId;
    link.deadlineMs = deadlineMs;
    link.previous = this.#last;
    if (this.#last === null) this.#first = link;
    else this.#last.next = link;
    this.#last = link;
  }

  /** Gives every armed key the same deadline, which must not be before any of theirs. */
  renew(deadlineMs: number): void {
    for (let link = this.#first; link !== null; link = link.next) link.deadlineMs = deadlineMs;
  }

  /** Disarms a key; false if it was not armed. */
  disarm(apiKey: string): boolean {
    const link = this.#byKey.get(apiKey);
    if (link === undefined) return false;
    this.#unlink(link);
    return this.#byKey.delete(apiKey);
  }

  /**
   * Starts a sweep. If the key misses again before its orders are gone, it keeps its place and gets the later bound.
   */
  startSweep(sweep: Sweep): void {
    this.#sweeps.set(sweep.apiKey, sweep);
  }

  /** Ends a sweep; false if there was none. */
  endSweep(apiKey: string): boolean {
    return this.#sweeps.delete(apiKey);
  }

  snapshot(): HeartbeatsSnapshot {
    const armed = [...this.armed()].map(({ account, apiKey, heartbeatId, deadlineMs }) => ({
      account,
      apiKey,
      heartbeatId,
      deadlineMs,
    }));
    return { armed, sweeps: [...this.#sweeps.values()].map((sweep) => ({ ...sweep })) };
  }

  static restore({ armed, sweeps }: HeartbeatsSnapshot): Heartbeats {
    const heartbeats = new Heartbeats();
    for (const key of armed) heartbeats.receive(key);
    for (const sweep of sweeps) heartbeats.startSweep({ ...sweep });
    return heartbeats;
  }

  #unlink(link: Link): void {
    const { previous, next } = link;
    if (previous === null) this.#first = next;
    else previous.next = next;
    if (next === null) this.#last = previous;
    else next.previous = previous;
    link.previous = null;
    link.next = null;
  }
}

/** Calls `add` with every fact that affects decisions, including positions in the queues, for the state hash. */
export function heartbeatFacts(
  heartbeats: Readonly<Heartbeats>,
  add: (...facts: readonly (string | number)[]) => void,
): void {
  let place = 0;
  for (const { apiKey, account, heartbeatId, deadlineMs } of heartbeats.armed()) {
    add('armed', place++, apiKey, account, heartbeatId, deadlineMs);
  }
  place = 0;
  for (const { apiKey, account, ordersBefore } of heartbeats.sweeps()) {
    add('sweep', place++, apiKey, account, ordersBefore);
  }
}

/** Parts of the state from which the exchange's own commands follow. */
interface Timed {
  readonly timeMs: number;
  readonly rules: number;
  readonly expiries: ExpiryQueue;
  readonly closings: CloseQueue;
  readonly proposals: CloseQueue;
  readonly draining: ReadonlySet<MarketId>;
  readonly settling: ReadonlySet<MarketId>;
  readonly heartbeats: Heartbeats;
  readonly keys: { readonly ends: Pick<ExpiryQueue, 'next'> };
  readonly asking: { readonly openings: Pick<CloseQueue, 'next'> };
  readonly houses: { readonly due: { readonly size: number } };
  readonly rights: { readonly sweeping: { readonly size: number } };
}

/** True if a sequencer of this program has to issue `AdoptRules` first. */
export function rulesAreDue({ rules }: Timed): boolean {
  return rules < RULES_VERSION;
}

/** Expiration of the next open order, in Unix seconds, or null. */
export function nextExpiration(state: Timed): number | null {
  return state.expiries.next();
}

/** True if `EndTrading` has something to do at `timeMs`. O(1). */
export function endOfTradingIsDue({ closings, draining }: Timed, timeMs: number): boolean {
  return draining.size > 0 || isDue(closings.next(), timeMs);
}

/** True if `ConfirmResults` has something to do at `timeMs`. O(1). */
export function resultsAreDue({ proposals }: Timed, timeMs: number): boolean {
  return isDue(proposals.next(), timeMs);
}

/** True if `OpenTrading` has something to do at `timeMs`. O(1). */
export function openingIsDue({ asking }: Timed, timeMs: number): boolean {
  return isDue(asking.openings.next(), timeMs);
}

/** True if `EndKeys` has something to do at `timeMs`. O(1). */
export function endOfKeysIsDue({ keys }: Timed, timeMs: number): boolean {
  const seconds = keys.ends.next();
  return seconds !== null && seconds * 1000 <= timeMs;
}

/** True if `SweepSuspended` has something to do. O(1). */
export function sweepIsDue({ rights }: Timed): boolean {
  return rights.sweeping.size > 0;
}

/** True if quotes of the house must follow the last entry before the next command. */
export function quotesAreDue({ houses }: Timed): boolean {
  return houses.due.size > 0;
}

/** True if `ExpireHeartbeats` has something to do at `timeMs`. O(1). */
export function heartbeatsAreDue({ heartbeats }: Timed, timeMs: number): boolean {
  return heartbeats.sweepCount > 0 || isDue(heartbeats.nextDeadlineMs(), timeMs);
}

const isDue = (dueMs: number | null, timeMs: number): boolean => dueMs !== null && dueMs <= timeMs;

/**
 * Due time of the exchange's next own command, in Unix milliseconds: the state's own time if one is already due; null
 * if only users will change anything. O(1).
 */
export function nextTimerMs(state: Timed): number | null {
  const { asking, closings, draining, expiries, heartbeats, keys, proposals, settling, timeMs } = state;
  if (draining.size > 0 || settling.size > 0 || heartbeats.sweepCount > 0 || sweepIsDue(state)) return timeMs;
  const [expiry, end] = [expiries.next(), keys.ends.next()];
  const ofOrders = expiry === null ? null : expiry * 1000;
  const ofKeys = end === null ? null : end * 1000;
  const ofMarkets = [closings.next(), asking.openings.next(), proposals.next()];
  const times = [ofOrders, ofKeys, ...ofMarkets, heartbeats.nextDeadlineMs()];
  const next = Math.min(...times.map((time) => time ?? Number.POSITIVE_INFINITY));
  return next === Number.POSITIVE_INFINITY ? null : Math.max(timeMs, next);
}

/** The market whose settlement has waited longest, or null. */
export function nextSettlement(state: Timed): MarketId | null {
  for (const market of state.settling) return market;
  return null;
}
