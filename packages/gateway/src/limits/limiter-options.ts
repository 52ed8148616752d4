/** Options and bounds of a limiter. */
import type { CapTable } from '@bellwether/contract';
import type { Randomness } from '@bellwether/ports/runtime.ts';

export interface LimiterOptions {
  readonly caps: CapTable;
  /** Monotonic clock in milliseconds. */
  readonly clock: () => number;
  /** Source of the secret value that decides which clients share a count when a table is full. */
  readonly random: Randomness;
  /** Calls back once after at least `delayMs`. Returns a function that cancels the callback. */
  readonly schedule: (delayMs: number, callback: () => void) => () => void;
  readonly bounds?: Partial<LimiterBounds>;
}

export interface LimiterBounds {
  /** Longest wait for room in milliseconds. */
  readonly waitMsMax: number;
  /** Maximum waiting requests per client and lane. */
  readonly waitingPerClientMax: number;
  /** Maximum waiting requests of all clients per lane. */
  readonly waitingMax: number;
  readonly accountsMax: number;
  /** Maximum number of remembered addresses, and of remembered networks. */
  readonly addressesMax: number;
  /** Maximum number of remembered addresses of one network; further addresses share a count. */
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
