/** The read `leaderboard`: wallets of a period, ranked by profit or volume; all wallets by total value or accuracy. */
import { type Leader, type LeaderboardQuery, SCORED_QUESTIONS_MIN } from '@bellwether/contract';
import { unitsNumber } from '@bellwether/wire/forms/decimal.ts';
import type { ReadStore } from '../../database.ts';
import { ownersOf, selectWalletsOfUser } from '../../ledger/query/ledger-context.ts';
import { byKey, found } from '../../lookup.ts';
import { createRead } from '../../read.ts';
import {
  type Board,
  rankedStandings,
  type Standing,
  standingsBefore,
  standingsOf,
} from '../../scores/query/standings.ts';
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

const BY_ACCURACY: Board = { by: 'accuracy', questionsMin: SCORED_QUESTIONS_MIN };

type Ranked = { readonly figures: PeriodFigures; readonly rank: number };

export const leaderboardRead = createRead<LeaderboardParameters, Leader[]>('leaderboard', async (database, query) => {
  if (query.by === 'total') return { value: await standing(database, { by: 'total' }, query) };
  if (query.by === 'accuracy') return { value: await standing(database, BY_ACCURACY, query) };
  const ranked = await rankedOf(database, query);
  const wallets = ranked.map(({ figures }) => figures);
  const owners = await ownersOf(database, wallets);
  const value = ranked.map(({ figures, rank }) => leader(figures, rank, found(owners, figures.wallet, 'wallet')));
  return { value };
});

async function rankedOf(database: ReadStore, query: LeaderboardParameters): Promise<Ranked[]> {
  const { category = 'OVERALL', timePeriod, by, limit, offset, user, nowMs } = query;
  const orderBy = by === 'realised' ? 'PNL' : query.orderBy;
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

/** Ranks by what wallets have now: its value, or its scores so far. Profit and volume are of all time. */
async function standing(database: ReadStore, board: Board, query: LeaderboardParameters): Promise<Leader[]> {
  const { category = 'OVERALL', limit, offset, user } = query;
  if (category !== 'OVERALL') return [];
  const page = user === undefined ? await rankedStandings(database, board, limit, offset).execute() : [];
  const ranked = page.map((row, index) => ({ row, rank: offset + index + 1 }));
  if (user !== undefined) {
    const wallets = await selectWalletsOfUser(database, user);
    for (const row of wallets.length === 0 ? [] : await standingsOf(database, board, wallets).execute())
      ranked.push({ row, rank: (await standingsBefore(database, board, row)) + 1 });
    ranked.sort((a, b) => a.rank - b.rank);
  }
  const shown = user === undefined ? ranked : ranked.slice(offset, offset + limit);
  const wallets = shown.map(({ row }) => row.wallet);
  const owners = await ownersOf(
    database,
    shown.map(({ row }) => row),
  );
  const traded = wallets.length === 0 ? [] : await tradersOf(database, PERIOD.all, 0, wallets).execute();
  const lives = byKey(traded, ({ wallet }) => wallet);
  return shown.map(({ row, rank }) => {
    const life = lives.get(row.wallet) ?? { wallet: row.wallet, volume: '0', shares: '0', pnl: '0', fees: '0' };
    return { ...leader(life, rank, found(owners, row.wallet, 'wallet')), ...standingFields(board, row) };
  });
}

function standingFields({ by }: Board, row: Standing): Partial<Leader> {
  if (by === 'total') return { value: unitsNumber(row.value_micros) };
  const meanOf = (sum: number): number => Math.round(sum / row.questions) / 1e6;
  return { questions: row.questions, brier: meanOf(row.brier_sum), logScore: meanOf(row.log_sum) };
}
