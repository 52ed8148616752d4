import { type CatalogId, catalogId, type MarketId, marketId } from '../units/units.ts';

const UNIT = 1_000_000;

export type MarketPlan = { readonly tick: number; readonly minimumSize: number; readonly takerFeeRate: number };

/** Every tick once, with minimum sizes and fees from nothing to the maximum. */
export const PLANS: readonly MarketPlan[] = [
  { tick: 100, minimumSize: 5 * UNIT, takerFeeRate: 0 },
  { tick: 1000, minimumSize: 1, takerFeeRate: 10_000 },
  { tick: 1, minimumSize: 1, takerFeeRate: 0 },
  { tick: 25, minimumSize: 1, takerFeeRate: 700 },
  { tick: 50, minimumSize: UNIT, takerFeeRate: 35 },
  { tick: 10, minimumSize: 1, takerFeeRate: 1 },
];

/** Number of markets in the negative-risk event, which come first. */
export const NEG_RISK_MARKETS = 3;
export const NEG_RISK_EVENT = catalogId(7);
export const PLAIN_EVENT = catalogId(8);
/** A second negative-risk event, whose markets come last; its number of markets does not divide 10,000. */
export const RACE_EVENT = catalogId(9);
export const RACE_MARKETS = 3;
const RACE_FIRST = NEG_RISK_MARKETS + PLANS.length;
/** Markets without a one-winner event. */
export const PLAIN_MARKETS = PLANS.map((_, index) => marketId(NEG_RISK_MARKETS + index));
export const MARKETS_AT_START = RACE_FIRST + RACE_MARKETS;

export const marketsOf = (event: CatalogId): MarketId[] =>
  Array.from({ length: event === RACE_EVENT ? RACE_MARKETS : NEG_RISK_MARKETS }, (_, index) =>
    marketId(event === RACE_EVENT ? RACE_FIRST + index : index),
  );

/** Results of generated markets: one side wins, a split, or an invalid one. */
export const PAYOUTS = [
  [10_000, 0],
  [0, 10_000],
  [0, 10_000],
  [0, 10_000],
  [5000, 5000],
  [3333, 6667],
  [3333, 6667],
  [1, 1],
] as const;
