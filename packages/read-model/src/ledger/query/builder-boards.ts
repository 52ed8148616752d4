/** Queries of the shares traded under builders' codes in a period. */
import type { ReadStore } from '../../database.ts';
import { digits } from '../../digits.ts';
import type { PeriodKind } from '../../portfolio/tables.ts';

/** Shares of the fills whose order carries a builder's code, and the wallets that made them. */
export interface BuilderFigures {
  readonly code: string;
  /** Decimal digits, in micros. */
  readonly shares: string;
  readonly wallets: number;
}

/** Builders of a period by shares; ties in the order in which the venue met them. */
export function rankedBuilders(
  database: ReadStore,
  period: PeriodKind,
  startDay: number,
  limit: number,
  offset: number,
) {
  return ofPeriod(database, period)
    .innerJoin('builders as b', 'b.id', 'p.builder')
    .select(['b.code', ...digits(['shares'], 'p.'), 'p.wallets'])
    .where('p.start_day', '=', startDay)
    .orderBy('p.shares_micros', 'desc')
    .orderBy('p.builder')
    .limit(limit)
    .offset(offset);
}

/** Number of builders with more shares; reads the index up to there. */
export async function countBuildersAbove(database: ReadStore, period: PeriodKind, startDay: number, shares: bigint) {
  const above = ofPeriod(database, period)
    .where('p.start_day', '=', startDay)
    .where('p.shares_micros', '>', shares as unknown as number)
    .select((eb) => eb.fn.countAll<number>().as('count'));
  return (await above.executeTakeFirstOrThrow()).count;
}

/** First day of the newest period of a kind that has fills, before the Unix day `before`. */
export function newestStart(database: ReadStore, period: PeriodKind, before: number) {
  return ofPeriod(database, period)
    .select('p.start_day')
    .where('p.start_day', '<', before)
    .orderBy('p.start_day', 'desc')
    .limit(1);
}

const ofPeriod = (database: ReadStore, period: PeriodKind) =>
  database.selectFrom('builder_periods as p').where('p.period', '=', period);
