/**
 * Machine facilities that no command or entry can supply: the time, timers, random numbers that cannot be guessed, and
 * channels to other parts. Parts receive them from the code that assembles them; only `runtime/` takes them from the
 * process. So the same parts run on real time and threads, or in one thread on a manual clock.
 */

export interface Clock {
  /** Milliseconds since 1970; may leap. */
  wallMs(): number;
  /** Milliseconds since an arbitrary moment, the same for all threads; never leaps, may pause while the machine sleeps. */
  monotonicMs(): number;
  /** Milliseconds since the machine booted, sleep included. Costly to read. */
  sinceBootMs(): number;
}

/** Cancels a timer; a no-op once the timer is over. */
export type Cancel = () => void;

export interface Timers {
  /** Calls back once, after at least this many milliseconds. */
  after(delayMs: number, callback: () => void): Cancel;
  /** Calls back repeatedly, about this many milliseconds apart. */
  every(intervalMs: number, callback: () => void): Cancel;
  /** Calls back once, as soon as the current work, and everything that has arrived meanwhile, is done. */
  soon(callback: () => void): void;
}

/** Resolves after one turn: everything that has arrived meanwhile goes first. */
export function turn(timers: Timers): Promise<void> {
  return new Promise((resolve) => timers.soon(resolve));
}

/** Random values that must not be guessed or shared. Values that can be derived are derived instead. */
export interface Randomness {
  bytes(count: number): Uint8Array;
  /** A whole number from 0 to `bound` - 1; `bound` is at most 2^48 - 1. */
  below(bound: number): number;
  /** A version 4 UUID. */
  uuid(): string;
}

export interface Runtime {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Randomness;
}

/** One end of a channel to another part: messages arrive there in order, and not before the sender has returned. */
export interface Channel<Sent, Received> {
  /** `memory` that the message refers to is transferred where possible: this end may not use it afterwards. */
  send(message: Sent, memory?: readonly ArrayBuffer[]): void;
  /** Hands over messages that have arrived and those still to come. At most one receiver. */
  receive(take: (message: Received) => void): void;
  /** Hands over at once everything that has arrived already. */
  drain(): void;
  /** Nothing arrives any more after this call. */
  close(): void;
}
