/**
 * Tables of the full-text search, shared by its projection and queries. Tables that end in `_text` are full-text
 * indexes of the database; only the SQL in `query/search.ts` searches their rows.
 */
import { flag, integer, type Rows, rowId, text } from '../table.ts';

export const SEARCH_TABLES = {
  /** Source of an event's status in the index. */
  searched_events: {
    /** Public id. */
    id: rowId,
    active: flag,
    closed: flag,
  },
  searched_markets: {
    market: rowId,
    /** Public id of its event; markets without an event are not searched. */
    event: integer,
    /** Question and short title. */
    text: text,
    resolved: flag,
  },
  searched_profiles: {
    account: rowId,
    pseudonym: text,
    name: text,
    /** 1 if the name is searchable. */
    is_public: flag,
  },
};

export type SearchTables = Rows<typeof SEARCH_TABLES>;

/** Longest word prefixes with indexes of their own, in the texts of events and in those of tags and profiles. */
export const EVENT_PREFIX_MAX = 8;
export const NAME_PREFIX_MAX = 3;

/** Words for an event's statuses in the index's column `status`. */
export const STATUS_WORDS = { active: 'isactive', closed: 'isclosed', resolved: 'isresolved' } as const;

export type SearchStatus = keyof typeof STATUS_WORDS;
