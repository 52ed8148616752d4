/**
 * Which markets a listing shows, in order: a page of market keys from the filters and sort columns that the interface
 * offers. Rows are loaded afterwards, so that sorting never drags texts along.
 */
import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from './database.ts';

/** What a listing is restricted to; all given conditions hold together. */
export interface MarketFilter {
  readonly active?: boolean;
  readonly closed?: boolean;
  readonly archived?: boolean;
  readonly tagSlug?: string;
  readonly tagId?: number;
  readonly eventId?: number;
  readonly eventSlug?: string;
  /** Lower-case. */
  readonly conditionId?: string;
  readonly slug?: string;
  /** Lower-case address or site identifier: only what is available there. */
  readonly creator?: string;
}

/** Sort columns by the name clients use. The last ones are figures of trading, which change too often for an index. */
const ORDER_COLUMNS = {
  id: 'm.id',
  question: 'm.question',
  slug: 'm.slug',
  startDate: 'm.start_us',
  endDate: 'm.end_us',
  createdAt: 'm.created_us',
  updatedAt: 'm.updated_us',
} as const;

const FIGURE_COLUMNS = {
  volume: 's.volume_micros',
  volumeNum: 's.volume_micros',
  liquidity: 's.liquidity_micros',
  liquidityNum: 's.liquidity_micros',
  bestBid: 's.best_bid_ticks',
  bestAsk: 's.best_ask_ticks',
  lastTradePrice: 's.last_price_ticks',
} as const;

export type MarketOrder = keyof typeof ORDER_COLUMNS | keyof typeof FIGURE_COLUMNS | 'volume24hr';

/** Every value that `order` may have. */
export const MARKET_ORDERS: readonly MarketOrder[] = [
  ...(Object.keys(ORDER_COLUMNS) as (keyof typeof ORDER_COLUMNS)[]),
  ...(Object.keys(FIGURE_COLUMNS) as (keyof typeof FIGURE_COLUMNS)[]),
  'volume24hr',
];

export interface MarketListing {
  readonly filter: MarketFilter;
  readonly order: MarketOrder;
  readonly ascending: boolean;
  readonly limit: number;
  readonly offset: number;
  /** Unix hour of which on volume counts for `volume24hr`. */
  readonly sinceHour: number;
}

/** Keys of one page, in order; equal values are ordered by id in the same direction. */
export function marketKeys(database: Kysely<Database>, listing: MarketListing) {
  const { filter, order, ascending, limit, offset } = listing;
  const direction = ascending ? 'asc' : 'desc';
  const byTag = filter.tagSlug !== undefined || filter.tagId !== undefined;
  const key = orderKey(listing);
  let query = database.selectFrom('markets as m').select('m.market');
  query = filterFlags(query, filter, !byTag && order === 'id');
  query = filterMembership(query, filter);
  if (byTag) query = query.where('m.id', 'in', taggedIds(database, filter));
  if (needsFigures(order)) {
    query = query.leftJoin('market_stats as s', 's.market', 'm.market') as typeof query;
  }
  if (key !== null) query = query.orderBy(key, direction);
  return query.orderBy('m.id', direction).limit(limit).offset(offset);
}

type MarketQuery = SelectQueryBuilder<Database & { m: Database['markets'] }, 'm', { market: number }>;

function needsFigures(order: MarketOrder): boolean {
  return Object.hasOwn(FIGURE_COLUMNS, order);
}

/** What is sorted by before the id; null for the id alone. */
function orderKey({ order, sinceHour }: MarketListing): RawBuilder<number | string> | null {
  if (order === 'id') return null;
  if (order === 'volume24hr') {
    return sql`coalesce((select sum(h.volume_micros) from market_hours as h where h.market = m.market and h.hour >= ${sinceHour}), 0)`;
  }
  if (Object.hasOwn(FIGURE_COLUMNS, order)) {
    return sql`coalesce(${sql.ref(FIGURE_COLUMNS[order as keyof typeof FIGURE_COLUMNS])}, 0)`;
  }
  return sql.ref(ORDER_COLUMNS[order as keyof typeof ORDER_COLUMNS]);
}

/**
 * Flags lead the search only when the id orders: their indexes end in it. Otherwise a unary plus keeps them from being
 * preferred, without statistics, to the index that gives the order.
 */
function filterFlags(query: MarketQuery, filter: MarketFilter, leading: boolean): MarketQuery {
  let filtered = query;
  for (const name of ['active', 'closed', 'archived'] as const) {
    const wanted = filter[name];
    if (wanted === undefined) continue;
    const column = sql.ref(`m.${name}`);
    filtered = filtered.where(leading ? sql`${column}` : sql`+${column}`, '=', wanted ? 1 : 0);
  }
  return filtered;
}

function filterMembership(query: MarketQuery, filter: MarketFilter): MarketQuery {
  const { eventId, eventSlug, conditionId, slug, creator } = filter;
  let filtered = query;
  if (eventId !== undefined) filtered = filtered.where('m.event', '=', eventId);
  if (eventSlug !== undefined) {
    filtered = filtered.where('m.event', '=', (eb) => eb.selectFrom('events').select('events.id').where('events.slug', '=', eventSlug));
  }
  if (conditionId !== undefined) filtered = filtered.where('m.condition_id', '=', conditionId);
  if (slug !== undefined) filtered = filtered.where('m.slug', '=', slug);
  if (creator !== undefined) {
    filtered = filtered.where((eb) =>
      eb.or([
        eb('m.everywhere', '=', 1),
        eb.exists(
          eb
            .selectFrom('event_sites as site')
            .select('site.event')
            .whereRef('site.event', '=', 'm.event')
            .where('site.site', '=', creator),
        ),
      ]),
    );
  }
  return filtered;
}

/** Ids of the markets under a tag, given by slug, id or both. */
function taggedIds(database: Kysely<Database>, filter: MarketFilter) {
  let tagged = database.selectFrom('market_tags as t').select('t.id');
  const { tagSlug, tagId } = filter;
  if (tagSlug !== undefined) tagged = tagged.where('t.slug', '=', tagSlug);
  if (tagId !== undefined) {
    tagged = tagged.where('t.slug', '=', (eb) => eb.selectFrom('tags').select('tags.slug').where('tags.id', '=', tagId));
  }
  return tagged;
}
