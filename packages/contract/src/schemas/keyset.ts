/**
 * Lists by keyset: a page continues after a position in the order, named by an opaque cursor, instead of after a number
 * of rows. Rows that are added, moved or no longer match the filter do not shift the others.
 */
import { Type } from 'typebox';
import { CatalogMarkets, LIST_NAMES_MAX, MarketsQuery } from './catalog.ts';
import { Events, EventsQuery } from './catalog-lists.ts';

/** Longest cursor, in characters: with the longest question and slug, in their longest encoding. */
export const KEYSET_CURSOR_LENGTH_MAX = 6_300;

const AfterCursor = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: KEYSET_CURSOR_LENGTH_MAX,
    pattern: '^[A-Za-z0-9_-]+$',
    description: 'the next_cursor of the page before, as it came; it goes with the order it was made for',
  }),
);
const Ascending = Type.Boolean({
  default: true,
  description: 'smallest first; without order by id, so that what is added meanwhile comes last',
});
const NextCursor = Type.Optional(
  Type.String({ description: 'where the next page begins; absent when this was the last one' }),
);

const Slugs = Type.Optional(
  Type.Array(Type.String({ pattern: '^.{1,300}$', description: 'slugs' }), {
    maxItems: LIST_NAMES_MAX,
    description: 'any of these slugs, comma-separated or repeated',
  }),
);

/** Parameters of both lists besides their filters. */
const paged = { slug: Slugs, ascending: Ascending, after_cursor: AfterCursor };
const { offset: _marketsOffset, ...marketFields } = MarketsQuery.properties;
const { offset: _eventsOffset, ...eventFields } = EventsQuery.properties;

/** `GET /markets/keyset`. Aliases are in the route table. */
export const MarketsKeysetQuery = Type.Object({ ...marketFields, ...paged });
export type MarketsKeysetQuery = Type.Static<typeof MarketsKeysetQuery>;
export const MarketsKeysetPage = Type.Object({ markets: CatalogMarkets, next_cursor: NextCursor });
export type MarketsKeysetPage = Type.Static<typeof MarketsKeysetPage>;

/** `GET /events/keyset`. Aliases are in the route table. */
export const EventsKeysetQuery = Type.Object({ ...eventFields, ...paged });
export type EventsKeysetQuery = Type.Static<typeof EventsKeysetQuery>;
export const EventsKeysetPage = Type.Object({ events: Events, next_cursor: NextCursor });
export type EventsKeysetPage = Type.Static<typeof EventsKeysetPage>;
