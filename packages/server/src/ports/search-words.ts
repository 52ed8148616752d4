/** The words that the search index keeps besides users' text. Shared by the projection that writes and the queries. */

/** How an event stands; each that holds is a word in the index's column `status`. */
export const STATUS_WORDS = { active: 'isactive', closed: 'isclosed', resolved: 'isresolved' } as const;

export type SearchStatus = keyof typeof STATUS_WORDS;
