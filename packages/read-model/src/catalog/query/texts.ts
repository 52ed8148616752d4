/**
 * Texts that the exchange does not keep, under the names used by commands, and names of events for messages about their
 * markets. By primary keys only.
 */
import type { ReadStore } from '../../database.ts';
import { selectInChunks } from '../../select-in-chunks.ts';
import type { EventRow } from '../tables.ts';

/** Owner of the texts: a market by the engine's index, an event by its public id, a profile by its account. */
export interface KeptTextOf {
  readonly of: 'market' | 'event' | 'profile';
  readonly id: number;
}

/** Values by field name; null if the owner does not exist. */
export type KeptText = Readonly<Record<string, string | boolean>> | null;

export async function keptText(database: ReadStore, { of, id }: KeptTextOf): Promise<KeptText> {
  switch (of) {
    case 'market':
      return (await marketText(database, id)) ?? null;
    case 'event':
      return (await eventText(database, id)) ?? null;
    case 'profile':
      return profileText(database, id);
  }
}

function marketText(database: ReadStore, market: number) {
  return database
    .selectFrom('markets')
    .select(['question', 'description', 'resolution_source as resolutionSource', 'image', 'icon'])
    .select(['start_date as startDate', 'end_date as endDate', 'game_start_time as gameStartTime'])
    .select('group_item_title as groupItemTitle')
    .where('market', '=', market)
    .executeTakeFirst();
}

function eventText(database: ReadStore, id: number) {
  return database
    .selectFrom('events')
    .select(['ticker', 'title', 'description', 'resolution_source as resolutionSource', 'image', 'icon'])
    .select(['start_date as startDate', 'end_date as endDate'])
    .where('id', '=', id)
    .executeTakeFirst();
}

async function profileText(database: ReadStore, account: number): Promise<KeptText> {
  const row = await database
    .selectFrom('profiles')
    .select(['name', 'bio', 'profile_image as profileImage', 'display_username_public'])
    .where('account', '=', account)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { display_username_public: shown, ...texts } = row;
  return { ...texts, displayUsernamePublic: shown === 1 };
}

export interface EventTextRow extends Pick<EventRow, 'id' | 'ticker' | 'title' | 'description'> {
  /** Slugs in the event's own order. */
  readonly tagSlugs: readonly string[];
}

/** Events with these ids, in no particular order; unknown ids are skipped. */
export async function eventTexts(database: ReadStore, ids: readonly number[]): Promise<EventTextRow[]> {
  const rows = await selectInChunks(ids, (chunk) =>
    database.selectFrom('events').select(['id', 'ticker', 'title', 'description']).where('id', 'in', chunk),
  );
  const tags = await selectInChunks(ids, (chunk) =>
    database
      .selectFrom('event_tags')
      .innerJoin('tags', 'tags.id', 'event_tags.tag')
      .select(['event_tags.event', 'tags.slug'])
      .where('event_tags.event', 'in', chunk)
      .orderBy('event_tags.event')
      .orderBy('event_tags.position'),
  );
  return rows.map((row) => ({
    ...row,
    tagSlugs: tags.filter(({ event }) => event === row.id).map(({ slug }) => slug),
  }));
}
