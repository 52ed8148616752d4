/** Parts that routes of the second data interface share: envelopes, pages, selectors, and both spellings of names. */
import { Type } from 'typebox';
import { count, flag, orNull, text } from '../described.ts';
import type { Route } from '../routes/route.ts';
import { AddressText, CATALOG_ID_PATTERN, CONDITION_ID_PATTERN } from '../schemas/common.ts';

const DATA_V2_LIMIT = 100;
const DATA_V2_LIMIT_MAX = 1_000;
/** Most distinct ids that a selector names. */
export const DATA_V2_IDS_MAX = 20;
/** Cursors hold filters, among them lists of ids. */
const CURSOR_LENGTH_MAX = 4_096;

export const Pagination = Type.Object({
  limit: count('most rows of this page'),
  offset: count('rows on the pages before, for display'),
  has_more: flag('true if another page exists'),
  next_cursor: orNull(text('cursor of the next page; null on the last')),
});
export type Pagination = Type.Static<typeof Pagination>;

/** Answer without pages. */
export const enveloped = <Data extends Type.TSchema>(data: Data) => Type.Object({ data });

export const paged = <Row extends Type.TSchema>(row: Row) =>
  Type.Object({ data: Type.Array(row), pagination: Pagination });

/** Size of the first page, and the place where a later one begins. */
export const PAGE_FIELDS = {
  limit: Type.Integer({
    minimum: 0,
    maximum: DATA_V2_LIMIT_MAX,
    default: DATA_V2_LIMIT,
    description: 'most rows of a page, 0 for has_more alone; a cursor keeps the size of the first page',
  }),
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: CURSOR_LENGTH_MAX, description: 'next_cursor of the page before' }),
  ),
};

export const CONDITION_FIELD = {
  condition: Type.Optional(
    Type.Array(Type.String({ pattern: CONDITION_ID_PATTERN, description: 'condition id' }), {
      minItems: 1,
      description: `condition ids, separated by commas, at most ${DATA_V2_IDS_MAX} distinct ones`,
    }),
  ),
};

export const EVENT_FIELD = {
  event_id: Type.Optional(
    Type.Array(Type.String({ pattern: CATALOG_ID_PATTERN, description: 'event id' }), {
      minItems: 1,
      description: `ids of events, separated by commas, at most ${DATA_V2_IDS_MAX} distinct ones`,
    }),
  ),
};

export const USER_FIELD = { user: AddressText };

const CONDITION_ALIASES = { condition_id: 'condition', conditionId: 'condition' } as const;

/** The other spelling of each field: `event_id` can be sent as `eventId`. */
function aliasesOf(query: Type.TObject): Readonly<Record<string, string>> {
  const names = Object.keys(query.properties);
  const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return {
    ...Object.fromEntries(names.filter((name) => name.includes('_')).map((name) => [camel(name), name])),
    ...(names.includes('condition') && CONDITION_ALIASES),
  };
}

export const DATA_V2_ROUTE = {
  auth: 'none',
  errorShape: 'data-v2',
  since: 'data-v2',
  caps: ['trading', 'work'],
  errors: ['bad_request'],
} as const satisfies Partial<Route>;

/** Query of a route, accepted in both spellings. */
export const bothSpellings = <Query extends Type.TObject>(query: Query) => ({ query, queryAliases: aliasesOf(query) });
