/** Texts for the gateway alone: those that the exchange does not keep, and names of events for the live feed. */

import type { ReadStore } from '../../database.ts';
import type { Read } from '../../read.ts';
import { selectInChunks } from '../../select-in-chunks.ts';
import { tagsByEvent } from '../query/catalog-events.ts';
import type { EventRow } from '../tables.ts';

/** Texts of a market, event or profile under the names used by commands. */
export const keptTextRead: Read<KeptTextOf, KeptText> = {
  name: 'kept-text',
  run: async (database, parameters) => {
    const value = await keptText(database, parameters);
    return value === null ? null : { value };
  },
  serialize: (value) => JSON.stringify(value),
};

/** Names of the events with these public ids. */
export const eventTextsRead: Read<{ readonly ids: readonly number[] }, readonly EventTextRow[]> = {
  name: 'event-texts',
  run: async (database, { ids }) => ({ value: await eventTexts(database, ids) }),
  serialize: (value) => JSON.stringify(value),
};

/** Owner of the texts: a market by the engine's index, an event by its public id, a profile by its account. */
export interface KeptTextOf {
  readonly of: 'market' | 'event' | 'profile';
  readonly id: number;
}

/** Values by field name; null if the owner does not exist. */
type KeptText = Readonly<Record<string, string | boolean>> | null;

async function keptText(database: ReadStore, { of, id }: KeptTextOf): Promise<KeptText> {
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

interface EventTextRow extends Pick<EventRow, 'id' | 'ticker' | 'title' | 'description'> {
  /** Slugs in the event's own order. */
  readonly tagSlugs: readonly string[];
}

/** Events with these ids, in no particular order; unknown ids are skipped. */
async function eventTexts(database: ReadStore, ids: readonly number[]): Promise<EventTextRow[]> {
  const rows = await selectInChunks(ids, (chunk) =>
    database.selectFrom('events').select(['id', 'ticker', 'title', 'description']).where('id', 'in', chunk),
  );
  const tags = await tagsByEvent(database, ids);
  return rows.map((row) => ({ ...row, tagSlugs: (tags.get(row.id) ?? []).map(({ slug }) => slug) }));
}
