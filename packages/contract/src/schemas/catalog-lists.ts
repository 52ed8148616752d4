/** Lists of events and series, single tags and series, and the search over the catalog and profiles. */
import { Type } from 'typebox';
import { flag, text, whole } from '../described.ts';
import * as catalog from './catalog.ts';
import { ImageOptimized, KnownWallet } from './comment.ts';
import { clampedLimit, FLAG_OR_NUMBER_PATTERN } from './common.ts';
import { AfterCursor, KeysetAscending, NextCursor } from './keyset.ts';
import {
  EVENT_LIST_OPTIONS,
  EVENT_OPTIONS,
  EVENT_SORT_SPELLINGS,
  EVENTS_ABSENT,
  ExcludedTags,
  LocaleOfNoEffect,
  Recurrence,
  RelatedTags,
} from './public-filters.ts';

const FlagFilter = Type.Optional(flag('only events with this flag'));
const slug = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 300, description }));
const id = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: catalog.COUNT_MAX, description }));

export const EVENT_SORT_COLUMNS = [
  ...['id', 'title', 'slug', 'startDate', 'endDate'],
  ...['createdAt', 'updatedAt', 'closedTime', 'volume', 'volume24hr', 'liquidity'],
] as const;

/** `GET /events`. Aliases are in the route table. */
export const EventsQuery = Type.Object({
  ...catalog.WidePage,
  active: FlagFilter,
  closed: FlagFilter,
  archived: FlagFilter,
  tag_slug: slug('tag slug'),
  tag_id: id('numeric tag id'),
  series_slug: slug('series slug'),
  series_id: id('numeric series id; additive'),
  slug: catalog.Slugs,
  id: catalog.IdList,
  title_search: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'words that all occur in the title; additive' }),
  ),
  exclude_tag_id: ExcludedTags,
  recurrence: Recurrence,
  related_tags: RelatedTags,
  ...EVENT_OPTIONS,
  ...EVENT_LIST_OPTIONS,
  ...EVENTS_ABSENT,
  ...catalog.EventAmountRanges,
  ...catalog.DateRanges,
  order: catalog.sortedBy(EVENT_SORT_COLUMNS, EVENT_SORT_SPELLINGS),
  ascending: catalog.Ascending,
  creator: catalog.Creator,
});
export type EventsQuery = Type.Static<typeof EventsQuery>;
export const Events = Type.Array(catalog.Event);

/** `GET /tags/{id}` and `GET /series/{id}`. */
export const CatalogIdParams = Type.Object({
  id: Type.Integer({ minimum: 0, maximum: catalog.COUNT_MAX, description: 'catalog id' }),
});
export type CatalogIdParams = Type.Static<typeof CatalogIdParams>;
export const CatalogSlugParams = Type.Object({
  slug: Type.String({ minLength: 1, maxLength: 300, description: 'its name in addresses' }),
});
export type CatalogSlugParams = Type.Static<typeof CatalogSlugParams>;

export const SeriesQuery = Type.Object({
  ...catalog.WidePage,
  slug: slug('series slug'),
  exclude_events: Type.Optional(flag('of no effect: a series is listed without its events')),
  ...LocaleOfNoEffect,
  ...catalog.ById,
});
export type SeriesQuery = Type.Static<typeof SeriesQuery>;
export const SeriesList = Type.Array(catalog.Series);

export const SEARCH_TEXT_LENGTH_MAX = 200;
export const SEARCH_PAGE_MAX = 1_000_000;
export const SEARCH_LIMIT_DEFAULT = 10;
/** Clients write the columns in either spelling. */
export const SEARCH_SORTS = [
  ...['volume', 'volume_24hr', 'liquidity', 'start_date', 'end_date', 'closed_time'],
  ...['volume24hr', 'startDate', 'endDate', 'closedTime', 'competitive'],
] as const;
export const SEARCH_STATUSES = ['active', 'closed', 'resolved'] as const;

/** `GET /public-search`. */
export const SearchQuery = Type.Object({
  q: Type.String({
    minLength: 1,
    maxLength: SEARCH_TEXT_LENGTH_MAX,
    description: 'words that all have to occur; the last one may be the beginning of a word',
  }),
  limit_per_type: clampedLimit(
    1,
    100,
    SEARCH_LIMIT_DEFAULT,
    'events, tags and profiles that the answer has at most of each',
  ),
  page: Type.Integer({
    minimum: 1,
    maximum: SEARCH_PAGE_MAX,
    default: 1,
    description: 'of the events; tags and profiles are on the first',
  }),
  events_status: Type.Optional(
    Type.Enum([...SEARCH_STATUSES], {
      description: 'active: active and not closed; closed; resolved: all its markets have a result; without it all',
    }),
  ),
  sort: Type.Optional(
    Type.Enum([...SEARCH_SORTS], {
      description:
        'what events are sorted by, largest first, equal ones by id; competitive is the same for all; without it best match first',
    }),
  ),
  ascending: Type.Boolean({ default: false, description: 'with sort: smallest first' }),
  search_tags: Type.Boolean({ default: true, description: 'whether tags are looked for; additive' }),
  search_profiles: Type.Boolean({ default: true, description: 'whether profiles are looked for; additive' }),
  events_tag: Type.Optional(
    Type.Array(Type.String({ pattern: '^.{1,300}$', description: 'slugs' }), {
      maxItems: catalog.LIST_NAMES_MAX,
      description: 'only events with any of these tags, by slug; without sort newest first',
    }),
  ),
  exclude_tag_id: ExcludedTags,
  recurrence: Recurrence,
  keep_closed_markets: Type.Optional(
    Type.Unsafe<boolean | number | string>(
      Type.String({
        pattern: FLAG_OR_NUMBER_PATTERN,
        description:
          '0 or false: events that are not closed come without closed markets; any other number, or true: with them',
      }),
    ),
  ),
  cache: Type.Optional(flag('of no effect')),
  presets: Type.Optional(Type.String({ maxLength: 300, description: 'of no effect' })),
  optimized: Type.Optional(flag('of no effect')),
});
export type SearchQuery = Type.Static<typeof SearchQuery>;

export const SearchTag = Type.Object({ ...catalog.Tag.properties, event_count: whole('events that carry it') });
export type SearchTag = Type.Static<typeof SearchTag>;

export const SearchProfile = Type.Object({
  name: text('empty unless displayUsernamePublic'),
  pseudonym: Type.String(),
  proxyWallet: KnownWallet,
  displayUsernamePublic: Type.Boolean(),
  profileImage: Type.String(),
  profileImageOptimized: ImageOptimized,
  bio: Type.String(),
  baseAddress: text('address that signs: what it did with all its wallets is found by it; additive'),
});
export type SearchProfile = Type.Static<typeof SearchProfile>;

export const SearchAnswer = Type.Object({
  events: Type.Array(catalog.Event, { description: 'best match first' }),
  tags: Type.Array(SearchTag),
  profiles: Type.Array(SearchProfile),
  pagination: Type.Object({
    hasMore: flag('whether the next page has events'),
    totalResults: whole('events that match; counting stops at 10000'),
    totalIsExact: flag('false: more match than were counted; additive'),
  }),
});
export type SearchAnswer = Type.Static<typeof SearchAnswer>;

/** Parameters of both lists besides their filters. */
const paged = { ascending: KeysetAscending, after_cursor: AfterCursor };
const { offset: _marketsOffset, ...marketFields } = catalog.MarketsQuery.properties;
const { offset: _eventsOffset, ...eventFields } = EventsQuery.properties;

/** `GET /markets/keyset`. Aliases are in the route table. */
export const MarketsKeysetQuery = Type.Object({ ...marketFields, ...paged });
export type MarketsKeysetQuery = Type.Static<typeof MarketsKeysetQuery>;
export const MarketsKeysetPage = Type.Object({ markets: catalog.CatalogMarkets, next_cursor: NextCursor });
export type MarketsKeysetPage = Type.Static<typeof MarketsKeysetPage>;

/** `GET /events/keyset`. Aliases are in the route table. */
export const EventsKeysetQuery = Type.Object({ ...eventFields, ...paged });
export type EventsKeysetQuery = Type.Static<typeof EventsKeysetQuery>;
export const EventsKeysetPage = Type.Object({ events: Events, next_cursor: NextCursor });
export type EventsKeysetPage = Type.Static<typeof EventsKeysetPage>;
