/** A market as the house traders see it. */
import { formatPrice, isTick, type Terms } from '@bellwether/sdk';

export interface HouseMarket {
  readonly conditionId: string;
  readonly slug: string;
  /** Token ids of the first (YES) and second (NO) outcome. */
  readonly tokens: readonly [string, string];
  /** Tick size in 1/10000. */
  readonly tick: number;
  /** Smallest resting order in whole shares. */
  readonly minimumShares: number;
  /** Taker fee rate in 1/10000. */
  readonly feeRate: number;
  readonly negRisk: boolean;
  /** Event whose markets share one winner, the same for all of them; '' for other markets. */
  readonly event: string;
}

/** The terms in the SDK's form, so that the SDK need not ask the venue; null for an unknown tick. */
export function houseTerms(market: HouseMarket): Terms | null {
  const tick = formatPrice(BigInt(market.tick));
  return isTick(tick) ? { tick, minimumSize: String(market.minimumShares), negRisk: market.negRisk } : null;
}
