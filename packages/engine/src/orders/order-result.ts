/** The first result of an accepted order, which answers repeated placements. */
import type { Micros } from '../units/micros.ts';

export interface OrderResult {
  /** `live`: rested without a match; `matched`: matched at once, at least in part. */
  readonly status: 'live' | 'matched';
  /** Amount that the caller gave at once: collateral for BUY, shares for SELL, before the fee; 0 if live. */
  readonly making: Micros;
  /** Amount that the caller got at once: shares for BUY, collateral for SELL, before the fee; 0 if live. */
  readonly taking: Micros;
  /** Sequence of the entry that accepted the order; also the number of its trade if it matched. */
  readonly sequence: number;
}
