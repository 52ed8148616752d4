/** A market as the house traders see it. */

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
}
