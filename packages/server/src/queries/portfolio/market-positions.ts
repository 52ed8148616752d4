/** Queries of the positions in one market: current and former holdings of an outcome, with their cost and proceeds. */
import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import type { PositionPrice } from './portfolio.ts';

/** Selection of positions. */
export interface MarketPositionFilter {
  readonly market: number;
  readonly outcome: number;
  readonly status: 'OPEN' | 'CLOSED' | 'ALL';
  /** Restricts the selection to these wallets; null for all. */
  readonly wallets: readonly number[] | null;
  /** Maximum number, the largest by shares first. */
  readonly limit: number;
}

/** A position with its lifetime sums as decimal digits. */
export interface MarketPositionRow {
  readonly wallet: number;
  readonly outcome: number;
  readonly shares_micros: number;
  readonly cost_micros: number;
  readonly bought: string;
  readonly spent: string;
  readonly realized: string;
}

/** Positions, largest first, ties by age of the wallet. Exported so that a test can check its plan. */
export function marketPositions(database: Kysely<Database>, filter: MarketPositionFilter) {
  const { market, outcome, status, wallets, limit } = filter;
  let query = database
    .selectFrom('position_costs')
    .select((eb) => [
      'wallet',
      'outcome',
      'shares_micros',
      'cost_micros',
      eb.cast<string>('bought_micros', 'text').as('bought'),
      eb.cast<string>('spent_micros', 'text').as('spent'),
      eb.cast<string>('realized_micros', 'text').as('realized'),
    ])
    .where('market', '=', market)
    .where('outcome', '=', outcome);
  if (status === 'OPEN') query = query.where('shares_micros', '>', 0);
  if (status === 'CLOSED') query = query.where('shares_micros', '=', 0);
  if (wallets !== null) query = query.where('wallet', 'in', wallets);
  return query.orderBy('shares_micros', 'desc').orderBy('wallet').limit(limit);
}

/** Number and labels of a market, and the inputs of its displayed price. */
export interface PricedMarket extends PositionPrice {
  readonly market: number;
  readonly condition_id: string;
  readonly outcome_0: string;
  readonly outcome_1: string;
}

/** Market with this condition id; undefined if there is none. */
export function pricedMarket(database: Kysely<Database>, conditionId: string): Promise<PricedMarket | undefined> {
  return database
    .selectFrom('markets as m')
    .leftJoin('market_stats as s', 's.market', 'm.market')
    .select(['m.market', 'm.condition_id', 'm.outcome_0', 'm.outcome_1', 'm.payout_0', 'm.recorded_half_ticks'])
    .select(['m.closed', 'm.archived', 's.best_bid_ticks', 's.best_ask_ticks', 's.last_price_ticks'])
    .where('m.condition_id', '=', conditionId)
    .executeTakeFirst();
}
