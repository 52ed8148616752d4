/** Queries of positions with everything that the second data interface shows, sorts and filters by. */
import type { ReadStore } from '../../database.ts';
import { digits } from '../../digits.ts';
import { type PositionPrice, PRICE_COLUMNS, pricedPositions } from '../../portfolio/query/portfolio.ts';
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
  return pricedPositions(database)
    .select(['p.wallet', 'p.market', 'p.outcome', 'p.shares_micros', 'p.cost_micros', 'p.first_s', 'p.changed_s'])
    .select(['m.question', ...PRICE_COLUMNS, ...digits(['realized', 'bought', 'spent', 'fees', 'entry_fees'], 'p.')])
    .where('p.shares_micros', isClosed ? '=' : '>', 0);
}
