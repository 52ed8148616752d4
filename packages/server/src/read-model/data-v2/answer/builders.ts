/** Builders by the shares that their code brought: in a window, and bucket by bucket. */
import type { DataV2Builder, DataV2BuilderBucket } from '@bellwether/contract';
import type { ReadStore } from '../../database.ts';
import {
  type BucketWidth,
  type BuilderFigures,
  builderBuckets,
  builderFigures,
  lastBuilderTradeTime,
} from '../../ledger/query/builder-boards.ts';
import { sumNumber } from '../../portfolio/answer/portfolio-output.ts';
import { type BoardPage, windowStart } from './boards.ts';
import { ranksOf } from './ranks.ts';

export async function buildersPage(database: ReadStore, { period, limit, offset, nowMs }: BoardPage) {
  const all = ranked(await builderFigures(database, windowStart(period, nowMs)).execute());
  return { data: all.slice(offset, offset + limit), hasMore: all.length > offset + limit };
}

/** Builders in each of the newest `count` buckets up to the last fill with a code, the newest first. */
export async function builderSeries(
  database: ReadStore,
  width: BucketWidth,
  count: number,
): Promise<DataV2BuilderBucket[]> {
  const lastS = await lastBuilderTradeTime(database);
  if (lastS === null) return [];
  const rows = await builderBuckets(database, width, firstBucket(width, lastS, count)).execute();
  const dates = [...Map.groupBy(rows, ({ date }) => date)].sort(([one], [other]) => (one < other ? 1 : -1));
  return dates.flatMap(([date, ofDate]) => ranked(ofDate).map((row) => ({ date, ...row })));
}

/** Start of the bucket `count` - 1 buckets before the one of a time, in Unix seconds. */
function firstBucket(width: BucketWidth, timeS: number, count: number): number {
  const date = new Date(timeS * 1_000);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const back = count - 1;
  switch (width) {
    case 'day':
      return Date.UTC(year, month, day - back) / 1_000;
    case 'week':
      return Date.UTC(year, month, day - ((date.getUTCDay() + 6) % 7) - 7 * back) / 1_000;
    case 'month':
      return Date.UTC(year, month - back, 1) / 1_000;
    case 'year':
      return Date.UTC(year - back, 0, 1) / 1_000;
  }
}

/** The builders by shares, ties by code. */
function ranked(rows: readonly BuilderFigures[]): DataV2Builder[] {
  const sorted = rows.toSorted((one, other) => {
    const [more, less] = [BigInt(other.shares), BigInt(one.shares)];
    return more === less ? (one.code < other.code ? -1 : 1) : more > less ? 1 : -1;
  });
  const ranks = ranksOf(
    sorted.map(({ shares }) => BigInt(shares)),
    0,
    0,
  );
  return sorted.map(({ code, shares, wallets }, index) => ({
    rank: ranks[index] ?? 0,
    builder_name: code,
    builder_code: code,
    profile_image: '',
    verified: false,
    volume: sumNumber(shares),
    active_users: wallets,
  }));
}
