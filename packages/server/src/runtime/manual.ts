/**
 * A runtime in which nothing happens by itself: time stands still until it is moved, timers fire in the order of their
 * time, and randomness follows from a seed. The same moves give the same run. For tests and simulations.
 */
import { setImmediate } from 'node:timers/promises';
import type { Cancel, Channel, Clock, Randomness, Runtime, Timers } from '../ports/runtime.ts';

interface Waiting {
  readonly atMs: number;
  readonly callback: () => void;
}

/** How often work may cause more work at one moment before that counts as never ending. */
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

  /** Moves time on, and runs on the way what is due, each at its own moment. */
  async advance(ms: number): Promise<void> {
    const endMs = this.#monotonicMs + ms;
    await this.settle();
    for (let next = this.#next(endMs); next !== null; next = this.#next(endMs)) {
      this.#moveTo(next.atMs);
      this.#waiting = this.#waiting.filter((other) => other !== next);
      next.callback();
      await this.settle();
    }
    this.#moveTo(endMs);
  }

  /** Runs everything that is to happen soon, and what comes of it, without moving time. */
  async settle(): Promise<void> {
    for (let turns = 0; turns < TURNS_MAX; turns++) {
      // What awaits goes on first, as it does between two turns of an event loop.
      await setImmediate();
      const soon = this.#soon.splice(0);
      if (soon.length === 0) return;
      for (const callback of soon) callback();
    }
    throw new Error('work at one moment never ends');
  }

  /** Someone sets the wall clock. */
  setWall(byMs: number): void {
    this.#wallMs += byMs;
  }

  /** The machine sleeps: only the monotonic clock does not notice. */
  sleep(ms: number): void {
    this.#wallMs += ms;
    this.#sleptMs += ms;
  }

  /** Both ends of a channel between two parts of this runtime. Messages are cloned, as between threads. */
  channel<Left, Right>(): readonly [Channel<Left, Right>, Channel<Right, Left>] {
    const left = new ManualEnd<Left, Right>(this.timers);
    const right = new ManualEnd<Right, Left>(this.timers);
    left.join(right);
    right.join(left);
    return [left, right];
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

  /** The first timer until then; of several at one moment the one that was set first. */
  #next(endMs: number): Waiting | null {
    let next: Waiting | null = null;
    for (const waiting of this.#waiting) {
      if (waiting.atMs <= endMs && (next === null || waiting.atMs < next.atMs)) next = waiting;
    }
    return next;
  }
}

class ManualEnd<Sent, Received> implements Channel<Sent, Received> {
  readonly #timers: Timers;
  #other: ManualEnd<Received, Sent> | null = null;
  #arrived: Received[] = [];
  #take: ((message: Received) => void) | null = null;

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  join(other: ManualEnd<Received, Sent>): void {
    this.#other = other;
  }

  send(message: Sent): void {
    const other = this.#other;
    if (other === null) return;
    other.#arrived.push(structuredClone(message));
    this.#timers.soon(() => other.drain());
  }

  receive(take: (message: Received) => void): void {
    this.#take = take;
    if (this.#arrived.length > 0) this.#timers.soon(() => this.drain());
  }

  drain(): void {
    const take = this.#take;
    if (take === null) return;
    for (const message of this.#arrived.splice(0)) take(message);
  }

  close(): void {
    this.#take = null;
    this.#arrived = [];
    if (this.#other !== null) this.#other.#other = null;
    this.#other = null;
  }
}

/** Mulberry32: enough for a run that can be repeated, and no secret. */
function seededRandomness(seed: number): Randomness {
  let state = seed >>> 0;
  const next32 = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const bytes = (count: number): Uint8Array => Uint8Array.from({ length: count }, () => next32() & 0xff);
  return {
    bytes,
    below: (bound) => Math.floor(((next32() & 0xffff) * 2 ** 32 + next32()) % bound),
    uuid: () => {
      const hex = [...bytes(16)].map((byte, index) => {
        const set = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
        return set.toString(16).padStart(2, '0');
      });
      return [hex.slice(0, 4), hex.slice(4, 6), hex.slice(6, 8), hex.slice(8, 10), hex.slice(10)]
        .map((part) => part.join(''))
        .join('-');
    },
  };
}
