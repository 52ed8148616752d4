/** The read `public-search`: `GET /public-search`. Tags and profiles are on the first page, events on all. */
import type { SearchAnswer, SearchProfile, SearchQuery, SearchTag } from '@bellwether/contract';
import type { Kysely } from 'kysely';
import { eventViews } from '../../queries/catalog/catalog-events.ts';
import { tagsByIds } from '../../queries/catalog/catalog-tags.ts';
import {
  COUNTED_MAX,
  eventCounts,
  searchEvents,
  searchEventsSorted,
  searchProfiles,
  searchTags,
} from '../../queries/catalog/search.ts';
import { selectAuthors } from '../../queries/community/profiles.ts';
import type { Database } from '../../queries/database.ts';
import { optimizedImage, shownProfile } from '../../wire/accounts/shown-profile.ts';
import { eventBody, tagBody } from '../../wire/catalog/catalog-output.ts';
import { type Read, serializerOf } from '../read.ts';

/** Columns of `GET /events` by their names in the search. */
const COLUMNS = {
  volume: 'volume',
  volume_24hr: 'volume24hr',
  liquidity: 'liquidity',
  start_date: 'startDate',
  end_date: 'endDate',
  volume24hr: 'volume24hr',
  startDate: 'startDate',
  endDate: 'endDate',
} as const;

/** Creates the read; its serialiser follows `responseSchema`, the answer of the search. */
export function publicSearchRead(responseSchema: object): Read<SearchQuery, SearchAnswer> {
  return {
    name: 'public-search',
    async run(database, query) {
      const { q, limit_per_type: limit, page, events_status: status } = query;
      const offset = (page - 1) * limit;
      const { sort, ascending } = query;
      const matches =
        sort === undefined
          ? await searchEvents(database, q, status, { limit, offset })
          : await searchEventsSorted(database, q, status, { column: COLUMNS[sort], ascending }, { limit, offset });
      const events = (await eventViews(database, matches.ids)).map(eventBody);
      const isFirst = page === 1;
      const tags = isFirst && query.search_tags ? await foundTags(database, q, limit) : [];
      const profiles = isFirst && query.search_profiles ? await foundProfiles(database, q, limit) : [];
      const pagination = {
        hasMore: matches.hasMore,
        totalResults: Math.min(matches.counted, COUNTED_MAX),
        totalIsExact: matches.counted <= COUNTED_MAX,
      };
      return { value: { events, tags, profiles, pagination } };
    },
    serialize: serializerOf(responseSchema),
  };
}

async function foundTags(database: Kysely<Database>, text: string, limit: number): Promise<SearchTag[]> {
  const { ids } = await searchTags(database, text, { limit, offset: 0 });
  const rows = await tagsByIds(database, ids);
  const counts = await eventCounts(database, rows);
  return rows.map((row) => ({ ...tagBody(row), event_count: counts.get(row.id) ?? 0 }));
}

async function foundProfiles(database: Kysely<Database>, text: string, limit: number): Promise<SearchProfile[]> {
  const { ids } = await searchProfiles(database, text, { limit, offset: 0 });
  const authors = new Map((await selectAuthors(database, ids)).map((row) => [row.account, row]));
  return ids.flatMap((id) => {
    const author = authors.get(id);
    return author === undefined
      ? []
      : [
          {
            ...shownProfile(author),
            profileImageOptimized: optimizedImage(author.profile_image),
            proxyWallet: author.known_wallet,
            baseAddress: author.address,
          },
        ];
  });
}
