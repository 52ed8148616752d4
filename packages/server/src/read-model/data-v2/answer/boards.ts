/** Boards of wallets for `/v2/leaderboard` and `/v2/biggest-winners`. */
import {
  DATA_V2_WINS_MAX,
  type DataV2Leader,
  type DataV2Period,
  type DataV2Standing,
  type DataV2Win,
} from '@bellwether/contract';
import { unitsNumber } from '../../../wire/forms/decimal.ts';
import { shownName } from '../../community/answer/shown-profile.ts';
import type { ReadStore } from '../../database.ts';
import { ownersOf, selectWalletsOfUser, type WalletOwner } from '../../ledger/query/ledger-context.ts';
import { found } from '../../lookup.ts';
import { sumNumber } from '../../portfolio/answer/portfolio-output.ts';
import {
  countAbove,
  type PeriodFigures,
  type RankingColumn,
  rankedTraders,
  tradersOf,
} from '../../portfolio/query/portfolio.ts';
import { biggestWins } from '../../portfolio/query/wins.ts';
import {
  PERIOD_ALL,
  PERIOD_DAY,
  PERIOD_MONTH,
  PERIOD_WEEK,
  type PeriodKind,
  periodStart,
} from '../../portfolio/tables.ts';
import { ranksOf } from './ranks.ts';

export const PERIODS: Readonly<Record<DataV2Period, PeriodKind>> = {
  day: PERIOD_DAY,
  week: PERIOD_WEEK,
  month: PERIOD_MONTH,
  all: PERIOD_ALL,
};

/** Part of a board in a window that contains the time `nowMs`. */
export interface BoardPage {
  readonly period: DataV2Period;
  readonly limit: number;
  readonly offset: number;
  readonly nowMs: number;
}

/** Start of a window in Unix seconds. */
export const windowStart = (period: DataV2Period, nowMs: number): number =>
  86_400 * periodStart(PERIODS[period], nowMs);

type BoardOrder = 'PNL' | 'VOLUME';
const COLUMNS = { PNL: 'pnl_micros', VOLUME: 'shares_micros' } as const satisfies Record<BoardOrder, RankingColumn>;

export async function leadersPage(database: ReadStore, page: BoardPage & { readonly order: BoardOrder }) {
  const { order, limit, offset, nowMs } = page;
  const period = PERIODS[page.period];
  const start = periodStart(period, nowMs);
  const column = COLUMNS[order];
  const rows = await rankedTraders(database, period, start, column, limit + 1, offset).execute();
  const shown = rows.slice(0, limit);
  const figure = (row: PeriodFigures): bigint => BigInt(order === 'PNL' ? row.pnl : row.shares);
  const [first] = shown;
  const above = first === undefined ? 0 : await countAbove(database, period, start, column, figure(first));
  const ranks = ranksOf(shown.map(figure), offset, above);
  const owners = await ownersOf(database, shown);
  const data = shown.map((row, index): DataV2Leader => {
    return { rank: ranks[index] ?? 0, ...standing(row, found(owners, row.wallet, 'wallet')) };
  });
  return { data, hasMore: rows.length > limit };
}

/**
 * Both ranks of a user: of the wallet with that address, or of the best of the account's wallets. Null without any fill or
 * result in the window.
 */
export async function standingOf(
  database: ReadStore,
  { user, period: window, nowMs }: Pick<BoardPage, 'period' | 'nowMs'> & { readonly user: string },
): Promise<DataV2Standing | null> {
  const period = PERIODS[window];
  const start = periodStart(period, nowMs);
  const wallets = await selectWalletsOfUser(database, user);
  const rows = wallets.length === 0 ? [] : await tradersOf(database, period, start, wallets).execute();
  const owners = await ownersOf(database, rows);
  const best = rows.toSorted((one, other) => Number(BigInt(other.pnl) - BigInt(one.pnl)));
  const row = best.find(({ wallet }) => owners.get(wallet)?.address === user) ?? best[0];
  if (row === undefined) return null;
  const above = (column: RankingColumn, figure: string) => countAbove(database, period, start, column, BigInt(figure));
  const ranks = {
    rank_pnl: 1 + (await above('pnl_micros', row.pnl)),
    rank_volume: 1 + (await above('shares_micros', row.shares)),
  };
  return { ...ranks, ...standing(row, found(owners, row.wallet, 'wallet')) };
}

function standing(figures: PeriodFigures, owner: WalletOwner): Omit<DataV2Leader, 'rank'> {
  return {
    user_id: owner.address,
    pnl: sumNumber(figures.pnl),
    volume: sumNumber(figures.shares),
    user_name: shownName(owner) || owner.pseudonym,
    profile_image: owner.profile_image,
    x_username: '',
    verified: false,
  };
}

/** Wins of a window, of markets with a tag or of all. */
export async function winsPage(database: ReadStore, page: BoardPage & { readonly tag: string | null }) {
  const { period, tag, limit, offset, nowMs } = page;
  const count = Math.max(0, Math.min(limit + 1, DATA_V2_WINS_MAX - offset));
  const rows = await biggestWins(database, { sinceS: windowStart(period, nowMs), tag }, count, offset).execute();
  const shown = rows.slice(0, limit);
  const owners = await ownersOf(database, shown);
  const data = shown.map((row, index): DataV2Win => {
    const owner = found(owners, row.wallet, 'wallet');
    return {
      win_rank: offset + index + 1,
      kind: 'market',
      user_id: owner.address,
      pnl: unitsNumber(row.gain_micros),
      initial_value: unitsNumber(row.cost_micros),
      final_value: unitsNumber(row.payout_micros),
      resolved_at: row.time_s,
      condition_id: row.condition_id,
      position_id: row.outcome === 0 ? row.token_0 : row.token_1,
      event_id: row.event ?? 0,
      event_slug: row.event_slug ?? '',
      event_title: row.event_title ?? '',
      user_name: shownName(owner) || owner.pseudonym,
      profile_image: owner.profile_image,
    };
  });
  return { data, hasMore: rows.length > limit };
}
