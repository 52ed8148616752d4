/** Entry point of the page: creates the client, the cache, the feeds and the router, and renders them. */

import { isRefused, VenueClock } from '@bellwether/sdk';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './styles/tokens.css';
import './styles/base.css';
import './styles/ui.css';
import './styles/display.css';
import './styles/shell.css';
import { AccountProvider } from './account/account-context.tsx';
import { ClockProvider } from './clock/clock-context.tsx';
import { Pace } from './clock/pace.ts';
import { afterFirstView } from './first-view.ts';
import { LiveProvider, startLive } from './live/live-context.tsx';
import { createPageRouter } from './router.tsx';
import { createPublicClient } from './venue/client.ts';
import { PageQueries } from './venue/page-queries.ts';
import { VenueProvider } from './venue/venue-context.tsx';

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
const live = startLive(client, queries);
const router = createPageRouter();

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no #root');
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
