/**
 * What the machine gives a part and no command or entry can: the time, a wake-up later, numbers that no one can guess, and
 * a way to another part. Parts get it from the code that puts them together; only `runtime/` takes it from the process. So the
 * same parts run on real time and threads, or in one thread on a time that is moved by hand.
 */

export interface Clock {
  /** Milliseconds since 1970; may leap. */
  wallMs(): number;
  /** Milliseconds since any moment, the same for all threads; never leaps, may stand still while the machine sleeps. */
  monotonicMs(): number;
  /** Milliseconds since the machine booted, sleep included. Costly to read. */
  sinceBootMs(): number;
}

/** Takes a timer back; harmless when it is over. */
export type Cancel = () => void;

export interface Timers {
  /** Once, after at least so many milliseconds. */
  after(delayMs: number, callback: () => void): Cancel;
  /** Again and again, about so many milliseconds apart. */
  every(intervalMs: number, callback: () => void): Cancel;
  /** Once, as soon as what the part is doing, and what has arrived meanwhile, is done. */
  soon(callback: () => void): void;
}

/** Resolves after one turn: whatever has arrived meanwhile goes first. */
export function turn(timers: Timers): Promise<void> {
  return new Promise((resolve) => timers.soon(resolve));
}

/** For what must not be guessed or shared. What can be derived is derived. */
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

/** One end of the way to another part: what is sent arrives there in order, and not before the sender has returned. */
export interface Channel<Sent, Received> {
  /** `memory` that the message refers to goes with it where that is possible: this end may not use it any more. */
  send(message: Sent, memory?: readonly ArrayBuffer[]): void;
  /** Hands over what arrives from now on, and what has arrived before. One receiver at most. */
  receive(take: (message: Received) => void): void;
  /** Hands over at once what has arrived already. */
  drain(): void;
  /** Nothing arrives any more. */
  close(): void;
}
