/** Builders by the shares that their code brought: in a window, and period by period. */
import type { DataV2Builder, DataV2BuilderBucket } from '@bellwether/contract';
import type { ReadStore } from '../../database.ts';
import {
  type BuilderFigures,
  countBuildersAbove,
  newestStart,
  rankedBuilders,
} from '../../ledger/query/builder-boards.ts';
import { sumNumber } from '../../portfolio/answer/portfolio-output.ts';
import { PERIOD_DAY, PERIOD_MONTH, PERIOD_WEEK, PERIOD_YEAR, periodStart } from '../../portfolio/tables.ts';
import { type BoardPage, PERIODS } from './boards.ts';
import { ranksOf } from './ranks.ts';

const WIDTHS = { day: PERIOD_DAY, week: PERIOD_WEEK, month: PERIOD_MONTH, year: PERIOD_YEAR } as const;
export type BucketWidth = keyof typeof WIDTHS;

/** Builders shown of one bucket: anyone can make up any number of codes. */
const BUILDERS_PER_BUCKET_MAX = 100;
const MS_PER_DAY = 86_400_000;

export async function buildersPage(database: ReadStore, { period: window, limit, offset, nowMs }: BoardPage) {
  const period = PERIODS[window];
  const start = periodStart(period, nowMs);
  const rows = await rankedBuilders(database, period, start, limit + 1, offset).execute();
  const [first] = rows;
  const above = first === undefined ? 0 : await countBuildersAbove(database, period, start, BigInt(first.shares));
  return { data: ranked(rows.slice(0, limit), offset, above), hasMore: rows.length > limit };
}

/**
 * The largest builders of each of the newest `count` buckets that have fills, the newest first; with `within` only of
 * those that begin in the window.
 */
export async function builderSeries(
  database: ReadStore,
  width: BucketWidth,
  count: number,
  within?: Pick<BoardPage, 'period' | 'nowMs'>,
): Promise<DataV2BuilderBucket[]> {
  const first = within === undefined ? 0 : periodStart(PERIODS[within.period], within.nowMs);
  const series: DataV2BuilderBucket[] = [];
  let before = Number.MAX_SAFE_INTEGER;
  for (let bucket = 0; bucket < count; bucket++) {
    const newest = await newestStart(database, WIDTHS[width], before).executeTakeFirst();
    if (newest === undefined || newest.start_day < first) break;
    before = newest.start_day;
    const date = new Date(before * MS_PER_DAY).toISOString().slice(0, 10);
    const rows = await rankedBuilders(database, WIDTHS[width], before, BUILDERS_PER_BUCKET_MAX, 0).execute();
    series.push(...ranked(rows, 0, 0).map((row) => ({ date, ...row })));
  }
  return series;
}

function ranked(rows: readonly BuilderFigures[], offset: number, above: number): DataV2Builder[] {
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
