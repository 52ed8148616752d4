/** Lists tags and series by id, newest first by default, and finds single ones. */
import { type RawBuilder, sql } from 'kysely';
import type { ReadStore } from '../../database.ts';
import { inOrderOf } from '../../lookup.ts';
import { selectInChunks } from '../../select-in-chunks.ts';
import type { SeriesRow, TagRow } from '../tables.ts';

export interface TagListing {
  readonly limit: number;
  readonly offset: number;
  readonly ascending: boolean;
  /** Lower-case address or site identifier. */
  readonly creator: string | undefined;
}

/** Tags of a page. With a site: tags carried by an event available there, and tags carried by no event. */
export async function tagPage(database: ReadStore, listing: TagListing): Promise<TagRow[]> {
  return (await tagQuery(listing).execute(database)).rows as TagRow[];
}

/** Query of a page; exported for the test of its plan. */
export function tagQuery({ limit, offset, ascending, creator }: TagListing): RawBuilder<TagRow> {
  const page = sql`${ascending ? sql`asc` : sql`desc`} limit ${limit} offset ${offset}`;
  if (creator === undefined) return sql`select * from tags order by id ${page}`;
  const ids = sql`
    select tag from tag_listing where everywhere = 1
    union all
    select s.tag from site_tags as s cross join tag_listing as t on t.tag = s.tag
    where s.site = ${creator} and t.everywhere = 0
    order by tag ${page}`;
  return sql`select tags.* from (${ids}) as shown cross join tags on tags.id = shown.tag order by shown.tag ${
    ascending ? sql`asc` : sql`desc`
  }`;
}

/** Tag with a public id or slug; null if there is none. */
export async function findTag(
  database: ReadStore,
  key: { readonly id: number } | { readonly slug: string },
): Promise<TagRow | null> {
  const query = database.selectFrom('tags').selectAll();
  const found = 'id' in key ? query.where('id', '=', key.id) : query.where('slug', '=', key.slug);
  return (await found.executeTakeFirst()) ?? null;
}

/** Tags of the event with this id, in their order; null if there is no such event. */
export async function tagsOfEvent(database: ReadStore, id: number): Promise<TagRow[] | null> {
  const rows = await database
    .selectFrom('events')
    .leftJoin('event_tags', 'event_tags.event', 'events.id')
    .leftJoin('tags', 'tags.id', 'event_tags.tag')
    .selectAll('tags')
    .where('events.id', '=', id)
    .orderBy('event_tags.position')
    .execute();
  // An event without tags yields one row of nulls.
  return rows.length === 0 ? null : rows.filter((row): row is TagRow => row.id !== null);
}

/** Id of a market's event, null if it has none; undefined if there is no such market. */
export async function eventOfMarket(
  database: ReadStore,
  column: 'id' | 'condition_id',
  value: string | number,
): Promise<number | null | undefined> {
  return (await database.selectFrom('markets').select('event').where(column, '=', value).executeTakeFirst())?.event;
}

/** Tags with these ids, in the same order; unknown ids are skipped. */
export async function tagsByIds(database: ReadStore, ids: readonly number[]): Promise<TagRow[]> {
  const rows = await selectInChunks(ids, (chunk) => database.selectFrom('tags').selectAll().where('id', 'in', chunk));
  return inOrderOf(ids, rows, ({ id }) => id);
}

export interface SeriesListing {
  readonly limit: number;
  readonly offset: number;
  readonly ascending: boolean;
  readonly slug: string | undefined;
}

export function seriesPage(
  database: ReadStore,
  { limit, offset, ascending, slug }: SeriesListing,
): Promise<SeriesRow[]> {
  const all = database.selectFrom('series').selectAll().limit(limit).offset(offset);
  const query = all.orderBy('id', ascending ? 'asc' : 'desc');
  return (slug === undefined ? query : query.where('slug', '=', slug)).execute();
}

export async function findSeries(database: ReadStore, id: number): Promise<SeriesRow | null> {
  return (await database.selectFrom('series').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}
