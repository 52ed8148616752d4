/** The read `public-search`: `GET /public-search`. Tags and profiles are on the first page, events on all. */
import type { Event, SearchAnswer, SearchProfile, SearchQuery, SearchTag } from '@bellwether/contract';
import { optimizedImage, shownProfile } from '../../community/answer/shown-profile.ts';
import { selectAuthors } from '../../community/query/profiles.ts';
import type { ReadStore } from '../../database.ts';
import { inOrderOf } from '../../lookup.ts';
import { createRead } from '../../read.ts';
import type { EventFilter } from '../query/catalog-event-lists.ts';
import { eventViews } from '../query/catalog-events.ts';
import { tagsByIds } from '../query/catalog-tags.ts';
import {
  COUNTED_MAX,
  eventCounts,
  searchEvents,
  searchEventsSorted,
  searchProfiles,
  searchTags,
} from '../query/search.ts';
import { eventBody, tagBody } from './catalog-output.ts';

/** Columns of `GET /events` by their names in the search. */
const COLUMNS = {
  volume: 'volume',
  volume_24hr: 'volume24hr',
  liquidity: 'liquidity',
  start_date: 'startDate',
  end_date: 'endDate',
  closed_time: 'closedTime',
  volume24hr: 'volume24hr',
  startDate: 'startDate',
  endDate: 'endDate',
  closedTime: 'closedTime',
  // The same for all events: the id decides.
  competitive: 'id',
} as const;

export const publicSearchRead = createRead<SearchQuery, SearchAnswer>('public-search', async (database, query) => {
  const { q, limit_per_type: limit, page, events_status: status } = query;
  const offset = (page - 1) * limit;
  const { sort, ascending } = query;
  const filter = filterOf(query);
  const column = sort === undefined ? 'id' : COLUMNS[sort];
  const matches =
    sort === undefined && Object.keys(filter).length === 0
      ? await searchEvents(database, q, status, { limit, offset })
      : await searchEventsSorted(database, q, status, { column, ascending }, { limit, offset }, filter);
  const found = (await eventViews(database, matches.ids)).map(eventBody);
  const events = NO_CLOSED.test(String(query.keep_closed_markets ?? '')) ? found.map(withoutClosed) : found;
  const isFirst = page === 1;
  const tags = isFirst && query.search_tags ? await foundTags(database, q, limit) : [];
  const profiles = isFirst && query.search_profiles ? await foundProfiles(database, q, limit) : [];
  const pagination = {
    hasMore: matches.hasMore,
    totalResults: Math.min(matches.counted, COUNTED_MAX),
    totalIsExact: matches.counted <= COUNTED_MAX,
  };
  return { value: { events, tags, profiles, pagination } };
});

function filterOf({ events_tag: anyTag, exclude_tag_id: excluded, recurrence }: SearchQuery): EventFilter {
  return {
    ...(anyTag !== undefined && { anyTag }),
    ...(excluded !== undefined && { excludedTags: excluded.map(Number) }),
    ...(recurrence !== undefined && { recurrence }),
  };
}

const NO_CLOSED = /^(0+|false)$/i;

const withoutClosed = (event: Event): Event =>
  event.closed ? event : { ...event, markets: event.markets.filter(({ closed }) => !closed) };

async function foundTags(database: ReadStore, text: string, limit: number): Promise<SearchTag[]> {
  const { ids } = await searchTags(database, text, { limit, offset: 0 });
  const rows = await tagsByIds(database, ids);
  const counts = await eventCounts(database, rows);
  return rows.map((row) => ({ ...tagBody(row), event_count: counts.get(row.id) ?? 0 }));
}

async function foundProfiles(database: ReadStore, text: string, limit: number): Promise<SearchProfile[]> {
  const { ids } = await searchProfiles(database, text, { limit, offset: 0 });
  const authors = inOrderOf(ids, await selectAuthors(database, ids), ({ account }) => account);
  return authors.map((author) => ({
    ...shownProfile(author),
    profileImageOptimized: optimizedImage(author.profile_image),
    proxyWallet: author.known_wallet,
    baseAddress: author.address,
  }));
}
