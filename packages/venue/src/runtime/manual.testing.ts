/**
 * A runtime with a manual clock: timers fire in the order of their time, and randomness follows from a seed. The same
 * moves give the same run. For tests and simulations.
 */
import { setImmediate } from 'node:timers/promises';
import type { Cancel, Channel, Clock, Randomness, Runtime, Timers } from '@bellwether/ports/runtime.ts';
import { DirectChannel } from './channels.ts';
import { seededRandomness } from './seeded-randomness.ts';

interface Waiting {
  readonly atMs: number;
  readonly callback: () => void;
}

/** Rounds of work at one moment before it counts as endless. */
const TURNS_MAX = 1_000_000;

export class ManualRuntime implements Runtime {
  #wallMs: number;
  #monotonicMs = 0;
  #sleptMs = 0;
  #waiting: Waiting[] = [];
  #soon: (() => void)[] = [];
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Randomness;

  constructor({ wallMs = Date.UTC(2026, 0, 1), seed = 1 } = {}) {
    this.#wallMs = wallMs;
    this.clock = {
      wallMs: () => this.#wallMs,
      monotonicMs: () => this.#monotonicMs,
      sinceBootMs: () => this.#monotonicMs + this.#sleptMs,
    };
    this.timers = {
      after: (delayMs, callback) => this.#at(this.#monotonicMs + Math.max(0, delayMs), callback),
      every: (intervalMs, callback) => this.#every(intervalMs, callback),
      soon: (callback) => void this.#soon.push(callback),
    };
    this.random = seededRandomness(seed);
  }

  /** Advances time, and runs due timers on the way, each at its own moment. */
  async advance(ms: number): Promise<void> {
    const endMs = this.#monotonicMs + ms;
    await this.runPending();
    for (let next = this.#next(endMs); next !== null; next = this.#next(endMs)) {
      this.#moveTo(next.atMs);
      this.#waiting = this.#waiting.filter((other) => other !== next);
      next.callback();
      await this.runPending();
    }
    this.#moveTo(endMs);
  }

  /** Runs everything scheduled for soon, and its consequences, without advancing time. */
  async runPending(): Promise<void> {
    for (let turns = 0; turns < TURNS_MAX; turns++) {
      // Awaiting code continues first, as between two turns of an event loop.
      await setImmediate();
      const soon = this.#soon.splice(0);
      if (soon.length === 0) return;
      for (const callback of soon) callback();
    }
    throw new Error('work at one moment never ends');
  }

  /** Changes the wall clock, as a user would. */
  setWall(byMs: number): void {
    this.#wallMs += byMs;
  }

  /** Suspends the machine: wall clock and time since boot continue, the monotonic clock does not. */
  sleep(ms: number): void {
    this.#wallMs += ms;
    this.#sleptMs += ms;
  }

  /** Returns both ends of a channel between two parts of this runtime. Messages are cloned, as between threads. */
  channel<Left, Right>(): readonly [Channel<Left, Right>, Channel<Right, Left>] {
    return DirectChannel.pair<Left, Right>(this.timers);
  }

  #moveTo(atMs: number): void {
    this.#wallMs += atMs - this.#monotonicMs;
    this.#monotonicMs = atMs;
  }

  #at(atMs: number, callback: () => void): Cancel {
    const waiting = { atMs, callback };
    this.#waiting.push(waiting);
    return () => {
      this.#waiting = this.#waiting.filter((other) => other !== waiting);
    };
  }

  #every(intervalMs: number, callback: () => void): Cancel {
    let cancel: Cancel = () => undefined;
    const again = (): void => {
      cancel = this.#at(this.#monotonicMs + Math.max(1, intervalMs), () => {
        again();
        callback();
      });
    };
    again();
    return () => cancel();
  }

  /** The next timer due by `endMs`; at equal times, the one set first. */
  #next(endMs: number): Waiting | null {
    let next: Waiting | null = null;
    for (const waiting of this.#waiting) {
      if (waiting.atMs <= endMs && (next === null || waiting.atMs < next.atMs)) next = waiting;
    }
    return next;
  }
}
