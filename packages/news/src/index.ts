/** News of a venue for other systems: hooks and the outbox, beside the log. */
export { LazyNews, type NewsOptions } from './open-news.ts';
