/** News of a venue: hooks, digests and the outbox, beside the log. */
export type { DigestPayload, Digests } from './digests/queue.ts';
export { LazyNews, type NewsOptions } from './open-news.ts';
