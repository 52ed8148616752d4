/** Entry point of the page: creates the client, the cache, the feeds and the router, and renders them. */
import { isRefused, VenueClock } from '@bellwether/sdk';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { AccountProvider } from './account/account-context.tsx';
import { ClockProvider } from './clock/clock-context.tsx';
import { Pace } from './clock/pace.ts';
import { LiveProvider, startLive } from './live/live-context.tsx';
import type { MarketStream } from './live/market-stream.ts';
import { createPageRouter, type PageRouter } from './router.tsx';
import { takeLinkToken } from './session/link-token.ts';
import { IS_FOR_MEMBERS } from './session/venue-people.ts';
import { type Client, createPublicClient } from './venue/client.ts';
import { loadPart } from './venue/load-part.ts';
import { PageQueries } from './venue/page-queries.ts';
import { eventListInfinite, eventQuery, marketQuery } from './venue/queries.ts';
import { VenueProvider } from './venue/venue-context.tsx';
import './styles/tokens.css';
import './styles/base.css';
import './styles/ui.css';
import './styles/display.css';
import './styles/shell.css';

takeLinkToken();
const pace = new Pace();
const clock = new VenueClock(pace.now);
const client = createPublicClient(clock);
const queries = new PageQueries({
  defaultOptions: {
    queries: {
      // The SDK has already retried where that made sense.
      retry: (failures, error) => failures < 1 && !isRefused(error),
      staleTime: 15_000,
      refetchOnWindowFocus: false,
      // The venue may run on this machine and need no network.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no #root');
const isMember = !IS_FOR_MEMBERS || (await isIn()) === true;
// Operators come with a token of their own.
if (!isMember && !/^\/app\/(operate|setup)/.test(location.pathname))
  createRoot(root).render(<StrictMode>{await gate()}</StrictMode>);
else await showPage(root);

async function showPage(root: HTMLElement): Promise<void> {
  const live = startLive(client, queries, isMember);
  if (IS_FOR_MEMBERS) followSession(live.markets);
  const router = createPageRouter();
  await afterFirstView(root, router, client, queries);
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <ClockProvider clock={clock} pace={pace}>
          <VenueProvider client={client}>
            <LiveProvider live={live}>
              <AccountProvider>
                <RouterProvider router={router} />
              </AccountProvider>
            </LiveProvider>
          </VenueProvider>
        </ClockProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
}

/** True if this browser's person is a member; null if the venue does not answer. */
async function isIn(): Promise<boolean | null> {
  const { readSession } = await loadPart(() => import('./session/people-client.ts'));
  const session = await readSession().catch(() => null);
  return session && session.person?.state === 'joined';
}

const SESSION_LOOK_MS = 5_000;

/** Shows the way in once the session is over: a venue for members closes its feeds then, and opens no others. */
function followSession(markets: MarketStream): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async (): Promise<void> => {
    clearTimeout(timer);
    if (markets.connection !== 'lost') return;
    timer = setTimeout(look, SESSION_LOOK_MS);
    if ((await isIn()) === false) location.reload();
  };
  markets.watchConnection(() => void look());
}

async function gate() {
  const { Gate } = await loadPart(() => import('./joining/gate.tsx'));
  return <Gate />;
}

/** Time limit; afterwards the page replaces the first view, loaded or not. */
const KEPT_MS_MAX = 15_000;

/** Resolves when the page may replace the first view; immediately if there is none. */
async function afterFirstView(
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
