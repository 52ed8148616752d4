/** The routes of the page. Each page is a separate chunk, loaded on demand. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  type RouteComponent,
} from '@tanstack/react-router';
import { readOperateSearch } from './operate/operate-search.ts';
import { Shell } from './shell/shell.tsx';
import { ErrorState } from './ui/empty-state.tsx';
import { type EventsSort, readSort } from './venue/event-lists.ts';
import { loadPart } from './venue/load-part.ts';

const root = createRootRoute({ component: Shell, errorComponent: PageError });

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** `?sort=&tag=` of the list of events. */
interface HomeSearch {
  readonly sort?: EventsSort;
  readonly tag?: string;
  /** True to list only events watched in this browser. */
  readonly watched?: true;
}

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: (search: Record<string, unknown>): HomeSearch => {
    const sort = readSort(search['sort']);
    const tag = text(search['tag']);
    return {
      ...(sort !== 'trending' && { sort }),
      ...(tag !== undefined && { tag }),
      ...(search['watched'] === true && { watched: true as const }),
    };
  },
  component: page(() => import('./pages/home-page.tsx'), 'HomePage'),
});

const search = createRoute({
  getParentRoute: () => root,
  path: '/search',
  validateSearch: ({ q }: Record<string, unknown>): { readonly q?: string } => {
    const words = typeof q === 'number' ? String(q) : text(q);
    return words === undefined ? {} : { q: words };
  },
  component: page(() => import('./pages/search-page.tsx'), 'SearchPage'),
});

/** `?market=…&outcome=1`: the ticket shown beside the event, by the market's slug. */
interface EventSearch {
  readonly market?: string;
  readonly outcome?: 1;
}

const event = createRoute({
  getParentRoute: () => root,
  path: '/event/$slug',
  validateSearch: ({ market: chosen, outcome }: Record<string, unknown>): EventSearch => {
    const slug = typeof chosen === 'number' ? String(chosen) : text(chosen);
    return { ...(slug !== undefined && { market: slug }), ...(outcome === 1 && { outcome }) };
  },
  component: page(() => import('./pages/event-page.tsx'), 'EventPage'),
});

const market = createRoute({
  getParentRoute: () => root,
  path: '/market/$slug',
  validateSearch: ({ outcome, side }: Record<string, unknown>): { readonly outcome?: 1; readonly side?: 'sell' } => ({
    ...(outcome === 1 && { outcome }),
    ...(side === 'sell' && { side }),
  }),
  component: page(() => import('./pages/market-page.tsx'), 'MarketPage'),
});

const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  // `?wallets=all` also shows the wallets that programs trade from.
  validateSearch: ({ wallets }: Record<string, unknown>): { readonly wallets?: 'all' } =>
    wallets === 'all' ? { wallets } : {},
  component: page(() => import('./pages/account-page.tsx'), 'AccountPage'),
});

const operateSection = createRoute({
  getParentRoute: () => root,
  path: '/operate/$section',
  validateSearch: readOperateSearch,
  component: page(() => import('./pages/operate-page.tsx'), 'OperatePage'),
});

/** A page without search parameters. */
const route = <Path extends string, Module extends Record<Name, RouteComponent>, Name extends string>(
  path: Path,
  load: () => Promise<Module>,
  name: Name,
) => createRoute({ getParentRoute: () => root, path, component: page(load, name) });

const profile = route('/profile/$address', () => import('./pages/profile-page.tsx'), 'ProfilePage');
const leaderboard = route('/leaderboard', () => import('./pages/leaderboard-page.tsx'), 'LeaderboardPage');
const portfolio = route('/portfolio', () => import('./pages/portfolio-page.tsx'), 'PortfolioPage');
const operate = route('/operate', () => import('./pages/operate-page.tsx'), 'OperatePage');
const howItWorks = route('/how-it-works', () => import('./pages/how-it-works-page.tsx'), 'HowItWorksPage');
const bringYourBot = route('/bring-your-bot', () => import('./pages/bring-your-bot-page.tsx'), 'BringYourBotPage');
const suggest = route('/suggest', () => import('./pages/suggest-page.tsx'), 'SuggestPage');
const setUp = route('/setup', () => import('./pages/set-up-page.tsx'), 'SetUpPage');
const join = route('/join', () => import('./pages/join-page.tsx'), 'JoinPage');
const terms = route('/terms', () => import('./pages/terms-page.tsx'), 'TermsPage');
const missing = route('$', () => import('./pages/no-page.tsx'), 'MissingPage');

const routeTree = root.addChildren([
  home,
  search,
  event,
  market,
  profile,
  leaderboard,
  portfolio,
  account,
  operate,
  operateSection,
  howItWorks,
  bringYourBot,
  suggest,
  setUp,
  join,
  terms,
  missing,
]);

export function createPageRouter() {
  return createRouter({
    routeTree,
    basepath: '/app',
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: PageError,
  });
}

export type PageRouter = ReturnType<typeof createPageRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: PageRouter;
  }
}

/** Wraps a route component that is loaded when first shown. */
function page<Module extends Record<Name, RouteComponent>, Name extends string>(
  load: () => Promise<Module>,
  name: Name,
): RouteComponent {
  return lazyRouteComponent(() => loadPart(load as unknown as () => Promise<Record<string, RouteComponent>>), name);
}

function PageError({ reset }: ErrorComponentProps) {
  return (
    <ErrorState
      title='This page has failed'
      text='That is a fault of the page, not of your account: nothing was sent.'
      onRetry={reset}
    />
  );
}
