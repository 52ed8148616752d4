/**
 * Armed API keys by deadline, and keys with a missed heartbeat whose orders are being cancelled. Every heartbeat grants
 * the same period and time never goes back, so the order of the last heartbeats is the order of the deadlines. A linked
 * list therefore serves as the queue, and receiving, missing and finding due heartbeats cost O(1). Owned by `State`;
 * only `apply` changes it.
 */
import type { AccountId, OrderNumber } from '../units/units.ts';

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
export interface Sweep {
  readonly account: AccountId;
  readonly apiKey: string;
  readonly ordersBefore: OrderNumber;
}

/** Plain-data form for snapshots, each list in its order. */
export interface HeartbeatsSnapshot {
  readonly armed: readonly ArmedKey[];
  readonly sweeps: readonly Sweep[];
}

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
