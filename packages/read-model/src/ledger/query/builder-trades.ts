/** Queries of builder trades: the fills of a page, read from the index that its filters select, and their orders. */
import { sql } from 'kysely';
import type { ReadStore } from '../../database.ts';
import type { BuilderTradeRow } from '../../portfolio/tables.ts';
import { selectInChunks } from '../../select-in-chunks.ts';
import { FILLS_PER_TRADE_MAX, type FillRow, sequenceOfFill } from '../tables.ts';
import type { IdRange } from './id-ranges.ts';
import { mergeDescending } from './ledger-merge.ts';

/** Conditions for the rows of a page; null for everything. */
export interface BuilderTradeFilter extends IdRange {
  readonly builder: number | null;
  readonly wallet: number | null;
  /** Twice the market plus the outcome; disjoint. */
  readonly assets: readonly number[] | null;
}

/** Ids of the page at `offset`, newest first. */
export function selectBuilderTradeIds(
  database: ReadStore,
  filter: BuilderTradeFilter,
  limit: number,
  offset: number,
): Promise<number[]> {
  const { assets } = filter;
  // A single stream can skip rows inside the index; several streams are merged.
  if (assets === null || assets.length === 1) {
    return idsOf(builderTradeIds(database, filter, assets?.[0] ?? null, filter.below, limit).offset(offset));
  }
  const streams = assets.map(
    (asset) => (below: number, count: number) =>
      idsOf(builderTradeIds(database, filter, asset, Math.min(below, filter.below), count)),
  );
  return mergeDescending(streams, limit, offset);
}

async function idsOf(query: { execute(): Promise<{ id: number }[]> }): Promise<number[]> {
  return (await query.execute()).map(({ id }) => id);
}

/** One batch of a stream. Exported so that a test can check its plan. */
export function builderTradeIds(
  database: ReadStore,
  { builder, wallet, from }: Omit<BuilderTradeFilter, 'assets' | 'below'>,
  asset: number | null,
  below: number,
  count: number,
) {
  let query = database.selectFrom('builder_trades').select('id').where('id', '>=', from).where('id', '<', below);
  if (builder !== null) query = query.where('builder', '=', builder);
  if (wallet !== null) query = query.where('wallet', '=', wallet);
  if (asset !== null) query = query.where('asset', '=', asset);
  return query.orderBy('id', 'desc').limit(count);
}

/** Number of a builder code; null if no order ever carried it. */
export async function selectBuilder(database: ReadStore, code: string): Promise<number | null> {
  const row = await database.selectFrom('builders').select('id').where('code', '=', code).executeTakeFirst();
  return row?.id ?? null;
}

export async function selectWallet(database: ReadStore, address: string): Promise<number | null> {
  const row = await database.selectFrom('wallets').select('id').where('address', '=', address).executeTakeFirst();
  return row?.id ?? null;
}

/** Number of a token: twice its market plus its outcome; null for an unknown token. */
export async function selectAsset(database: ReadStore, token: string): Promise<number | null> {
  for (const outcome of [0, 1] as const) {
    const row = await database
      .selectFrom('markets')
      .select('market')
      .where(`token_${outcome}`, '=', token)
      .executeTakeFirst();
    if (row !== undefined) return 2 * row.market + outcome;
  }
  return null;
}

export async function selectBuilderCodes(database: ReadStore, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await selectInChunks(ids, (chunk) =>
    database
      .selectFrom('builder_trades')
      .innerJoin('builders', 'builders.id', 'builder_trades.builder')
      .select(['builder_trades.id', 'builders.code'])
      .where('builder_trades.id', 'in', chunk),
  );
  return new Map(rows.map(({ id, code }): [BuilderTradeRow['id'], string] => [id, code]));
}

/** All fills of the trades that contain the given fills, by the sequence of the trade, each with its taker first. */
export async function selectTrades(database: ReadStore, ids: readonly number[]): Promise<Map<number, FillRow[]>> {
  const oneOfEach = new Map(ids.map((id) => [sequenceOfFill(id), id]));
  const fills = await selectInChunks(oneOfEach.values(), (chunk) => fillsOfTrades(database, chunk));
  fills.sort((a, b) => b.id - a.id);
  return Map.groupBy(fills, ({ id }) => sequenceOfFill(id));
}

/** Fills for one chunk; `ids` are fills of different trades. Exported so that a test can check its plan. */
export function fillsOfTrades(database: ReadStore, ids: readonly number[]) {
  const start = sql<number>`b.id - b.id % ${sql.lit(FILLS_PER_TRADE_MAX)}`;
  return (
    database
      .selectFrom('fills as b')
      // CROSS JOIN keeps the order: one range of fills for each trade.
      .crossJoin('fills as f')
      .selectAll('f')
      .where('b.id', 'in', ids)
      .where('f.id', '>=', start)
      .where('f.id', '<', sql<number>`${start} + ${sql.lit(FILLS_PER_TRADE_MAX)}`)
  );
}

/** Public ids of the orders of some fills, by number, as `0x` and 64 hex digits. */
export async function orderIdsOf(database: ReadStore, fills: readonly FillRow[]): Promise<Map<number, string>> {
  const numbers = fills.map((fill) => fill.order_number);
  const rows = await selectInChunks(numbers, (chunk) =>
    database.selectFrom('orders').select(['number', 'order_id']).where('number', 'in', chunk),
  );
  return new Map(rows.map((row) => [row.number, `0x${Buffer.from(row.order_id).toString('hex')}`]));
}
