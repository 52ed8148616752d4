/** Loads markets with what reads show of them: their row, their figures of trading, and who their event is. */
import { type Kysely, sql } from 'kysely';
import type { MarketRow } from '../ports/catalog-tables.ts';
import type { Database } from './database.ts';

/** A market's row with figures (0 before its first order or trade) and its event's names (null without one). */
export interface MarketView extends MarketRow {
  readonly volume_micros: number;
  readonly liquidity_micros: number;
  /** In 1/10000, in terms of the first outcome; 0 when that side is empty. */
  readonly best_bid_ticks: number;
  readonly best_ask_ticks: number;
  readonly last_price_ticks: number | null;
  readonly volume_24hr_micros: number;
  readonly event_slug: string | null;
  readonly event_ticker: string | null;
  readonly event_title: string | null;
  readonly event_description: string | null;
}

/** Which markets: named by key, a run of keys `from` (inclusive) to `to` (exclusive), or all of one event. */
export type MarketSelection =
  | { readonly kind: 'keys'; readonly markets: readonly number[] }
  | { readonly kind: 'run'; readonly from: number; readonly to: number }
  | { readonly kind: 'event'; readonly event: number };

const MS_PER_HOUR = 3_600_000;
const HOURS_PER_DAY = 24;

/** Counts no hour at all: for answers that do not show the last day's volume. */
export const NO_HOURS = Number.MAX_SAFE_INTEGER;

/** The first of the 24 hourly sums that end with the current hour, in Unix hours. */
export function dayStartHour(nowMs: number): number {
  return Math.floor(nowMs / MS_PER_HOUR) - HOURS_PER_DAY + 1;
}

/** The markets in order of creation. */
export async function marketViews(
  database: Kysely<Database>,
  selection: MarketSelection,
  sinceHour: number,
): Promise<MarketView[]> {
  const query = database
    .selectFrom('markets as m')
    .leftJoin('market_stats as s', 's.market', 'm.market')
    .leftJoin('events as e', 'e.id', 'm.event')
    .selectAll('m')
    .select((eb) => [
      eb.fn.coalesce('s.volume_micros', sql<number>`0`).as('volume_micros'),
      eb.fn.coalesce('s.liquidity_micros', sql<number>`0`).as('liquidity_micros'),
      eb.fn.coalesce('s.best_bid_ticks', sql<number>`0`).as('best_bid_ticks'),
      eb.fn.coalesce('s.best_ask_ticks', sql<number>`0`).as('best_ask_ticks'),
      's.last_price_ticks',
      sql<number>`coalesce((select sum(h.volume_micros) from market_hours as h
        where h.market = m.market and h.hour >= ${sinceHour}), 0)`.as('volume_24hr_micros'),
      'e.slug as event_slug',
      'e.ticker as event_ticker',
      'e.title as event_title',
      'e.description as event_description',
    ])
    .orderBy('m.market');
  switch (selection.kind) {
    case 'keys':
      return selection.markets.length === 0 ? [] : query.where('m.market', 'in', selection.markets).execute();
    case 'run':
      return query.where('m.market', '>=', selection.from).where('m.market', '<', selection.to).execute();
    case 'event':
      return query.where('m.event', '=', selection.event).execute();
  }
}

/** Key of the market under a condition id, public id or slug; null when there is none. */
export async function findMarket(
  database: Kysely<Database>,
  column: 'condition_id' | 'id' | 'slug',
  value: string | number,
): Promise<number | null> {
  const row = await database.selectFrom('markets').select('market').where(column, '=', value).executeTakeFirst();
  return row?.market ?? null;
}

/** Markets of the venue; keys run from 0 to one less. */
export async function countMarkets(database: Kysely<Database>): Promise<number> {
  const row = await database
    .selectFrom('markets')
    .select('market')
    .orderBy('market', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? 0 : row.market + 1;
}

/** Tag labels by public market id, in the order they were given. */
export async function marketLabels(database: Kysely<Database>, ids: readonly number[]): Promise<Map<number, string[]>> {
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
