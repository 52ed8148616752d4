/** Running sums over the whole venue, from which conservation is checked after every command in O(1). */
import type { Micros } from '../units/micros.ts';

export interface Totals {
  /** Collateral free in wallets. */
  free: Micros;
  /** Collateral held by open orders. */
  held: Micros;
  /** The venue's fee account. */
  fees: Micros;
  /** Collateral locked under outstanding pairs of all markets. */
  locked: Micros;
  /** Collateral that negative-risk conversions paid out ahead of resolution. */
  advanced: Micros;
  deposits: Micros;
  withdrawals: Micros;
}
