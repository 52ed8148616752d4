/** Queries of positions with everything that the second data interface shows, sorts and filters by. */
import type { ReadStore } from '../../database.ts';
import { type PositionPrice, PRICE_COLUMNS } from '../../portfolio/query/portfolio.ts';
import type { PositionCostRow } from '../../portfolio/tables.ts';

/** A position, open or closed. Sums are decimal digits. */
export interface PositionRow
  extends Pick<PositionCostRow, 'wallet' | 'market' | 'outcome' | 'shares_micros' | 'cost_micros'>,
    Pick<PositionCostRow, 'first_s' | 'changed_s'>,
    PositionPrice {
  readonly question: string;
  readonly realized: string;
  readonly bought: string;
  readonly spent: string;
  readonly fees: string;
  readonly entry_fees: string;
}

/** Positions of one wallet in all or some markets. Exported so that a test can check its plan. */
export function positionsOfWallet(
  database: ReadStore,
  wallet: number,
  markets: readonly number[] | null,
  isClosed: boolean,
) {
  let query = positions(database, isClosed).where('p.wallet', '=', wallet);
  if (markets !== null) query = query.where('p.market', 'in', markets);
  return query;
}

/** The largest positions in one outcome of a market. Exported so that a test can check its plan. */
export function positionsOfMarket(
  database: ReadStore,
  market: number,
  outcome: number,
  isClosed: boolean,
  limit: number,
) {
  return positions(database, isClosed)
    .where('p.market', '=', market)
    .where('p.outcome', '=', outcome)
    .orderBy('p.shares_micros', 'desc')
    .orderBy('p.wallet')
    .limit(limit);
}

function positions(database: ReadStore, isClosed: boolean) {
  return database
    .selectFrom('position_costs as p')
    .innerJoin('markets as m', 'm.market', 'p.market')
    .leftJoin('market_stats as s', 's.market', 'p.market')
    .select((eb) => [
      ...(['p.wallet', 'p.market', 'p.outcome', 'p.shares_micros', 'p.cost_micros'] as const),
      ...(['p.first_s', 'p.changed_s', 'm.question', ...PRICE_COLUMNS] as const),
      eb.cast<string>('p.realized_micros', 'text').as('realized'),
      eb.cast<string>('p.bought_micros', 'text').as('bought'),
      eb.cast<string>('p.spent_micros', 'text').as('spent'),
      eb.cast<string>('p.fees_micros', 'text').as('fees'),
      eb.cast<string>('p.entry_fees_micros', 'text').as('entry_fees'),
    ])
    .where('p.shares_micros', isClosed ? '=' : '>', 0);
}
