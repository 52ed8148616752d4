/** Words in the search index besides users' text. Shared by the projection and the queries. */

/** Longest word prefixes with indexes of their own, in the texts of events and in those of tags and profiles. */
export const EVENT_PREFIX_MAX = 8;
export const NAME_PREFIX_MAX = 3;

/** Status of an event; each status that holds is a word in the index's column `status`. */
export const STATUS_WORDS = { active: 'isactive', closed: 'isclosed', resolved: 'isresolved' } as const;

export type SearchStatus = keyof typeof STATUS_WORDS;
