/**
 * Keeps the server-rendered first view on screen until the page can show the same: its code is loaded and its first
 * query answered. See `packages/server/src/http/page/page-view.ts`.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { PageRouter } from './router.tsx';
import type { Client } from './venue/client.ts';
import { eventListInfinite, eventQuery, marketQuery } from './venue/queries.ts';

/** Time limit; afterwards the page replaces the first view, loaded or not. */
const KEPT_MS_MAX = 15_000;

/** Resolves when the page may replace the first view; immediately if there is none. */
export async function afterFirstView(
  root: HTMLElement,
  router: PageRouter,
  client: Client,
  queries: QueryClient,
): Promise<void> {
  if (root.querySelector('[data-first-view]') === null) return;
  const limit = new Promise<void>((resolve) => setTimeout(resolve, KEPT_MS_MAX));
  await Promise.race([Promise.all([router.load(), firstRead(client, queries)]), limit]);
}

/** Runs the page's first query. Never rejects: the page itself reports errors. */
async function firstRead(client: Client, queries: QueryClient): Promise<void> {
  const [, kind, slug = ''] = /^\/app\/(?:(event|market)\/([^/]+)\/?)?$/.exec(location.pathname) ?? [];
  const name = decodeURIComponent(slug);
  if (kind === 'event') await queries.prefetchQuery(eventQuery(client, name));
  else if (kind === 'market') await queries.prefetchQuery(marketQuery(client, name));
  else await queries.prefetchInfiniteQuery(eventListInfinite(client, 'trending', ''));
}
