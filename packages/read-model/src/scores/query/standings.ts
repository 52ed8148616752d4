/** Queries of standings: wallets by total value, and by the mean of their scores. */
import { sql } from 'kysely';
import type { ReadStore } from '../../database.ts';

/** A board: all wallets by total value, or those with at least so many questions by accuracy. */
export type Board = { readonly by: 'total' } | { readonly by: 'accuracy'; readonly questionsMin: number };

const COLUMNS = ['wallet', 'value_micros', 'questions', 'brier_sum', 'log_sum', 'mean'] as const;

function boardOf(database: ReadStore, board: Board) {
  const all = database.selectFrom('standings');
  // A literal: with a parameter the planner could not use the partial index.
  return board.by === 'total' ? all : all.where('questions', '>=', sql.lit(board.questionsMin));
}

/** A page of a board, the best first, ties by age of the wallet. */
export function rankedStandings(database: ReadStore, board: Board, limit: number, offset: number) {
  return boardOf(database, board)
    .select(COLUMNS)
    .$if(board.by === 'total', (query) => query.orderBy('value_micros', 'desc'))
    .$if(board.by === 'accuracy', (query) => query.orderBy('mean'))
    .orderBy('wallet')
    .limit(limit)
    .offset(offset);
}

export function standingsOf(database: ReadStore, board: Board, wallets: readonly number[]) {
  return boardOf(database, board).select(COLUMNS).where('wallet', 'in', wallets);
}

export type Standing = Awaited<ReturnType<ReturnType<typeof rankedStandings>['execute']>>[number];

/** Number of wallets before this one on a board; reads the index up to there. */
export async function standingsBefore(database: ReadStore, board: Board, standing: Standing): Promise<number> {
  const counted = boardOf(database, board).select((eb) => eb.fn.countAll<number>().as('count'));
  const column = board.by === 'total' ? 'value_micros' : 'mean';
  const ahead = await counted
    .where(column, board.by === 'total' ? '>' : '<', standing[column])
    .executeTakeFirstOrThrow();
  const even = counted.where(column, '=', standing[column]).where('wallet', '<', standing.wallet);
  return ahead.count + (await even.executeTakeFirstOrThrow()).count;
}
