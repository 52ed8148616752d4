/** The first result of an accepted order: what a repeated placement answers. */
import type { Micros } from '../units/micros.ts';

export interface OrderResult {
  /** `live`: rested with nothing matched; `matched`: something matched at once. */
  readonly status: 'live' | 'matched';
  /** What the caller gave at once: collateral for BUY, shares for SELL, before fee; 0 when live. */
  readonly making: Micros;
  /** What the caller got at once: shares for BUY, collateral for SELL, before fee; 0 when live. */
  readonly taking: Micros;
  /** Sequence of the entry that accepted the order; also the number of its trade when matched. */
  readonly sequence: number;
}
