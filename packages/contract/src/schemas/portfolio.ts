/** A user's positions, activity and ranking: `/positions`, `/closed-positions`, `/value`, `/activity` and the like. */
import { Type } from 'typebox';
import { amount, count, figure, flag, text, whole } from '../described.ts';
import { AddressText, AssetText, clampedLimit, EndDate, RowId, SideText } from './common.ts';
import { conditionIds, EventIds } from './data.ts';
import { SCORED_QUESTIONS_MIN } from './scores.ts';

/** Most markets in one call. */
export const PORTFOLIO_MARKETS_MAX = 500;

const direction = Type.Enum(['ASC', 'DESC'], {
  default: 'DESC',
  description: 'DESC: largest, latest or last by the alphabet first',
});
const offsetOf = (maximum: number) =>
  Type.Integer({ minimum: 0, maximum, default: 0, description: 'rows passed over before them' });
const user = { user: AddressText };
const titled = {
  title: Type.Optional(Type.String({ maxLength: 100, description: 'part of the market’s question, in any case' })),
};

export const PositionsQuery = Type.Object({
  ...user,
  market: Type.Optional(conditionIds(PORTFOLIO_MARKETS_MAX)),
  ...EventIds,
  ...titled,
  sizeThreshold: Type.Number({ minimum: 0, default: 1, description: 'smallest position shown, in shares' }),
  redeemable: Type.Boolean({ default: false, description: 'true: only those of resolved markets' }),
  mergeable: Type.Boolean({
    default: false,
    description: 'true: only those whose wallet also holds the other outcome',
  }),
  limit: clampedLimit(0, 500, 100),
  offset: offsetOf(10_000),
  sortBy: Type.Enum(
    ['CURRENT', 'INITIAL', 'TOKENS', 'CASHPNL', 'PERCENTPNL', 'TITLE', 'RESOLVING', 'PRICE', 'AVGPRICE'],
    { default: 'TOKENS', description: 'what rows are sorted by; RESOLVING is the end date' },
  ),
  sortDirection: direction,
});
export type PositionsQuery = Type.Static<typeof PositionsQuery>;

const outcomeFields = {
  proxyWallet: Type.String(),
  asset: AssetText,
  conditionId: Type.String(),
  avgPrice: amount('collateral for one share, fees excluded; at most 6 decimals'),
  totalBought: amount('shares bought over the position’s life'),
  realizedPnl: figure('collateral won or lost by what was sold, merged, converted or paid out; fees excluded'),
  curPrice: amount('displayed price, the payout once the market is resolved; 0.5 while priceKnown is false'),
  priceKnown: flag('false: no price is known and the 0.5 in curPrice stands for none; additive'),
  title: Type.String(),
  slug: Type.String(),
  icon: Type.String(),
  eventSlug: Type.String(),
  outcome: Type.String(),
  outcomeIndex: Type.Integer({ minimum: 0, maximum: 1 }),
  oppositeOutcome: Type.String(),
  oppositeAsset: AssetText,
  endDate: EndDate,
  negativeRisk: Type.Boolean(),
  feesPaid: amount('collateral paid as taker fees over the position’s life; additive'),
  netPnl: figure(
    'what it has won or lost over its life after fees: realizedPnl - feesPaid, and cashPnl while it is open; additive',
  ),
  percentNetPnl: figure(
    'netPnl in percent of all that was paid for its shares and in fees, at most 4 decimals; 0 when that is 0; additive',
  ),
};

export const UserPosition = Type.Object({
  ...outcomeFields,
  size: amount('shares, those held by open orders included'),
  initialValue: amount('what the shares cost, fees excluded'),
  currentValue: amount('size at curPrice; initialValue while priceKnown is false'),
  cashPnl: figure('currentValue - initialValue'),
  percentPnl: figure('cashPnl in percent of initialValue, at most 4 decimals; 0 when that is 0'),
  percentRealizedPnl: figure('realizedPnl in percent of totalBought, at most 4 decimals'),
  redeemable: flag('the market is resolved and its payout on the way'),
  mergeable: flag('the wallet holds the other outcome too'),
});
export type UserPosition = Type.Static<typeof UserPosition>;
export const UserPositions = Type.Array(UserPosition);

export const ClosedPositionsQuery = Type.Object({
  ...user,
  market: Type.Optional(conditionIds(PORTFOLIO_MARKETS_MAX)),
  ...EventIds,
  ...titled,
  limit: clampedLimit(0, 50, 10),
  offset: offsetOf(100_000),
  sortBy: Type.Enum(['REALIZEDPNL', 'TITLE', 'PRICE', 'AVGPRICE', 'TIMESTAMP'], {
    default: 'REALIZEDPNL',
    description: 'what rows are sorted by; TIMESTAMP is when the position ended',
  }),
  sortDirection: direction,
});
export type ClosedPositionsQuery = Type.Static<typeof ClosedPositionsQuery>;

/** An outcome that a wallet held and no longer holds. */
export const ClosedPosition = Type.Object({ ...outcomeFields, timestamp: whole('Unix seconds of its last change') });
export type ClosedPosition = Type.Static<typeof ClosedPosition>;
export const ClosedPositions = Type.Array(ClosedPosition);

export const ValueQuery = Type.Object({ ...user, market: Type.Optional(conditionIds(PORTFOLIO_MARKETS_MAX)) });
export type ValueQuery = Type.Static<typeof ValueQuery>;
export const UserValues = Type.Array(
  Type.Object({
    user: Type.String(),
    value: amount('sum of currentValue of all open positions'),
    valueAtCost: amount('part of value that is what positions cost because no price of theirs is known; additive'),
    netPnl: Type.Optional(
      figure('profit: the sum of netPnl of all positions, open and closed; absent with market; additive'),
    ),
    realizedPnl: Type.Optional(
      figure('won by shares that are gone, before fees: the sum of realizedPnl; absent with market; additive'),
    ),
    feesPaid: Type.Optional(amount('taker fees ever paid; absent with market; additive')),
  }),
  { minItems: 1, maxItems: 1 },
);
export type UserValues = Type.Static<typeof UserValues>;

export const TradedQuery = Type.Object(user);
export type TradedQuery = Type.Static<typeof TradedQuery>;
export const Traded = Type.Object({
  user: Type.String(),
  traded: count('markets in which the user ever held a position'),
});
export type Traded = Type.Static<typeof Traded>;

export const ACTIVITY_TYPES = [
  ...(['TRADE', 'SPLIT', 'MERGE', 'REDEEM', 'CONVERSION', 'DEPOSIT', 'WITHDRAWAL'] as const),
  // Corrections of results, and debts to the house; additive.
  ...(['REFUND', 'PAYOUT_ADDED', 'PAYOUT_RECLAIMED', 'DEBT', 'DEBT_PAID'] as const),
] as const;
/** Types that the venue keeps nothing for; clients may name them. */
const ACTIVITY_TYPES_NEVER_KEPT = [
  ...['REWARD', 'MIGRATION', 'TIP', 'MAKER_REBATE', 'TAKER_REBATE', 'YIELD', 'REFERRAL_REWARD'],
] as const;
const NAMED_TYPES = [...ACTIVITY_TYPES, ...ACTIVITY_TYPES_NEVER_KEPT];
/** Filter by types, of either data interface. */
export const ActivityTypeFilter = Type.Optional(
  Type.Array(Type.Enum(NAMED_TYPES), {
    minItems: 1,
    maxItems: NAMED_TYPES.length,
    description: `any of ${ACTIVITY_TYPES.join(', ')}, separated by commas; ${ACTIVITY_TYPES_NEVER_KEPT.join(', ')} have no rows here`,
  }),
);
/** `outcomeIndex` of rows that concern no single outcome. */
export const OUTCOME_UNKNOWN = 999;

const unixSeconds = Type.Optional(Type.Integer({ minimum: 0, maximum: 999_999_999_999, description: 'Unix seconds' }));

export const ActivityQuery = Type.Object({
  ...user,
  type: ActivityTypeFilter,
  market: Type.Optional(conditionIds(PORTFOLIO_MARKETS_MAX)),
  ...EventIds,
  side: Type.Optional(SideText),
  excludeDepositsWithdrawals: Type.Optional(
    flag(
      'true: no rows of these types, even if type names them; without it all that type names, and without type all, in the profile polymarket all but these; additive',
    ),
  ),
  start: unixSeconds,
  end: unixSeconds,
  sortBy: Type.Enum(['TIMESTAMP', 'TOKENS', 'CASH'], {
    default: 'TIMESTAMP',
    description: 'what rows are sorted by; TOKENS is the size, CASH the collateral',
  }),
  sortDirection: direction,
  limit: clampedLimit(0, 500, 100),
  offset: offsetOf(10_000),
});
export type ActivityQuery = Type.Static<typeof ActivityQuery>;

export const UserActivity = Type.Object({
  proxyWallet: Type.String(),
  timestamp: whole('Unix seconds'),
  conditionId: text('empty for DEPOSIT, WITHDRAWAL and DEBT_PAID'),
  type: Type.Enum([...ACTIVITY_TYPES]),
  size: amount('shares; collateral for rows without shares, such as DEPOSIT'),
  usdcSize: amount('collateral given or got, before fee'),
  fee: amount('taker fee of a TRADE, else 0; additive'),
  cashChange: figure(
    'what it changed the wallet’s collateral by, fee included; the sum over a wallet’s rows is its collateral, free and held; additive',
  ),
  price: amount('collateral for one share of a TRADE, else 0'),
  asset: text('<condition id>:<outcome index>; empty without an outcome'),
  side: text('BUY or SELL of a TRADE, else empty'),
  outcomeIndex: whole(`${OUTCOME_UNKNOWN} without an outcome`),
  title: text('question of the market; of the DEPOSIT of a grant its reason'),
  slug: Type.String(),
  icon: Type.String(),
  eventSlug: Type.String(),
  outcome: Type.String(),
  name: Type.String(),
  pseudonym: Type.String(),
  bio: Type.String(),
  profileImage: Type.String(),
  profileImageOptimized: Type.String(),
  transactionHash: text('0x and the hash-chain value of its entry in the journal'),
  id: RowId,
});
export type UserActivity = Type.Static<typeof UserActivity>;
export const UserActivities = Type.Array(UserActivity);

export const LEADERBOARD_PERIODS = ['DAY', 'WEEK', 'MONTH', 'ALL'] as const;

/** Categories that public clients ask for. */
const LEADERBOARD_CATEGORIES = [
  ...['OVERALL', 'POLITICS', 'SPORTS', 'ESPORTS', 'CRYPTO', 'CULTURE', 'MENTIONS'],
  ...['WEATHER', 'ECONOMICS', 'TECH', 'FINANCE'],
] as const;

/** Orders beyond profit and volume. */
const LEADERBOARD_ORDERS = ['total', 'realised', 'accuracy'] as const;

export const LeaderboardQuery = Type.Object({
  category: Type.Enum([...LEADERBOARD_CATEGORIES], {
    default: 'OVERALL',
    description: 'OVERALL; wallets are not ranked by category here, so others have no rows; additive',
  }),
  timePeriod: Type.Enum([...LEADERBOARD_PERIODS], {
    default: 'DAY',
    description: 'the current UTC day, week from Monday, or month, or everything',
  }),
  orderBy: Type.Enum(['PNL', 'VOL'], { default: 'PNL', description: 'PNL: by realised profit; VOL: by volume' }),
  by: Type.Optional(
    Type.Enum([...LEADERBOARD_ORDERS], {
      description: `total: by value, now; realised: as orderBy PNL; accuracy: by mean Brier score, from ${SCORED_QUESTIONS_MIN} questions on. total and accuracy are of all time. Without it, orderBy holds; additive`,
    }),
  ),
  limit: clampedLimit(1, 50, 25),
  offset: offsetOf(1_000),
  user: Type.Optional(AddressText),
});
export type LeaderboardQuery = Type.Static<typeof LeaderboardQuery>;

export const Leader = Type.Object({
  rank: text('1 is the first; wallets with equal figures have ranks of their own'),
  proxyWallet: Type.String(),
  userName: text('name, or pseudonym without one'),
  vol: amount('collateral of all its fills of the period, as taker and as maker'),
  pnl: figure('realised profit of the period: won by shares that are gone, less the fees paid in it'),
  feesPaid: amount('taker fees paid in the period; additive'),
  profileImage: Type.String(),
  profileImageOptimized: text('the same: images are not converted here; additive'),
  xUsername: Type.String(),
  verifiedBadge: Type.Boolean(),
  value: Type.Optional(
    figure('with by=total: collateral, and shares at displayed prices, 0.5 where none is known; additive'),
  ),
  questions: Type.Optional(count('with by=accuracy: decided questions that it gave a forecast; additive')),
  brier: Type.Optional(amount('with by=accuracy: mean Brier score of these, from 0, the best, to 1; additive')),
  logScore: Type.Optional(amount('with by=accuracy: mean log score of these in nats, 0 is the best; additive')),
});
export type Leader = Type.Static<typeof Leader>;
export const Leaders = Type.Array(Leader);
