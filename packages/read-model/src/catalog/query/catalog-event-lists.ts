/** Selection of events for `GET /events`: its filters and sort columns in terms of the listing. */
import { type RawBuilder, sql } from 'kysely';
import type { ReadStore } from '../../database.ts';
import { seriesScope, tagScope } from '../listing-classes.ts';
import {
  type CatalogFilter,
  excludedTags,
  type ListedRow,
  type Listing,
  type ListingPage,
  type ListingSource,
  listedRows,
  pageOf,
  type RowCheck,
  slugOf,
  tagCheck,
} from './listing-keys.ts';

export interface EventFilter extends CatalogFilter {
  readonly seriesSlug?: string;
  readonly seriesId?: number;
  /** Subquery of the only ids that may be shown. */
  readonly match?: RawBuilder<unknown>;
  /** Slugs of tags, any of which every row has. */
  readonly anyTag?: readonly string[];
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
  closedTime: 'closed_us',
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
  const tag = await slugOf(database, 'tags', listing.filter.tagId);
  const series = await slugOf(database, 'series', listing.filter.seriesId);
  if (tag === null || series === null) return [];
  const excluded = await excludedTags(database, EVENT_SOURCE, listing.filter.excludedTags);
  return listedRows(database, EVENT_SOURCE, eventPage(listing, tag, series, excluded));
}

/**
 * Page of the listing, with the slugs of the tag and the series that the filter names by id, and checks for tags that
 * it excludes.
 */
export function eventPage(
  listing: EventListing,
  tagOfId: string | undefined,
  seriesOfId: string | undefined,
  excluded: readonly RowCheck[] = [],
): ListingPage {
  const { tagSlug, seriesSlug, ids, slugs, match, anyTag } = listing.filter;
  const checks = anyTag === undefined ? excluded : [...excluded, tagCheck(EVENT_SOURCE, anyTag, true)];
  const given = <Value>(values: readonly (Value | undefined)[]) => values.filter((value) => value !== undefined);
  const within = [...given([tagSlug, tagOfId]).map(tagScope), ...given([seriesSlug, seriesOfId]).map(seriesScope)];
  const only = given([
    ids && sql`select id from events where id in (${sql.join(ids)})`,
    slugs && sql`select id from events where slug in (${sql.join(slugs)})`,
    match,
  ]);
  return pageOf(listing, COLUMNS, within, only, checks);
}
