/**
 * Tables of the full-text search, shared by its projection and queries. Tables that end in `_text` are full-text
 * indexes of the database; only the SQL in `query/search.ts` searches their rows.
 */
import type { Flag } from './tables.ts';

/** Source of an event's status in the index. */
export interface SearchedEventRow {
  /** Public id. */
  readonly id: number;
  readonly active: Flag;
  readonly closed: Flag;
}

export interface SearchedMarketRow {
  readonly market: number;
  /** Public id of its event; markets without an event are not searched. */
  readonly event: number;
  /** Question and short title. */
  readonly text: string;
  readonly resolved: Flag;
}

export interface SearchedProfileRow {
  readonly account: number;
  readonly pseudonym: string;
  readonly name: string;
  /** 1 if the name is searchable. */
  readonly is_public: Flag;
}

export interface SearchTables {
  readonly searched_events: SearchedEventRow;
  readonly searched_markets: SearchedMarketRow;
  readonly searched_profiles: SearchedProfileRow;
}

/** Longest word prefixes with indexes of their own, in the texts of events and in those of tags and profiles. */
export const EVENT_PREFIX_MAX = 8;
export const NAME_PREFIX_MAX = 3;

/** Status of an event; each status that holds is a word in the index's column `status`. */
export const STATUS_WORDS = { active: 'isactive', closed: 'isclosed', resolved: 'isresolved' } as const;

export type SearchStatus = keyof typeof STATUS_WORDS;
