/** Ranges of ids by time and by trade: ids of fills and of other activity grow from entry to entry. */
import type { ReadStore } from '../../database.ts';
import { FILLS_PER_TRADE_MAX } from '../tables.ts';

/** At least `from`, less than `below`. */
export interface IdRange {
  readonly from: number;
  readonly below: number;
}

/** Unix seconds: `after` and `before` exclusive, `start` and `end` inclusive. */
interface Times {
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

/** Ids of the entries within all these times; null if nothing has happened since. */
export async function idsOfTimes(
  database: ReadStore,
  { after = -1, before = Number.POSITIVE_INFINITY, start = 0, end = Number.POSITIVE_INFINITY }: Times,
): Promise<IdRange | null> {
  const [fromS, endS] = [Math.max(start, after + 1), Math.min(before, end + 1)];
  const from = fromS === 0 ? 0 : await firstIdAt(database, fromS);
  if (from === null) return null;
  const below = endS === Number.POSITIVE_INFINITY ? null : await firstIdAt(database, endS);
  return { from, below: below ?? Number.MAX_SAFE_INTEGER };
}

/** Ids below this one belong to entries before a Unix second; null if nothing has happened since. */
async function firstIdAt(database: ReadStore, timeS: number): Promise<number | null> {
  const row = await firstSecond(database, timeS).executeTakeFirst();
  return row === undefined ? null : row.sequence * FILLS_PER_TRADE_MAX;
}

/** Exported so that a test can check its plan. */
export function firstSecond(database: ReadStore, timeS: number) {
  return database
    .selectFrom('activity_seconds')
    .select('sequence')
    .where('time_s', '>=', timeS)
    .orderBy('time_s')
    .limit(1);
}

/** Fills of the trade in an entry; of all entries if it is null. */
export const idsOfTrade = (sequence: number | null): IdRange =>
  sequence === null
    ? { from: 0, below: Number.MAX_SAFE_INTEGER }
    : { from: sequence * FILLS_PER_TRADE_MAX, below: (sequence + 1) * FILLS_PER_TRADE_MAX };

export const commonIds = (one: IdRange, other: IdRange): IdRange => ({
  from: Math.max(one.from, other.from),
  below: Math.min(one.below, other.below),
});
