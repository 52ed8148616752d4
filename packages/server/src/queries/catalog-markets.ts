/**
 * Which markets a listing shows, in order: the keys of one page. Rows are loaded afterwards, so that sorting never drags
 * texts along. Every order is read off an index: a page costs what it skips and shows, not what the venue holds.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type MarketFilter, marketConditions } from './catalog-market-filter.ts';
import type { Database } from './database.ts';

/** Sort columns of the catalog itself, by the name clients use. */
const COLUMNS = {
  id: 'm.id',
  question: 'm.question',
  slug: 'm.slug',
  startDate: 'm.start_us',
  endDate: 'm.end_us',
  createdAt: 'm.created_us',
  updatedAt: 'm.updated_us',
} as const;

/** Figures of trading. Markets without one are shown with the lowest value, or the highest where `emptyIsHighest`. */
const FIGURES = {
  volume: { column: 'volume_micros', emptyIsHighest: false },
  volumeNum: { column: 'volume_micros', emptyIsHighest: false },
  liquidity: { column: 'liquidity_micros', emptyIsHighest: false },
  liquidityNum: { column: 'liquidity_micros', emptyIsHighest: false },
  bestBid: { column: 'best_bid_ticks', emptyIsHighest: false },
  bestAsk: { column: 'best_ask_ticks', emptyIsHighest: true },
  lastTradePrice: { column: 'last_price_ticks', emptyIsHighest: false },
} as const;

type ColumnOrder = keyof typeof COLUMNS;
type FigureOrder = keyof typeof FIGURES;
export type MarketOrder = ColumnOrder | FigureOrder | 'volume24hr';

export interface MarketListing {
  readonly filter: MarketFilter;
  readonly order: MarketOrder;
  readonly ascending: boolean;
  readonly limit: number;
  readonly offset: number;
  /** Unix hour from which on volume counts for `volume24hr`. */
  readonly sinceHour: number;
}

/** A listing's queries: one, or two whose rows follow each other. Exported for the test of their plans. */
export type MarketKeyQuery = RawBuilder<{ readonly market: number }>;

const isColumn = (order: MarketOrder): order is ColumnOrder => Object.hasOwn(COLUMNS, order);

/** Keys of one page, in order; markets of equal value are ordered by id in the same direction. */
export async function marketKeys(database: Kysely<Database>, listing: MarketListing): Promise<number[]> {
  const { order, limit, offset } = listing;
  if (isColumn(order)) return keysOf(database, columnQuery(listing, order));
  const figure = figureOf(listing, order);
  const [first, second] = figureParts(listing, figure);
  const page = await keysOf(database, paged(first.rows, limit, offset));
  if (page.length === limit) return page;
  const skipped = page.length > 0 ? offset + page.length : await countOf(database, first.rows);
  const rest = paged(second.rows, limit - page.length, Math.max(0, offset - skipped));
  return [...page, ...(await keysOf(database, rest))];
}

/** The queries that a page may need, unpaged ones last. */
export function marketKeyQueries(listing: MarketListing): MarketKeyQuery[] {
  const { order, limit, offset } = listing;
  if (isColumn(order)) return [columnQuery(listing, order)];
  return figureParts(listing, figureOf(listing, order)).map(({ rows }) => paged(rows, limit, offset));
}

async function keysOf(database: Kysely<Database>, query: MarketKeyQuery): Promise<number[]> {
  return (await query.execute(database)).rows.map(({ market }) => market);
}

async function countOf(database: Kysely<Database>, rows: MarketKeyQuery): Promise<number> {
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n from (${rows}) as part`.execute(database);
  return counted[0]?.n ?? 0;
}

function paged(rows: MarketKeyQuery, limit: number, offset: number): MarketKeyQuery {
  return sql`${rows} limit ${limit} offset ${offset}`;
}

const directionOf = ({ ascending }: MarketListing): RawBuilder<unknown> => (ascending ? sql`asc` : sql`desc`);

function columnQuery(listing: MarketListing, order: ColumnOrder): MarketKeyQuery {
  const { filter, limit, offset } = listing;
  const direction = directionOf(listing);
  const byId = order === 'id';
  const where = marketConditions(filter, byId);
  const orderBy = byId ? sql`m.id ${direction}` : sql`${sql.ref(COLUMNS[order])} ${direction}, m.id ${direction}`;
  return paged(sql`select m.market from markets as m where ${where} order by ${orderBy}`, limit, offset);
}

/** How a figure is found: `ranked` yields (market, value) with values above 0; `has` tells whether m has one. */
interface Figure {
  readonly ranked: RawBuilder<unknown>;
  readonly has: RawBuilder<boolean>;
  readonly emptyIsHighest: boolean;
}

function figureOf({ sinceHour }: MarketListing, order: FigureOrder | 'volume24hr'): Figure {
  if (order === 'volume24hr') {
    return {
      // The unary plus keeps the grouping from walking all hours of all markets in order of market.
      ranked: sql`(select market, sum(volume_micros) as value from market_hours
        where hour >= ${sinceHour} group by +market having sum(volume_micros) > 0)`,
      has: sql<boolean>`exists (select 1 from market_hours as h
        where h.market = m.market and h.hour >= ${sinceHour} and h.volume_micros > 0)`,
      emptyIsHighest: false,
    };
  }
  const { column, emptyIsHighest } = FIGURES[order];
  const value = sql.ref(column);
  return {
    ranked: sql`(select market, ${value} as value from market_stats where ${value} > 0)`,
    has: sql<boolean>`exists (select 1 from market_stats as h where h.market = m.market and h.${value} > 0)`,
    emptyIsHighest,
  };
}

/** Markets with the figure, by value, and markets without, by id, in the order in which the listing shows them. */
function figureParts(listing: MarketListing, { ranked, has, emptyIsHighest }: Figure) {
  const direction = directionOf(listing);
  const where = marketConditions(listing.filter, false);
  const valued: MarketKeyQuery = sql`select m.market from ${ranked} as s join markets as m on m.market = s.market
    where ${where} order by s.value ${direction}, m.id ${direction}`;
  const empty: MarketKeyQuery = sql`select m.market from markets as m
    where ${marketConditions(listing.filter, true)} and not ${has} order by m.id ${direction}`;
  return listing.ascending === emptyIsHighest
    ? ([{ rows: valued }, { rows: empty }] as const)
    : ([{ rows: empty }, { rows: valued }] as const);
}
