/** Answers for the unified SDK of the ecosystem, in addition to the interface: open interest and positions of a market. */
import { Type } from 'typebox';
import { amount, figure, flag, text } from '../described.ts';
import { AddressText, AssetText, ConditionIdText, clampedLimit, DecimalAnswer } from './common.ts';
import { conditionIds } from './data.ts';

/** Most markets in one `GET /oi`. */
export const OPEN_INTEREST_MARKETS_MAX = 500;
/** Placeholder for the market in the row of the whole venue. */
export const WHOLE_VENUE = 'GLOBAL';

export const OpenInterestQuery = Type.Object({ market: Type.Optional(conditionIds(OPEN_INTEREST_MARKETS_MAX)) });
export type OpenInterestQuery = Type.Static<typeof OpenInterestQuery>;

export const OpenInterest = Type.Object({
  market: text(`condition id; ${WHOLE_VENUE}: all markets of the venue`),
  value: Type.Union([DecimalAnswer, Type.Number()], {
    description: 'collateral locked under outstanding pairs; decimal, a number in the profile polymarket',
  }),
});
export const OpenInterests = Type.Array(OpenInterest, {
  description: 'the known ones of the markets asked for, in that order; without any one row of the whole venue',
});
export type OpenInterests = Type.Static<typeof OpenInterests>;

/** Positions that one `GET /v1/market-positions` ranks per outcome, largest first. */
export const MARKET_POSITIONS_RANKED = 5_000;

export const MarketPositionsQuery = Type.Object({
  market: ConditionIdText,
  user: Type.Optional(AddressText),
  status: Type.Enum(['OPEN', 'CLOSED', 'ALL'], {
    default: 'ALL',
    description: 'OPEN: with shares; CLOSED: held once and no more',
  }),
  sortBy: Type.Enum(['TOKENS', 'CASH_PNL', 'REALIZED_PNL', 'TOTAL_PNL'], {
    default: 'TOTAL_PNL',
    description: `what the ${MARKET_POSITIONS_RANKED} largest positions of each outcome are ranked by`,
  }),
  sortDirection: Type.Enum(['ASC', 'DESC'], { default: 'DESC', description: 'DESC: the largest first' }),
  limit: clampedLimit(0, 500, 50, 'positions of each outcome'),
  offset: Type.Integer({ minimum: 0, maximum: 10_000, default: 0, description: 'positions of each passed over' }),
});
export type MarketPositionsQuery = Type.Static<typeof MarketPositionsQuery>;

export const MarketPosition = Type.Object({
  proxyWallet: text('wallet that holds, lower-case'),
  name: text('empty unless its owner shows it'),
  pseudonym: text('additive'),
  profileImage: Type.String(),
  verified: flag('always false: no one is verified here'),
  asset: AssetText,
  conditionId: Type.String(),
  avgPrice: figure('collateral for one share, fees excluded'),
  size: figure('shares, those held by open orders included'),
  currPrice: figure('displayed price; 0.5 while priceKnown is false'),
  priceKnown: flag('false: no price is known; additive'),
  currentValue: figure('size at currPrice; what it cost while no price is known'),
  cashPnl: figure('currentValue less what the shares cost'),
  totalBought: figure('shares bought over its life'),
  realizedPnl: figure('won or lost by shares that are gone; fees excluded'),
  totalPnl: figure('cashPnl + realizedPnl'),
  feesPaid: amount('taker fees over its life; additive'),
  redeemed: amount('shares that the market’s result took; 0 without one; additive'),
  payout: figure('collateral that the result brought; less than 0 if a refund took a profit back; additive'),
  outcome: Type.String(),
  outcomeIndex: Type.Integer({ minimum: 0, maximum: 1 }),
});
export type MarketPosition = Type.Static<typeof MarketPosition>;
export const MarketPositionGroups = Type.Array(
  Type.Object({ token: AssetText, positions: Type.Array(MarketPosition) }),
  { description: 'the outcomes that have such positions' },
);
export type MarketPositionGroups = Type.Static<typeof MarketPositionGroups>;
