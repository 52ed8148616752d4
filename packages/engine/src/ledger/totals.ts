/** Running sums over the whole venue, from which conservation is checked after every command in O(1). */
import type { CatalogEvent, Market } from '../market/market.ts';
import type { Micros } from '../units/micros.ts';

export interface Totals {
  /** Collateral free in wallets. */
  free: Micros;
  /** Collateral held by open orders. */
  held: Micros;
  /** The venue's fee account. */
  fees: Micros;
  /**
   * What is locked under the pairs of all markets less what conversions paid ahead. The two may each be a multiple of
   * the collateral in the venue; their difference never is.
   */
  backing: Micros;
  /** Everything in the venue: deposits - withdrawals. */
  collateral: Micros;
  /** Everything that ever came in and went out. They only grow, past what a double holds exactly. */
  deposits: bigint;
  withdrawals: bigint;
}

/** Collateral locked under outstanding pairs of all markets, in micros. O(markets). */
export function totalLocked(markets: readonly Readonly<Market>[]): bigint {
  return markets.reduce((sum, { locked }) => sum + BigInt(locked), 0n);
}

/** Collateral that negative-risk conversions paid out ahead of resolution, in micros. O(events). */
export function totalAdvanced(catalogEvents: Iterable<Readonly<CatalogEvent>>): bigint {
  let sum = 0n;
  for (const { advanced } of catalogEvents) sum += advanced;
  return sum;
}

/** Conservation: free + held + fees + locked - advanced = deposits - withdrawals. */
export function isConserved({ free, held, fees, backing, collateral }: Readonly<Totals>): boolean {
  // Exact: a sum that is right is at most MICROS_MAX, and one past 2^53 cannot round to what it should be.
  return free + held + fees + backing === collateral;
}
