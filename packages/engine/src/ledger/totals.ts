/** Running sums over the whole venue, for checking conservation after every command in O(1). */
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
   * Collateral locked under the pairs of all markets, minus the advances of conversions. Each of the two may be a
   * multiple of the collateral in the venue; their difference never is.
   */
  backing: Micros;
  /** All collateral in the venue: deposits - withdrawals. */
  collateral: Micros;
  /** Lifetime sums of deposits and withdrawals. They only grow, beyond the range in which a double is exact. */
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
  // Exact: a correct sum is at most MICROS_MAX, and one past 2^53 cannot round to the correct value.
  return free + held + fees + backing === collateral;
}
