/** What a limiter is made of, and how much of it there may be. */
import type { CapTable } from '@bellwether/contract';
import type { Randomness } from '../ports/runtime.ts';

export interface LimiterOptions {
  readonly caps: CapTable;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
  /** Draws what no client may know: who shares a count when a table is full. */
  readonly random: Randomness;
  /** Calls back once after at least `delayMs`; the function it gives back undoes that. */
  readonly schedule: (delayMs: number, callback: () => void) => () => void;
  readonly bounds?: Partial<LimiterBounds>;
}

export interface LimiterBounds {
  /** Longest wait for room. */
  readonly waitMsMax: number;
  /** Requests of one client that wait, by lane. */
  readonly waitingPerClientMax: number;
  /** Requests of all clients that wait, by lane. */
  readonly waitingMax: number;
  /** Accounts remembered. */
  readonly accountsMax: number;
  /** Addresses remembered, and networks. */
  readonly addressesMax: number;
  /** Addresses of one network remembered; what is more of it shares a count. */
  readonly addressesPerNetworkMax: number;
}

export const LIMITER_BOUNDS: LimiterBounds = {
  waitMsMax: 1_000,
  waitingPerClientMax: 50,
  waitingMax: 5_000,
  accountsMax: 50_000,
  addressesMax: 50_000,
  addressesPerNetworkMax: 1_000,
};
