/** The markets that made-up histories trade in. Tests only. */
const UNIT = 1_000_000;

/** Trading terms of a made-up market. */
export interface MarketPlan {
  readonly tick: number;
  readonly minimumSize: number;
  readonly takerFeeRate: number;
}

/** Every tick once, with minimum sizes and fees from nothing to everything. */
export const PLANS: readonly MarketPlan[] = [
  { tick: 100, minimumSize: 5 * UNIT, takerFeeRate: 0 },
  { tick: 1000, minimumSize: 1, takerFeeRate: 10_000 },
  { tick: 1, minimumSize: 1, takerFeeRate: 0 },
  { tick: 25, minimumSize: 1, takerFeeRate: 700 },
  { tick: 50, minimumSize: UNIT, takerFeeRate: 35 },
  { tick: 10, minimumSize: 1, takerFeeRate: 1 },
];
