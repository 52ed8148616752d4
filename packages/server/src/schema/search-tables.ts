/**
 * Tables of the full-text search as its projection writes and queries read them. Those that end in `_text` are indexes
 * of the database's own kind, whose rows are searched through SQL of `queries/catalog/search.ts` alone.
 */
import type { Flag } from './catalog-tables.ts';

/** What an event's status in the index is made from. */
export interface SearchedEventRow {
  /** Public id. */
  readonly id: number;
  readonly active: Flag;
  readonly closed: Flag;
}

export interface SearchedMarketRow {
  readonly market: number;
  /** Public id of its event; markets without one are not searched. */
  readonly event: number;
  /** Question and short title. */
  readonly text: string;
  readonly resolved: Flag;
}

export interface SearchedProfileRow {
  readonly account: number;
  readonly pseudonym: string;
  readonly name: string;
  /** 1: the name may be found. */
  readonly is_public: Flag;
}

export interface SearchTables {
  readonly searched_events: SearchedEventRow;
  readonly searched_markets: SearchedMarketRow;
  readonly searched_profiles: SearchedProfileRow;
}
