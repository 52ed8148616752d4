/**
 * What the venue has put into the page for its first moment stays until the page can show the same: its part is loaded and
 * its first read answered. See `packages/server/src/http/page/page-view.ts`.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { PageRouter } from './router.tsx';
import type { Client } from './venue/client.ts';
import { eventListInfinite, eventQuery, marketQuery } from './venue/queries.ts';

/** After this the page shows how far it has come. */
const KEPT_MS_MAX = 15_000;

/** Resolves when the page may take the place of the first view: at once where there is none. */
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

/** Never rejects: the page itself says what is wrong. */
async function firstRead(client: Client, queries: QueryClient): Promise<void> {
  const [, kind, slug = ''] = /^\/app\/(?:(event|market)\/([^/]+)\/?)?$/.exec(location.pathname) ?? [];
  const name = decodeURIComponent(slug);
  if (kind === 'event') await queries.prefetchQuery(eventQuery(client, name));
  else if (kind === 'market') await queries.prefetchQuery(marketQuery(client, name));
  else await queries.prefetchInfiniteQuery(eventListInfinite(client, 'trending', ''));
}
