/** Queries of the shares that builders brought, by builder, and by builder and bucket of time. */
import { sql } from 'kysely';
import type { ReadStore } from '../../database.ts';

/** Shares of the fills whose order carries a builder's code, and the wallets that made them. */
export interface BuilderFigures {
  readonly code: string;
  /** Decimal digits, in micros. */
  readonly shares: string;
  readonly wallets: number;
}

/** The plus keeps the planner from an index of builders, with which it would read the fills of all times. */
const BUILDER = sql`+t.builder`;

/** Builders with fills at or after a Unix second, in no particular order. */
export function builderFigures(database: ReadStore, sinceS: number) {
  return figures(database, sinceS).groupBy(BUILDER);
}

export type BucketWidth = 'day' | 'week' | 'month' | 'year';

/** The same in each bucket: `date` is its first day. */
export function builderBuckets(database: ReadStore, width: BucketWidth, sinceS: number) {
  const date = sql<string>`date(t.time_s, 'unixepoch', ${sql.join(STARTS[width].map((step) => sql.lit(step)))})`;
  return figures(database, sinceS).select(date.as('date')).groupBy([date, BUILDER]);
}

/** Steps from a day to the first day of its bucket; weeks begin on Monday. */
const STARTS: Readonly<Record<BucketWidth, readonly [string, ...string[]]>> = {
  day: ['start of day'],
  week: ['weekday 0', '-6 days'],
  month: ['start of month'],
  year: ['start of year'],
};

function figures(database: ReadStore, sinceS: number) {
  return database
    .selectFrom('builder_trades as t')
    .innerJoin('fills as f', 'f.id', 't.id')
    .innerJoin('builders as b', 'b.id', 't.builder')
    .select((eb) => ['b.code', eb.fn.count<number>('t.wallet').distinct().as('wallets')])
    .select(sql<string>`cast(sum(f.size_micros) as text)`.as('shares'))
    .where('t.time_s', '>=', sinceS);
}

/** Unix second of the newest fill with a builder code; null before the first. */
export async function lastBuilderTradeTime(database: ReadStore): Promise<number | null> {
  const newest = database.selectFrom('builder_trades').select('time_s').orderBy('time_s', 'desc').limit(1);
  return (await newest.executeTakeFirst())?.time_s ?? null;
}
