/** Boards of wallets for `/v2/leaderboard` and `/v2/biggest-winners`. */
import {
  DATA_V2_OVERALL,
  DATA_V2_WINS_MAX,
  type DataV2Leader,
  type DataV2Period,
  type DataV2Standing,
  DATA_V2_MARKET_ROUTES as ROUTES,
} from '@bellwether/contract';
import type { DataQuery, DataRoute } from '@bellwether/wire/data-v2/cursor.ts';
import { unitsNumber } from '@bellwether/wire/forms/decimal.ts';
import { shownName } from '../../community/answer/shown-profile.ts';
import type { ReadStore } from '../../database.ts';
import { pageSerializers } from '../../keyset-page.ts';
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
import { PERIOD, periodStart } from '../../portfolio/tables.ts';
import type { Read } from '../../read.ts';
import { type Enveloped, type Page, pageOf, pageRead } from './page.ts';
import { ranksOf } from './ranks.ts';

/** Query of a board with the time of the request, Unix milliseconds. */
export type BoardQuery<R extends DataRoute> = DataQuery<R> & { readonly nowMs: number };
type LeadersQuery = BoardQuery<typeof ROUTES.dataV2Leaderboard>;

/** Start of a window in Unix seconds. */
export const windowStart = (period: DataV2Period, nowMs: number): number => 86_400 * periodStart(PERIOD[period], nowMs);

const COLUMNS = { PNL: 'pnl_micros', VOLUME: 'shares_micros' } as const;

const leaders = pageSerializers('data');

/** A page of the board, or the ranks of the user named. */
export const dataV2LeaderboardRead: Read<LeadersQuery, Page<DataV2Leader> | Enveloped<DataV2Standing | null>> = {
  name: ROUTES.dataV2Leaderboard.path,
  async run(database, query) {
    const { category, user, page } = query;
    const isKept = category === DATA_V2_OVERALL;
    if (user !== undefined) return { value: { data: isKept ? await standingOf(database, user, query) : null } };
    return { value: isKept ? await leadersPage(database, query) : pageOf(page, [], null) };
  },
  serialize: (answer) => ('pagination' in answer ? leaders.serialize(answer) : JSON.stringify(answer)),
};

async function leadersPage(database: ReadStore, query: LeadersQuery): Promise<Page<DataV2Leader>> {
  const { sort_by: order, page, nowMs } = query;
  const { limit, offset } = page;
  const period = PERIOD[query.time_period];
  const start = periodStart(period, nowMs);
  const column = COLUMNS[order];
  const rows = await rankedTraders(database, period, start, column, limit + 1, offset).execute();
  const shown = rows.slice(0, limit);
  const figure = (row: PeriodFigures): bigint => BigInt(order === 'PNL' ? row.pnl : row.shares);
  const [first] = shown;
  const above = first === undefined ? 0 : await countAbove(database, period, start, column, figure(first));
  const ranks = ranksOf(shown.map(figure), offset, above);
  const owners = await ownersOf(database, shown);
  const data = shown.map((row, index) => {
    return { rank: ranks[index] ?? 0, ...standing(row, found(owners, row.wallet, 'wallet')) };
  });
  return pageOf(page, data, rows.length > limit ? [] : null);
}

/**
 * Both ranks of a user: of the wallet with that address, or of the best of the account's wallets. Null without any fill or
 * result in the window.
 */
async function standingOf(
  database: ReadStore,
  user: string,
  { time_period: window, nowMs }: LeadersQuery,
): Promise<DataV2Standing | null> {
  const period = PERIOD[window];
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

export const dataV2BiggestWinnersRead = pageRead(
  ROUTES.dataV2BiggestWinners,
  async (database, query: BoardQuery<typeof ROUTES.dataV2BiggestWinners>) => {
    const { time_period: period, category, page, nowMs } = query;
    const { limit, offset } = page;
    const wins = { sinceS: windowStart(period, nowMs), tag: category === DATA_V2_OVERALL ? null : category };
    const count = Math.max(0, Math.min(limit + 1, DATA_V2_WINS_MAX - offset));
    const rows = await biggestWins(database, wins, count, offset).execute();
    const shown = rows.slice(0, limit);
    const owners = await ownersOf(database, shown);
    const data = shown.map((row, index) => {
      const owner = found(owners, row.wallet, 'wallet');
      return {
        win_rank: offset + index + 1,
        kind: 'market' as const,
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
    return pageOf(page, data, rows.length > limit ? [] : null);
  },
);
