/** One address over all its connections: its work in progress, unread answers and refusals. */
import type { Origin } from '../../limits/clients.ts';
import type { Timers } from '../../ports/runtime.ts';

/** Refusals of one address that are answered without a pause, per second. */
export const REFUSALS_PER_SECOND = 200;
/** A protocol error counts as this many refusals: it costs a connection and often a handshake. */
export const BROKEN_COUNTS = 20;
/** Longest pause until the next connection has its turn. */
const PAUSE_MS_MAX = 1_000;

const LEVEL_MAX = REFUSALS_PER_SECOND + (REFUSALS_PER_SECOND * PAUSE_MS_MAX) / 1_000;

/** A connection that waits for its turn or for room. */
export interface Waiting {
  goOn(): void;
}

interface RefusalsOptions {
  /** Clock in monotonic milliseconds. */
  readonly clock: () => number;
  readonly timers: Pick<Timers, 'after'>;
}

/**
 * Tracks requests over their caps from one address. Refusing costs this thread time, too. Above a fixed rate, refused
 * and new connections of the address are read from one after another, a little each, and no faster than that rate. This
 * slows their clients down without an error.
 */
export class Refusals {
  readonly #options: RefusalsOptions;
  readonly #resting = new Set<Waiting>();
  #isTimed = false;
  #level = 0;
  #countedMs = 0;

  constructor(options: RefusalsOptions) {
    this.#options = options;
  }

  count(times = 1): void {
    this.#level = Math.min(LEVEL_MAX, this.#levelNow() + times);
    this.#countedMs = this.#options.clock();
  }

  /** True if refusals exceed the rate that is answered without a pause. */
  get isOver(): boolean {
    return this.#levelNow() > REFUSALS_PER_SECOND;
  }

  /** True at more than half of that rate: reads should then bring in few requests at a time. */
  get isNear(): boolean {
    return this.#levelNow() > REFUSALS_PER_SECOND / 2;
  }

  /** True if no refusals are left to remember. */
  get isForgotten(): boolean {
    return this.#levelNow() === 0;
  }

  /** Suspends a connection until its turn. */
  rest(connection: Waiting): void {
    this.#resting.add(connection);
    this.#schedule();
  }

  isResting(connection: Waiting): boolean {
    return this.#resting.has(connection);
  }

  /** Removes a connection that has closed. */
  leave(connection: Waiting): void {
    this.#resting.delete(connection);
  }

  #levelNow(): number {
    // Most addresses were never refused, and every request calls this several times.
    if (this.#level === 0) return 0;
    const level = this.#level - ((this.#options.clock() - this.#countedMs) * REFUSALS_PER_SECOND) / 1_000;
    if (level > 0) return level;
    this.#level = 0;
    return 0;
  }

  #schedule(): void {
    if (this.#isTimed || this.#resting.size === 0) return;
    this.#isTimed = true;
    const pauseMs = ((this.#levelNow() - REFUSALS_PER_SECOND) * 1_000) / REFUSALS_PER_SECOND;
    this.#options.timers.after(Math.max(1, Math.ceil(pauseMs)), () => {
      this.#isTimed = false;
      this.#serve();
    });
  }

  #serve(): void {
    while (!this.isOver) {
      const [next] = this.#resting;
      if (next === undefined) return;
      this.#resting.delete(next);
      // A turn counts as a refusal whatever it brings; its requests are counted when they are refused.
      this.count();
      next.goOn();
    }
    this.#schedule();
  }
}

export class Peer {
  readonly origin: Origin;
  /** True for a proxy of the operator, which speaks for many clients. It is exempt from bounds by address. */
  readonly isTrusted: boolean;
  readonly refusals: Refusals;
  /** Open connections, including those that wait for admission or for their refusal. */
  connections = 0;
  /** Connections that wait for their refusal. */
  refusing = 0;
  /** Answers in progress. */
  underWay = 0;
  /** True if so much is unread that no further expensive read starts. */
  isUnreadFull = false;
  /** Connections that wait for an answer of another connection to complete, in order of arrival. */
  readonly waiting = new Set<Waiting>();
  /** Connections whose next read waits until less is unread. */
  readonly unreading = new Set<Waiting>();

  constructor(origin: Origin, isTrusted: boolean, options: RefusalsOptions) {
    this.origin = origin;
    this.isTrusted = isTrusted;
    this.refusals = new Refusals(options);
  }

  /** The client's name in the turn queue. */
  get name(): string {
    return this.origin.address;
  }

  /** True if nothing would be lost by deleting and recreating this object. */
  get isForgotten(): boolean {
    return this.connections === 0 && this.refusing === 0 && this.refusals.isForgotten;
  }

  /** Removes a connection that has closed. */
  leave(connection: Waiting): void {
    this.waiting.delete(connection);
    this.unreading.delete(connection);
    this.refusals.leave(connection);
  }

  /** Sets whether too much is unread; if not, waiting reads continue. */
  setUnread(isFull: boolean): void {
    this.isUnreadFull = isFull;
    if (isFull) return;
    const all = [...this.unreading];
    this.unreading.clear();
    for (const connection of all) connection.goOn();
  }
}
