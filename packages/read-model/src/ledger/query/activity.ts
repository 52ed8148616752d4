/**
 * Queries of users' activity. Trades are fills, everything else is a row of `activity`. Both are read as streams, one
 * per wallet, market and kind, each from an index in order of id, and merged into a page.
 */
import type { ReadStore } from '../../database.ts';
import type { ActivityKind, ActivityRow } from '../../portfolio/tables.ts';
import { selectInChunks } from '../../select-in-chunks.ts';
import type { FillKind } from '../tables.ts';
import type { IdRange } from './id-ranges.ts';
import { mergeDescending } from './ledger-merge.ts';

/** Conditions for the rows of a page. */
export interface ActivityFilter extends IdRange {
  readonly wallets: readonly number[];
  /** Null for all, including activity without a market. */
  readonly markets: readonly number[] | null;
  readonly fillKinds: readonly FillKind[];
  readonly activityKinds: readonly ActivityKind[];
}

export interface ActivityOrder {
  readonly column: 'id' | 'size_micros' | 'collateral_micros';
  readonly ascending: boolean;
}

/** Rows of one table, wallet and kind, in one market or all. */
export interface ActivityStream {
  readonly table: 'fills' | 'activity';
  readonly wallet: number;
  readonly market: number | null;
  readonly kind: number;
}

export function activityStreams(filter: ActivityFilter): ActivityStream[] {
  const streams: ActivityStream[] = [];
  for (const wallet of filter.wallets) {
    for (const market of filter.markets ?? [null]) {
      for (const kind of filter.fillKinds) streams.push({ table: 'fills', wallet, market, kind });
      for (const kind of filter.activityKinds) streams.push({ table: 'activity', wallet, market, kind });
    }
  }
  return streams;
}

/** Number of markets times wallets up to which each market is read as its own streams. */
const STREAMED_MARKETS_MAX = 2;

/** Ids of a page, in order. Ids of fills and of other activity never collide. */
export async function selectActivityIds(
  database: ReadStore,
  filter: ActivityFilter,
  order: ActivityOrder,
  limit: number,
  offset: number,
): Promise<number[]> {
  if (limit === 0) return [];
  const named = (filter.markets?.length ?? 0) * filter.wallets.length;
  if (order.column !== 'id' || named > STREAMED_MARKETS_MAX) return sorted(database, filter, order, limit, offset);
  const streams = activityStreams(filter);
  const { from, below } = filter;
  if (!order.ascending) {
    const newest = streams.map((stream) => async (under: number, count: number) => {
      const rows = await activityBatch(database, stream, from, Math.min(under, below), count, 'desc').execute();
      return rows.map(({ id }) => id);
    });
    return mergeDescending(newest, limit, offset);
  }
  // Ascending order is descending order of the negated ids.
  const oldest = streams.map((stream) => async (under: number, count: number) => {
    const start = Math.max(1 - under, from);
    const rows = await activityBatch(database, stream, start, below, count, 'asc').execute();
    return rows.map(({ id }) => -id);
  });
  return (await mergeDescending(oldest, limit, offset)).map((id) => -id);
}

/**
 * Sorts a page by amount, or one in many named markets. There, a statement for each kind and market costs more than
 * reading everything that a wallet did: one statement covers a hundred markets, and only rows that the page may need are
 * kept. Indexes store the amounts next to the ids; whole rows are read only for the result.
 */
async function sorted(
  database: ReadStore,
  { wallets, markets, fillKinds, activityKinds, from, below }: ActivityFilter,
  order: ActivityOrder,
  limit: number,
  offset: number,
): Promise<number[]> {
  const wanted = limit + offset;
  const sign = order.ascending ? 1 : -1;
  let first: AmountOfId[] = [];
  for (const wallet of wallets) {
    for (const [table, kinds] of [
      ['fills', fillKinds],
      ['activity', activityKinds],
    ] as const) {
      if (kinds.length === 0) continue;
      const query = sortedActivity(database, { table, wallet, kinds }, { from, below }, wanted, order);
      const rows = await (markets === null
        ? query.execute()
        : selectInChunks(markets, (chunk) => query.where('market', 'in', chunk)));
      first = [...first, ...rows].sort((a, b) => sign * (a.amount - b.amount) || b.id - a.id).slice(0, wanted);
    }
  }
  return first.slice(offset).map(({ id }) => id);
}

/** First rows of a wallet's activity in a given order, ties newest first. Exported so that a test can check its plan. */
export function sortedActivity(
  database: ReadStore,
  { table, wallet, kinds }: Pick<ActivityStream, 'table' | 'wallet'> & { readonly kinds: readonly number[] },
  { from, below }: Pick<ActivityFilter, 'from' | 'below'>,
  count: number,
  { column, ascending }: ActivityOrder,
) {
  return database
    .selectFrom(table)
    .select(['id', `${column} as amount`])
    .where('wallet', '=', wallet)
    .where('kind', 'in', kinds as never)
    .where('id', '>=', from)
    .where('id', '<', below)
    .orderBy(column, ascending ? 'asc' : 'desc')
    .orderBy('id', 'desc')
    .limit(count);
}

interface AmountOfId {
  readonly id: number;
  /** Sort value: the id itself, or an amount. */
  readonly amount: number;
}

/** One batch of a stream. Exported so that a test can check its plan. */
export function activityBatch(
  database: ReadStore,
  { table, wallet, market, kind }: ActivityStream,
  from: number,
  below: number,
  count: number,
  direction: 'asc' | 'desc',
) {
  const rows = database
    .selectFrom(table)
    .select('id')
    .where('wallet', '=', wallet)
    .where('kind', '=', kind as never)
    .where('id', '>=', from)
    .where('id', '<', below);
  return (market === null ? rows : rows.where('market', '=', market)).orderBy('id', direction).limit(count);
}

/** Activities among the given ids, in no particular order. */
export function selectActivities(database: ReadStore, ids: readonly number[]): Promise<ActivityRow[]> {
  return selectInChunks(ids, (chunk) => database.selectFrom('activity').selectAll().where('id', 'in', chunk));
}
