/** A market as the house traders see it. */
import { formatPrice, isTick, type Terms } from '@bellwether/sdk';

export interface HouseMarket {
  readonly conditionId: string;
  readonly slug: string;
  /** Token ids of the first (YES) and second (NO) outcome. */
  readonly tokens: readonly [string, string];
  /** In 1/10000. */
  readonly tick: number;
  /** Smallest resting order in whole shares. */
  readonly minimumShares: number;
  /** Taker fee rate in 1/10000. */
  readonly feeRate: number;
  readonly negRisk: boolean;
  /** Of an event whose markets share one winner, the same for all of them; '' elsewhere. */
  readonly event: string;
}

/** The same as the SDK wants it, which then need not ask the venue; null for a tick that it does not know. */
export function houseTerms(market: HouseMarket): Terms | null {
  const tick = formatPrice(BigInt(market.tick));
  return isTick(tick) ? { tick, minimumSize: String(market.minimumShares), negRisk: market.negRisk } : null;
}
