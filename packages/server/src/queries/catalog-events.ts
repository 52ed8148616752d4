/** Loads catalog events with what belongs to them, and the tags of the venue. */
import type { Kysely } from 'kysely';
import type { EventRow, SeriesRow, TagRow } from '../ports/catalog-tables.ts';
import { dayStartHour, type MarketView, marketViews } from './catalog-market-views.ts';
import type { Database } from './database.ts';

export interface EventView {
  readonly event: EventRow;
  readonly tags: readonly TagRow[];
  readonly series: readonly SeriesRow[];
  readonly markets: readonly MarketView[];
  /** Where it is available; empty = everywhere. */
  readonly sites: readonly string[];
}

/** The event under a public id or slug; null when there is none, or none on the site `creator` (lower-case). */
export async function findEvent(
  database: Kysely<Database>,
  key: { readonly id: number } | { readonly slug: string },
  creator: string | undefined,
  nowMs: number,
): Promise<EventView | null> {
  const found = database.selectFrom('events').selectAll();
  const query = 'id' in key ? found.where('id', '=', key.id) : found.where('slug', '=', key.slug);
  const event = await query.executeTakeFirst();
  if (event === undefined) return null;
  const sites = await sitesOf(database, event.id);
  if (creator !== undefined && event.everywhere === 0 && !sites.includes(creator)) return null;
  const tags = await database
    .selectFrom('event_tags')
    .innerJoin('tags', 'tags.id', 'event_tags.tag')
    .selectAll('tags')
    .where('event_tags.event', '=', event.id)
    .orderBy('event_tags.position')
    .execute();
  const series = await database
    .selectFrom('event_series')
    .innerJoin('series', 'series.id', 'event_series.series')
    .selectAll('series')
    .where('event_series.event', '=', event.id)
    .orderBy('event_series.position')
    .execute();
  const markets = await marketViews(database, { kind: 'event', event: event.id }, dayStartHour(nowMs));
  return { event, tags, series, markets, sites };
}

async function sitesOf(database: Kysely<Database>, event: number): Promise<string[]> {
  const rows = await database
    .selectFrom('event_sites')
    .select('site')
    .where('event', '=', event)
    .orderBy('site')
    .execute();
  return rows.map(({ site }) => site);
}

export interface TagListing {
  readonly limit: number;
  readonly offset: number;
  /** Lower-case address or site identifier. */
  readonly creator: string | undefined;
}

/** Tags, newest first by id; with a site, those that one of its events carries and those that no event carries. */
export function tagPage(database: Kysely<Database>, { limit, offset, creator }: TagListing) {
  const query = database.selectFrom('tags').selectAll().orderBy('tags.id', 'desc').limit(limit).offset(offset);
  if (creator === undefined) return query;
  return query.where((eb) => {
    const carried = eb
      .selectFrom('event_tags')
      .innerJoin('events', 'events.id', 'event_tags.event')
      .select('event_tags.event')
      .whereRef('event_tags.tag', '=', 'tags.id');
    const onSite = carried.where((inner) =>
      inner.or([
        inner('events.everywhere', '=', 1),
        inner.exists(
          inner
            .selectFrom('event_sites as site')
            .select('site.event')
            .whereRef('site.event', '=', 'events.id')
            .where('site.site', '=', creator),
        ),
      ]),
    );
    return eb.or([eb.not(eb.exists(carried)), eb.exists(onSite)]);
  });
}
