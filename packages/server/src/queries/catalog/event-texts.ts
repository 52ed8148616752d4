/** Finds names of catalog events for messages about their markets, by primary keys only. */
import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { selectInChunks } from '../select-in-chunks.ts';

export interface EventTextRow {
  readonly id: number;
  readonly ticker: string;
  readonly title: string;
  readonly description: string;
  /** Slugs in the event's own order. */
  readonly tagSlugs: readonly string[];
}

/** Events with these ids, in no particular order; unknown ids are skipped. */
export async function eventTexts(database: Kysely<Database>, ids: readonly number[]): Promise<EventTextRow[]> {
  const rows = await selectInChunks(ids, (chunk) =>
    database.selectFrom('events').select(['id', 'ticker', 'title', 'description']).where('id', 'in', chunk).execute(),
  );
  const tags = await selectInChunks(ids, (chunk) =>
    database
      .selectFrom('event_tags')
      .innerJoin('tags', 'tags.id', 'event_tags.tag')
      .select(['event_tags.event', 'tags.slug'])
      .where('event_tags.event', 'in', chunk)
      .orderBy('event_tags.event')
      .orderBy('event_tags.position')
      .execute(),
  );
  return rows.map((row) => ({
    ...row,
    tagSlugs: tags.filter(({ event }) => event === row.id).map(({ slug }) => slug),
  }));
}
