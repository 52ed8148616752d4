/** The words that the search index keeps besides users' text. Shared by the projection that writes and the queries. */

/** Longest beginnings of words that have indexes of their own, in the texts of events and in those of tags and profiles. */
export const EVENT_PREFIX_MAX = 8;
export const NAME_PREFIX_MAX = 3;

/** How an event stands; each that holds is a word in the index's column `status`. */
export const STATUS_WORDS = { active: 'isactive', closed: 'isclosed', resolved: 'isresolved' } as const;

export type SearchStatus = keyof typeof STATUS_WORDS;
