/** Selection of events for `GET /events`: its filters and sort columns in terms of the listing. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { seriesScope, siteScope, tagScope } from '../../schema/listing-classes.ts';
import type { Database } from '../database.ts';
import { slugOfTag } from './catalog-markets.ts';
import {
  type ListedRow,
  type ListingPage,
  type ListingPlace,
  type ListingRange,
  type ListingSource,
  listedRows,
} from './listing-keys.ts';

/** Restrictions of the listing; all given conditions must hold. A list accepts any of its values. */
export interface EventFilter {
  readonly active?: boolean;
  readonly closed?: boolean;
  readonly archived?: boolean;
  readonly tagSlug?: string;
  readonly tagId?: number;
  readonly seriesSlug?: string;
  readonly seriesId?: number;
  readonly ids?: readonly number[];
  readonly slugs?: readonly string[];
  readonly ranges?: readonly ListingRange[];
  /** Lower-case address or site identifier: only what is available there. */
  readonly creator?: string;
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

export interface EventListing {
  readonly filter: EventFilter;
  /** At least one sort column; each breaks ties of the previous ones. */
  readonly order: readonly EventOrder[];
  readonly ascending: boolean;
  readonly limit: number;
  readonly offset: number;
  /** Only rows after this place. */
  readonly after?: ListingPlace;
  /** Only for tests, see `ListingPage`. */
  readonly takeMax?: number;
}

export const EVENT_SOURCE: ListingSource = {
  table: 'event_listing',
  scopes: 'event_scopes',
  key: 'id',
  counted: 'events',
};

/** Ids of one page, in order. */
export async function eventKeys(database: Kysely<Database>, listing: EventListing): Promise<number[]> {
  return (await eventRows(database, listing)).map(({ key }) => key);
}

/** Rows of one page, in order; ties are ordered by id in the same direction. */
export async function eventRows(database: Kysely<Database>, listing: EventListing): Promise<readonly ListedRow[]> {
  const { tagId, seriesId } = listing.filter;
  const tag = tagId === undefined ? undefined : await slugOfTag(database, tagId);
  const series = seriesId === undefined ? undefined : await slugOfSeries(database, seriesId);
  if (tag === null || series === null) return [];
  return listedRows(database, EVENT_SOURCE, eventPage(listing, tag, series));
}

async function slugOfSeries(database: Kysely<Database>, id: number): Promise<string | null> {
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
