/** Selection of events for `GET /events`: its filters and sort columns in terms of the listing. */
import { type RawBuilder, sql } from 'kysely';
import type { ReadStore } from '../../database.ts';
import { seriesScope, siteScope, tagScope } from '../listing-classes.ts';
import { slugOfTag } from './catalog-markets.ts';
import {
  type CatalogFilter,
  type ListedRow,
  type Listing,
  type ListingPage,
  type ListingSource,
  listedRows,
} from './listing-keys.ts';

export interface EventFilter extends CatalogFilter {
  readonly seriesSlug?: string;
  readonly seriesId?: number;
  /** Subquery of the only ids that may be shown. */
  readonly match?: RawBuilder<unknown>;
}

/** Sort columns by the name clients use. */
const COLUMNS = {
  id: 'id',
  title: 'title',
  slug: 'slug',
  startDate: 'start_us',
  endDate: 'end_us',
  createdAt: 'created_us',
  updatedAt: 'updated_us',
  volume: 'volume_micros',
  volume24hr: 'volume_24hr_micros',
  liquidity: 'liquidity_micros',
} as const;

export type EventOrder = keyof typeof COLUMNS;

export type EventListing = Listing<EventFilter, EventOrder>;

export const EVENT_SOURCE: ListingSource = {
  table: 'event_listing',
  scopes: 'event_scopes',
  key: 'id',
  counted: 'events',
};

/** Ids of one page, in order. */
export async function eventKeys(database: ReadStore, listing: EventListing): Promise<number[]> {
  return (await eventRows(database, listing)).map(({ key }) => key);
}

/** Rows of one page, in order; ties are ordered by id in the same direction. */
export async function eventRows(database: ReadStore, listing: EventListing): Promise<readonly ListedRow[]> {
  const { tagId, seriesId } = listing.filter;
  const tag = tagId === undefined ? undefined : await slugOfTag(database, tagId);
  const series = seriesId === undefined ? undefined : await slugOfSeries(database, seriesId);
  if (tag === null || series === null) return [];
  return listedRows(database, EVENT_SOURCE, eventPage(listing, tag, series));
}

async function slugOfSeries(database: ReadStore, id: number): Promise<string | null> {
  const series = await database.selectFrom('series').select('slug').where('id', '=', id).executeTakeFirst();
  return series?.slug ?? null;
}

/** Page of the listing, with the slugs of the tag and the series that the filter names by id. */
export function eventPage(
  { filter, order, ...rest }: EventListing,
  tagOfId: string | undefined,
  seriesOfId: string | undefined,
): ListingPage {
  const { active, closed, archived, tagSlug, seriesSlug, ids, slugs, creator } = filter;
  const isGiven = (text: string | undefined): text is string => text !== undefined;
  const within = [
    ...[tagSlug, tagOfId].filter(isGiven).map(tagScope),
    ...[seriesSlug, seriesOfId].filter(isGiven).map(seriesScope),
  ];
  const site = creator === undefined ? undefined : siteScope(creator);
  const only: RawBuilder<unknown>[] = [];
  if (ids !== undefined) only.push(sql`select id from events where id in (${sql.join(ids)})`);
  if (slugs !== undefined) only.push(sql`select id from events where slug in (${sql.join(slugs)})`);
  if (filter.match !== undefined) only.push(filter.match);
  return {
    ...rest,
    filter: { active, closed, archived, within, site },
    ranges: filter.ranges ?? [],
    only,
    columns: order.map((name) => COLUMNS[name]),
  };
}
