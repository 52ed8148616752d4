/** The read `leaderboard`: wallets of a period, ranked by profit or volume. */
import type { Leader, LeaderboardQuery } from '@bellwether/contract';
import type { ReadStore } from '../../database.ts';
import { ownersOf, selectWalletsOfUser } from '../../ledger/query/ledger-context.ts';
import { found } from '../../lookup.ts';
import { createRead } from '../../read.ts';
import { countBefore, type PeriodFigures, rankedTraders, tradersOf } from '../query/portfolio.ts';
import { PERIOD, periodStart } from '../tables.ts';
import { leader } from './portfolio-output.ts';

/** The checked query with a lower-case address, and the time of the request. */
export interface LeaderboardParameters extends Omit<LeaderboardQuery, 'category'> {
  /** Absent: everything. */
  readonly category?: LeaderboardQuery['category'];
  /** Unix milliseconds. */
  readonly nowMs: number;
}

interface Ranked {
  readonly figures: PeriodFigures;
  readonly rank: number;
}

export const leaderboardRead = createRead<LeaderboardParameters, Leader[]>('leaderboard', async (database, query) => {
  const ranked = await rankedOf(database, query);
  const wallets = ranked.map(({ figures }) => figures);
  const owners = await ownersOf(database, wallets);
  const value = ranked.map(({ figures, rank }) => leader(figures, rank, found(owners, figures.wallet, 'wallet')));
  return { value };
});

async function rankedOf(database: ReadStore, query: LeaderboardParameters): Promise<Ranked[]> {
  const { category = 'OVERALL', timePeriod, orderBy, limit, offset, user, nowMs } = query;
  if (category !== 'OVERALL') return [];
  const period = PERIOD[timePeriod.toLowerCase() as Lowercase<typeof timePeriod>];
  const start = periodStart(period, nowMs);
  const column = orderBy === 'PNL' ? 'pnl_micros' : 'volume_micros';
  if (user === undefined) {
    const rows = await rankedTraders(database, period, start, column, limit, offset).execute();
    return rows.map((figures, index) => ({ figures, rank: offset + index + 1 }));
  }
  const wallets = await selectWalletsOfUser(database, user);
  const rows = wallets.length === 0 ? [] : await tradersOf(database, period, start, wallets).execute();
  const ranked: Ranked[] = [];
  for (const figures of rows) {
    const figure = BigInt(orderBy === 'PNL' ? figures.pnl : figures.volume);
    const before = await countBefore(database, period, start, column, figure, figures.wallet);
    ranked.push({ figures, rank: before + 1 });
  }
  return ranked.sort((a, b) => a.rank - b.rank).slice(offset, offset + limit);
}
