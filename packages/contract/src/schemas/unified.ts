/**
 * Answers for the unified SDK of the ecosystem, in addition to the interface: open interest, and lists of things that
 * this venue does not have and that are always empty: sports, teams, clarifications of markets, and combos.
 */
import { Type } from 'typebox';
import { figure, flag, text } from '../described.ts';
import { LIST_NAMES_MAX, WidePage } from './catalog.ts';
import { AddressText, AssetText, CATALOG_ID_PATTERN, ConditionIdText, clampedLimit, DecimalAnswer } from './common.ts';
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

const names = (description: string) =>
  Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: LIST_NAMES_MAX, description }));
const ids = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ pattern: CATALOG_ID_PATTERN, description: 'numeric ids' }), {
      maxItems: LIST_NAMES_MAX,
      description,
    }),
  );
const sorted = {
  order: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'sort column' })),
  ascending: Type.Boolean({ default: false, description: 'smallest first' }),
};

export const TeamsQuery = Type.Object({
  ...WidePage,
  ...sorted,
  league: names('only teams of these leagues'),
  name: names('only teams of these names'),
  abbreviation: names('only teams of these abbreviations'),
  provider_id: ids('only teams of these ids of their provider'),
});

export const ClarificationsQuery = Type.Object({
  ...WidePage,
  ...sorted,
  market_id: ids('only those of these markets'),
  event_id: ids('only those of these events'),
  question_id: names('only those of these questions'),
  state: names('only those in these states'),
  show_in_frontend: Type.Optional(flag('only those with this flag')),
  tx_hash: Type.Optional(Type.String({ maxLength: 100, description: 'only the one of this transaction' })),
});

/** A list of something that the venue does not have. */
export const NothingKept = Type.Array(Type.Object({}), { maxItems: 0, description: 'always empty' });
export const SportsMarketTypes = Type.Object({ marketTypes: NothingKept });

const COMBO_IDS_MAX = 100;
const COMBO_STATUSES = ['OPEN', 'PARTIAL', 'RESOLVED_PARTIAL', 'RESOLVED_WIN', 'RESOLVED_LOSS'] as const;
const comboPages = (limit: number, limitMax: number, offsetMax: number) => ({
  limit: clampedLimit(0, limitMax, limit, 'rows of a page'),
  offset: Type.Integer({ minimum: 0, maximum: offsetMax, default: 0, description: 'rows passed over' }),
  cursor: Type.Optional(Type.String({ maxLength: 4_096, description: 'next_cursor of the page before' })),
});
const OF_COMBOS = {
  user: AddressText,
  market_id: Type.Optional(
    Type.Array(Type.String({ pattern: '^0x[0-9a-fA-F]{62}$', description: 'condition id of a combo' }), {
      maxItems: COMBO_IDS_MAX,
      description: `condition ids of combos, separated by commas, at most ${COMBO_IDS_MAX}`,
    }),
  ),
};
const syncBound = (which: string) =>
  Type.Optional(
    Type.Integer({ minimum: 0, maximum: 9_999_999_999, description: `Unix seconds of the ${which} change` }),
  );

export const CombosQuery = Type.Object({
  ...OF_COMBOS,
  status: Type.Optional(
    Type.Array(Type.Enum([...COMBO_STATUSES]), {
      maxItems: COMBO_STATUSES.length,
      description: `any of ${COMBO_STATUSES.join(', ')}, separated by commas`,
    }),
  ),
  sort: Type.Enum(['current_value_desc', 'first_entry_desc', 'entry_cost_desc', 'resolved_at_desc', 'updated_asc'], {
    default: 'current_value_desc',
    description: 'what rows are sorted by',
  }),
  updatedAfter: syncBound('first'),
  updatedBefore: syncBound('last'),
  ...comboPages(20, 1_000, 100_000),
});
export type CombosQuery = Type.Static<typeof CombosQuery>;
export const CombosActivityQuery = Type.Object({ ...OF_COMBOS, ...comboPages(50, 500, 10_000) });
export type CombosActivityQuery = Type.Static<typeof CombosActivityQuery>;

const LAST_PAGE = Type.Object({
  limit: Type.Integer(),
  offset: Type.Integer(),
  has_more: flag('always false'),
  next_cursor: Type.Null({ description: 'there is no other page' }),
});
export const CombosHeld = Type.Object({ combos: NothingKept, pagination: LAST_PAGE });
export const CombosActivity = Type.Object({ activity: NothingKept, pagination: LAST_PAGE });

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
  outcome: Type.String(),
  outcomeIndex: Type.Integer({ minimum: 0, maximum: 1 }),
});
export const MarketPositionGroups = Type.Array(
  Type.Object({ token: AssetText, positions: Type.Array(MarketPosition) }),
  { description: 'the outcomes that have such positions' },
);
export type MarketPositionGroups = Type.Static<typeof MarketPositionGroups>;
