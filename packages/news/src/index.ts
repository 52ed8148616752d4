/** News of a venue for other systems: hooks and the outbox, beside the log. */
export { LazyNews } from './open-news.ts';
