/** Loads catalog events with their tags, series, markets and sites. */
import { clarificationsOf } from '../../asking/query/asking.ts';
import type { AskingTables } from '../../asking/tables.ts';
import type { ReadStore } from '../../database.ts';
import { inOrderOf } from '../../lookup.ts';
import { selectInChunks } from '../../select-in-chunks.ts';
import type { EventRow, SeriesRow, TagRow } from '../tables.ts';
import { type MarketView, marketViews } from './catalog-market-views.ts';

export interface EventView {
  readonly event: EventRow;
  readonly tags: readonly TagRow[];
  readonly series: readonly SeriesRow[];
  /** In order of creation. */
  readonly markets: readonly MarketView[];
  /** Sites where it is available; empty means everywhere. */
  readonly sites: readonly string[];
  /** Oldest first. */
  readonly clarifications: readonly AskingTables['clarifications'][];
}

/** Event with a public id or slug; null if there is none, or none on the site `creator` (lower-case). */
export async function findEvent(
  database: ReadStore,
  key: { readonly id: number } | { readonly slug: string },
  creator: string | undefined,
): Promise<EventView | null> {
  const id = 'id' in key ? key.id : await idOfSlug(database, key.slug);
  if (id === null) return null;
  const [view] = await eventViews(database, [id]);
  if (view === undefined) return null;
  return creator === undefined || view.event.everywhere === 1 || view.sites.includes(creator) ? view : null;
}

/** Public id of the event with a slug; null if there is none. */
export async function idOfSlug(database: ReadStore, slug: string): Promise<number | null> {
  const row = await database.selectFrom('events').select('id').where('slug', '=', slug).executeTakeFirst();
  return row?.id ?? null;
}

/** Events with these ids, in the same order; unknown ids are skipped. */
export async function eventViews(database: ReadStore, ids: readonly number[]): Promise<EventView[]> {
  const rows = await selectInChunks(ids, (chunk) => database.selectFrom('events').selectAll().where('id', 'in', chunk));
  const tags = await tagsByEvent(database, ids);
  const series = Map.groupBy(await seriesRows(database, ids), ({ event }) => event);
  const sites = Map.groupBy(await siteRows(database, ids), ({ event }) => event);
  const clarifications = Map.groupBy(await clarificationsOf(database, ids), ({ event }) => event);
  const markets = Map.groupBy(await marketViews(database, { kind: 'events', events: ids }), ({ event }) => event ?? -1);
  return inOrderOf(ids, rows, ({ id }) => id).map((event) => ({
    event,
    tags: tags.get(event.id) ?? [],
    series: series.get(event.id) ?? [],
    markets: markets.get(event.id) ?? [],
    sites: (sites.get(event.id) ?? []).map(({ site }) => site),
    clarifications: clarifications.get(event.id) ?? [],
  }));
}

/** Tags by event, in the events' own order; none for an event without tags. */
export async function tagsByEvent(database: ReadStore, ids: readonly number[]): Promise<Map<number, TagRow[]>> {
  return Map.groupBy(await tagRows(database, ids), ({ event }) => event);
}

function tagRows(database: ReadStore, ids: readonly number[]) {
  return selectInChunks(ids, (chunk) =>
    database
      .selectFrom('event_tags')
      .innerJoin('tags', 'tags.id', 'event_tags.tag')
      .selectAll('tags')
      .select('event_tags.event')
      .where('event_tags.event', 'in', chunk)
      .orderBy('event_tags.event')
      .orderBy('event_tags.position'),
  );
}

function seriesRows(database: ReadStore, ids: readonly number[]) {
  return selectInChunks(ids, (chunk) =>
    database
      .selectFrom('event_series')
      .innerJoin('series', 'series.id', 'event_series.series')
      .selectAll('series')
      .select('event_series.event')
      .where('event_series.event', 'in', chunk)
      .orderBy('event_series.event')
      .orderBy('event_series.position'),
  );
}

function siteRows(database: ReadStore, ids: readonly number[]) {
  return selectInChunks(ids, (chunk) =>
    database
      .selectFrom('event_sites')
      .select(['event', 'site'])
      .where('event', 'in', chunk)
      .orderBy('event')
      .orderBy('site'),
  );
}
