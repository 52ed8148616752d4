/** Loads markets as reads show them: their row, their trading figures, and the names of their event. */
import { sql } from 'kysely';
import type { ReadStore } from '../../database.ts';
import { inOrderOf } from '../../lookup.ts';
import { selectInChunks } from '../../select-in-chunks.ts';
import type { MarketRow } from '../tables.ts';

/** A market's row with figures (0 before its first order or trade) and its event's names (null without one). */
export interface MarketView extends MarketRow {
  readonly volume_micros: number;
  readonly liquidity_micros: number;
  /** Price in 1/10000, in terms of the first outcome; 0 if that side is empty. */
  readonly best_bid_ticks: number;
  readonly best_ask_ticks: number;
  readonly last_price_ticks: number | null;
  readonly volume_24hr_micros: number;
  readonly event_slug: string | null;
  readonly event_ticker: string | null;
  readonly event_title: string | null;
  readonly event_description: string | null;
}

/** Selection of markets: named by key, a run of keys `from` (inclusive) to `to` (exclusive), or all of some events. */
export type MarketSelection =
  | { readonly kind: 'keys'; readonly markets: readonly number[] }
  | { readonly kind: 'run'; readonly from: number; readonly to: number }
  | { readonly kind: 'events'; readonly events: readonly number[] };

/** Best ask that the listing stores for an empty side of the book, so that it sorts. */
const NO_ASK = 10_000;

/** Markets of a selection: in the order of their keys if named by key, otherwise in order of creation. */
export async function marketViews(database: ReadStore, selection: MarketSelection): Promise<MarketView[]> {
  const query = database
    .selectFrom('markets as m')
    .innerJoin('market_figures as l', 'l.market', 'm.market')
    .leftJoin('events as e', 'e.id', 'm.event')
    .selectAll('m')
    .select([
      'l.volume_micros',
      'l.volume_24hr_micros',
      'l.liquidity_micros',
      'l.best_bid_ticks',
      sql<number>`coalesce(nullif(l.best_ask_ticks, ${sql.lit(NO_ASK)}), 0)`.as('best_ask_ticks'),
      sql<number | null>`nullif(l.last_price_ticks, 0)`.as('last_price_ticks'),
      'e.slug as event_slug',
      'e.ticker as event_ticker',
      'e.title as event_title',
      'e.description as event_description',
    ]);
  switch (selection.kind) {
    case 'keys': {
      const keys = selection.markets;
      const views = await selectInChunks(keys, (chunk) => query.where('m.market', 'in', chunk));
      return inOrderOf(keys, views, ({ market }) => market);
    }
    case 'run':
      return byAge(await query.where('m.market', '>=', selection.from).where('m.market', '<', selection.to).execute());
    case 'events':
      return byAge(await selectInChunks(selection.events, (chunk) => query.where('m.event', 'in', chunk)));
  }
}

/** Sorted here because the database would carry the texts along. */
const byAge = (views: MarketView[]): MarketView[] => views.sort((a, b) => a.market - b.market);

/** Key of the market with a condition id, public id or slug; null if there is none. */
export async function findMarket(
  database: ReadStore,
  column: 'condition_id' | 'id' | 'slug',
  value: string | number,
): Promise<number | null> {
  const row = await database.selectFrom('markets').select('market').where(column, '=', value).executeTakeFirst();
  return row?.market ?? null;
}

/** Number of markets in the venue; keys run from 0 to one less. */
export async function countMarkets(database: ReadStore): Promise<number> {
  const row = await database
    .selectFrom('markets')
    .select('market')
    .orderBy('market', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? 0 : row.market + 1;
}

/** Tag labels by public market id, in their original order. */
export async function marketLabels(database: ReadStore, ids: readonly number[]): Promise<Map<number, string[]>> {
  const labels = new Map<number, string[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return labels;
  const rows = await database
    .selectFrom('market_tags')
    .select(['id', 'label'])
    .where('id', 'in', ids)
    .orderBy('id')
    .orderBy('position')
    .execute();
  for (const { id, label } of rows) labels.get(id)?.push(label);
  return labels;
}
