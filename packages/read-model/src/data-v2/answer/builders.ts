/** Builders by the shares that their code brought: in a window, and period by period. */
import { DATA_V2_MARKET_ROUTES as ROUTES } from '@bellwether/contract';
import type { ReadStore } from '../../database.ts';
import {
  type BuilderFigures,
  countBuildersAbove,
  newestStart,
  rankedBuilders,
} from '../../ledger/query/builder-boards.ts';
import { sumNumber } from '../../portfolio/answer/portfolio-output.ts';
import { PERIOD, periodStart } from '../../portfolio/tables.ts';
import type { BoardQuery } from './boards.ts';
import { dataRead, pageOf, pageRead } from './page.ts';
import { ranksOf } from './ranks.ts';

/** Builders shown of one bucket: anyone can make up any number of codes. */
const BUILDERS_PER_BUCKET_MAX = 100;
const MS_PER_DAY = 86_400_000;

export const dataV2BuildersLeaderboardRead = pageRead(
  ROUTES.dataV2BuildersLeaderboard,
  async (database, { page, time_period, nowMs }: BoardQuery<typeof ROUTES.dataV2BuildersLeaderboard>) => {
    const { builders, hasMore } = await rankedPage(database, { ...page, period: time_period, nowMs });
    return pageOf(page, builders, hasMore ? [] : null);
  },
);

interface BuildersPage extends BuildersWindow {
  readonly limit: number;
  readonly offset: number;
}

/** A period by its name, and Unix milliseconds in it. */
interface BuildersWindow {
  readonly period: keyof typeof PERIOD;
  readonly nowMs: number;
}

/** Builders of a window by rank. */
export async function rankedPage(database: ReadStore, { period: window, limit, offset, nowMs }: BuildersPage) {
  const period = PERIOD[window];
  const start = periodStart(period, nowMs);
  const rows = await rankedBuilders(database, period, start, limit + 1, offset).execute();
  const [first] = rows;
  const above = first === undefined ? 0 : await countBuildersAbove(database, period, start, BigInt(first.shares));
  return { builders: ranked(rows.slice(0, limit), offset, above), hasMore: rows.length > limit };
}

export const dataV2BuildersVolumeRead = dataRead(ROUTES.dataV2BuildersVolume, (database, { interval, limit }) =>
  builderSeries(database, interval === 'all' ? 'year' : interval, limit),
);

/**
 * The largest builders of each of the newest `count` buckets that have fills, the newest first; with `within` only of
 * those that begin in the window.
 */
export async function builderSeries(
  database: ReadStore,
  width: keyof typeof PERIOD,
  count: number,
  within?: BuildersWindow,
) {
  const first = within === undefined ? 0 : periodStart(PERIOD[within.period], within.nowMs);
  const series: ({ readonly date: string } & ReturnType<typeof ranked>[number])[] = [];
  let before = Number.MAX_SAFE_INTEGER;
  for (let bucket = 0; bucket < count; bucket++) {
    const newest = await newestStart(database, PERIOD[width], before).executeTakeFirst();
    if (newest === undefined || newest.start_day < first) break;
    before = newest.start_day;
    const date = new Date(before * MS_PER_DAY).toISOString().slice(0, 10);
    const rows = await rankedBuilders(database, PERIOD[width], before, BUILDERS_PER_BUCKET_MAX, 0).execute();
    series.push(...ranked(rows, 0, 0).map((row) => ({ date, ...row })));
  }
  return series;
}

function ranked(rows: readonly BuilderFigures[], offset: number, above: number) {
  const ranks = ranksOf(
    rows.map(({ shares }) => BigInt(shares)),
    offset,
    above,
  );
  return rows.map(({ code, shares, wallets }, index) => ({
    rank: ranks[index] ?? 0,
    builder_name: code,
    builder_code: code,
    profile_image: '',
    verified: false,
    volume: sumNumber(shares),
    active_users: wallets,
  }));
}
