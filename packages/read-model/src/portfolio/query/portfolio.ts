/** Queries of holdings and winnings: positions of users and of markets with their cost, and rankings of wallets. */
import type { MarketRow } from '../../catalog/tables.ts';
import type { ReadStore } from '../../database.ts';
import { digits } from '../../digits.ts';
import { selectInChunks } from '../../select-in-chunks.ts';
import type { PeriodKind, PositionCostRow } from '../tables.ts';

/** Inputs of a market's displayed price. Figures are null before the first order or trade. */
export interface PositionPrice extends Pick<MarketRow, 'payout_0' | 'recorded_half_ticks' | 'closed' | 'archived'> {
  readonly best_bid_ticks: number | null;
  readonly best_ask_ticks: number | null;
  readonly last_price_ticks: number | null;
}

export const PRICE_COLUMNS = [
  'm.payout_0',
  'm.recorded_half_ticks',
  'm.closed',
  'm.archived',
  's.best_bid_ticks',
  's.best_ask_ticks',
  's.last_price_ticks',
] as const;

export interface HeldPosition
  extends Pick<PositionCostRow, 'wallet' | 'market' | 'outcome' | 'shares_micros' | 'cost_micros'>,
    PositionPrice {
  /** Question of its market, if requested. */
  readonly question?: string;
  /** End of its market in Unix microseconds, if requested. */
  readonly end_us?: number;
}

/** Positions with their market and the figures of its price. */
export const pricedPositions = (database: ReadStore) =>
  database
    .selectFrom('position_costs as p')
    .innerJoin('markets as m', 'm.market', 'p.market')
    .leftJoin('market_stats as s', 's.market', 'p.market');

/**
 * Open positions of a wallet with at least `minimumMicros` (above 0), largest first; all, or in some markets.
 * `hasTexts`: include question and end of the market, which are in a row that is read anyway.
 */
export function heldPositions(
  database: ReadStore,
  wallet: number,
  markets: readonly number[] | null,
  minimumMicros: number,
  hasTexts = false,
) {
  let query = pricedPositions(database)
    .select(['p.wallet', 'p.market', 'p.outcome', 'p.shares_micros', 'p.cost_micros', ...PRICE_COLUMNS])
    .$if(hasTexts, (builder) => builder.select(['m.question', 'm.end_us']))
    .where('p.wallet', '=', wallet)
    .where('p.shares_micros', '>=', minimumMicros);
  if (markets !== null) query = query.where('p.market', 'in', markets);
  return query.orderBy('p.shares_micros', 'desc').orderBy('p.market').orderBy('p.outcome');
}

/** A closed position with its proceeds. Sums are decimal digits. */
export interface EndedPosition
  extends Pick<PositionCostRow, 'wallet' | 'market' | 'outcome' | 'changed_s'>,
    PositionPrice {
  readonly realized: string;
  readonly bought: string;
  readonly spent: string;
}

/** Closed positions of a wallet, in no particular order; all, or in some markets. */
export function endedPositions(database: ReadStore, wallet: number, markets: readonly number[] | null) {
  let query = pricedPositions(database)
    .select(['p.wallet', 'p.market', 'p.outcome', 'p.changed_s', ...PRICE_COLUMNS])
    .select(digits(['realized', 'bought', 'spent'], 'p.'))
    .where('p.wallet', '=', wallet)
    .where('p.shares_micros', '=', 0);
  if (markets !== null) query = query.where('p.market', 'in', markets);
  return query;
}

export type PositionKey = Pick<PositionCostRow, 'wallet' | 'market' | 'outcome'>;

/** Lifetime sums of positions in the given order, as decimal digits, and each wallet's shares of the other outcome. */
export async function selectPositionSums(database: ReadStore, positions: readonly PositionKey[]) {
  const rows = new Map<string, SumsRow>();
  for (const [wallet, held] of Map.groupBy(positions, (position) => position.wallet)) {
    const markets = held.map(({ market }) => market);
    for (const row of await selectInChunks(markets, (chunk) => positionSums(database, wallet, chunk))) {
      rows.set(`${wallet}:${row.market}:${row.outcome}`, row);
    }
  }
  return positions.map(({ wallet, market, outcome }) => {
    const own = rows.get(`${wallet}:${market}:${outcome}`);
    const other = rows.get(`${wallet}:${market}:${1 - outcome}`);
    if (own === undefined) throw new Error(`the read store has no position of wallet ${wallet} in market ${market}`);
    return { ...own, oppositeShares: other?.shares_micros ?? 0 };
  });
}

type SumsRow = Awaited<ReturnType<ReturnType<typeof positionSums>['execute']>>[number];

/** Both outcomes of some markets in one wallet. Exported so that a test can check its plan. */
export function positionSums(database: ReadStore, wallet: number, markets: readonly number[]) {
  return database
    .selectFrom('position_costs')
    .select(['market', 'outcome', 'shares_micros', ...digits(['bought', 'spent', 'realized', 'fees'])])
    .where('wallet', '=', wallet)
    .where('market', 'in', markets);
}

export interface MarketPositionFilter {
  readonly market: number;
  readonly outcome: number;
  readonly status: 'OPEN' | 'CLOSED' | 'ALL';
  /** Restricts the selection to these wallets; null for all. */
  readonly wallets: readonly number[] | null;
  /** Maximum number, the largest by shares first. */
  readonly limit: number;
  readonly offset?: number;
}

/** A position with its lifetime sums as decimal digits. */
export interface MarketPositionRow
  extends Pick<PositionCostRow, 'wallet' | 'outcome' | 'shares_micros' | 'cost_micros' | 'redeemed_micros'> {
  readonly bought: string;
  readonly spent: string;
  readonly realized: string;
  readonly fees: string;
  readonly payout: string;
}

/** Positions, largest first, ties by age of the wallet. Exported so that a test can check its plan. */
export function marketPositions(database: ReadStore, filter: MarketPositionFilter) {
  const { market, outcome, status, wallets, limit, offset = 0 } = filter;
  let query = database
    .selectFrom('position_costs')
    .select(['wallet', 'outcome', 'shares_micros', 'cost_micros', 'redeemed_micros'])
    .select(digits(['bought', 'spent', 'realized', 'fees', 'payout']))
    .where('market', '=', market)
    .where('outcome', '=', outcome);
  if (status === 'OPEN') query = query.where('shares_micros', '>', 0);
  if (status === 'CLOSED') query = query.where('shares_micros', '=', 0);
  if (wallets !== null) query = query.where('wallet', 'in', wallets);
  return query.orderBy('shares_micros', 'desc').orderBy('wallet').limit(limit).offset(offset);
}

/** Number and labels of a market, and the inputs of its displayed price. */
export type PricedMarket = PositionPrice & Pick<MarketRow, 'market' | 'condition_id' | 'outcome_0' | 'outcome_1'>;

export function pricedMarket(database: ReadStore, conditionId: string): Promise<PricedMarket | undefined> {
  return database
    .selectFrom('markets as m')
    .leftJoin('market_stats as s', 's.market', 'm.market')
    .select(['m.market', 'm.condition_id', 'm.outcome_0', 'm.outcome_1', ...PRICE_COLUMNS])
    .where('m.condition_id', '=', conditionId)
    .executeTakeFirst();
}

/** Number of markets in which any of the wallets ever held a position. */
export async function countTradedMarkets(database: ReadStore, wallets: readonly number[]): Promise<number> {
  if (wallets.length === 0) return 0;
  const row = await database
    .selectFrom('position_costs')
    .select((eb) => eb.fn.count<number>('market').distinct().as('markets'))
    .where('wallet', 'in', wallets)
    .executeTakeFirstOrThrow();
  return row.markets;
}

export type RankingColumn = 'volume_micros' | 'shares_micros' | 'pnl_micros';

/** Figures of a wallet in a period, as decimal digits. */
export interface PeriodFigures {
  readonly wallet: number;
  readonly volume: string;
  readonly shares: string;
  readonly pnl: string;
  readonly fees: string;
}

/** Wallets of a period, largest figure first, ties by age. */
export function rankedTraders(
  database: ReadStore,
  period: PeriodKind,
  startDay: number,
  column: RankingColumn,
  limit: number,
  offset: number,
) {
  return periodFigures(database, period, startDay)
    .orderBy(column, 'desc')
    .orderBy('wallet')
    .limit(limit)
    .offset(offset);
}

export function tradersOf(database: ReadStore, period: PeriodKind, startDay: number, wallets: number[]) {
  return periodFigures(database, period, startDay).where('wallet', 'in', wallets);
}

function periodFigures(database: ReadStore, period: PeriodKind, startDay: number) {
  return ofPeriod(database, period, startDay).select(['wallet', ...digits(['volume', 'shares', 'pnl', 'fees'])]);
}

/** Number of wallets ranked before one with this figure; reads the index up to there. */
export async function countBefore(
  database: ReadStore,
  period: PeriodKind,
  startDay: number,
  column: RankingColumn,
  figure: bigint,
  wallet: number,
): Promise<number> {
  const even = ofPeriod(database, period, startDay)
    .where(column, '=', figure as unknown as number)
    .where('wallet', '<', wallet)
    .select((eb) => eb.fn.countAll<number>().as('count'));
  const { count } = await even.executeTakeFirstOrThrow();
  return count + (await countAbove(database, period, startDay, column, figure));
}

/** Number of wallets with a larger figure; reads the index up to there. */
export async function countAbove(
  database: ReadStore,
  period: PeriodKind,
  startDay: number,
  column: RankingColumn,
  figure: bigint,
): Promise<number> {
  const above = ofPeriod(database, period, startDay)
    .where(column, '>', figure as unknown as number)
    .select((eb) => eb.fn.countAll<number>().as('count'));
  return (await above.executeTakeFirstOrThrow()).count;
}

function ofPeriod(database: ReadStore, period: PeriodKind, startDay: number) {
  return database.selectFrom('trader_periods').where('period', '=', period).where('start_day', '=', startDay);
}
