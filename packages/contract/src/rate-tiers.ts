/**
 * Rate tiers of signers, as data: what an account may send by its volume, besides the caps. Each account has a bucket of
 * tokens for orders and one for cancels. A bucket is refilled continuously, up to its burst.
 */

export interface TierBucket {
  /** Tokens per second. */
  readonly rate: number;
  /** Most tokens that the bucket holds. */
  readonly burst: number;
}

export interface RateTier {
  readonly name: string;
  /** Volume of 30 days from which an account has the tier, in whole units of collateral. */
  readonly volume: number;
  readonly order: TierBucket;
  readonly cancel: TierBucket;
  /** True if cancels of all orders may leave fewer than no tokens for later cancels. */
  readonly allowsDebt: boolean;
}

const tier = (name: string, volume: number, [rate, burst]: readonly [number, number], cancelBurst = 2 * burst) => ({
  ...{ name, volume, order: { rate, burst }, cancel: { rate: 2 * rate, burst: cancelBurst } },
  allowsDebt: volume < 2_500_000,
});

/** All tiers, by rising volume. */
export const RATE_TIERS: readonly [RateTier, ...RateTier[]] = [
  tier('standard', 0, [40, 60]),
  tier('copper', 30_000, [60, 90]),
  tier('bronze', 50_000, [80, 120]),
  tier('silver', 100_000, [200, 300]),
  tier('gold', 500_000, [400, 600]),
  tier('platinum', 2_500_000, [450, 675]),
  tier('diamond', 5_000_000, [525, 787], 1_575),
  tier('elite', 10_000_000, [600, 900]),
];

/** Days whose volume decides the tier: today and the days before, in UTC. */
export const RATE_TIER_DAYS = 30;
/** Time after which the tier of an account is looked up again. */
export const RATE_TIER_HOURS = 3;

/** Tokens that a request of a route takes from its account's bucket. */
export interface TierCost {
  readonly bucket: 'order' | 'cancel';
  /**
   * `one`; `items`: as many as its body lists; `canceled`: one, and one more for each order that it has cancelled, once
   * that is known.
   */
  readonly tokens: 'one' | 'items' | 'canceled';
}

/** Tier of an account with this volume, in millionths, and the next one. */
export function rateTierOf(volumeMicros: bigint): { readonly tier: RateTier; readonly next: RateTier | null } {
  const at = RATE_TIERS.findLastIndex(({ volume }) => volumeMicros >= BigInt(volume) * 1_000_000n);
  return { tier: RATE_TIERS[at] ?? RATE_TIERS[0], next: RATE_TIERS[at + 1] ?? null };
}
