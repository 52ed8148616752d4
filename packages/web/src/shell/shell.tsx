/** The frame around every page: header with search, navigation, connection banner and toasts. */
import { Link, Outlet, useMatches, useRouterState } from '@tanstack/react-router';
import { Suspense, useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { AccountButton } from '../account/account-button.tsx';
import { useAccount, useAccountControl } from '../account/account-context.tsx';
import { useConnection } from '../live/live-context.tsx';
import { BrandMark } from '../looks/brand.tsx';
import { Button } from '../ui/button.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Toasts } from '../ui/toast.tsx';
import { isSandbox } from '../venue/is-sandbox.ts';
import { lazyPart } from '../venue/load-part.ts';
import { announceVenueBack } from '../venue/venue-back.ts';
import { useLook } from '../venue/venue-look.ts';
import { SearchBox } from './search-box.tsx';

const PayoutNews = lazyPart(async () => (await import('../portfolio/payout-news.tsx')).PayoutNews);

const Bell = lazyPart(async () => (await import('../notifications/bell.tsx')).Bell);

const SandboxBar = lazyPart(async () => (await import('../sandbox/sandbox-bar.tsx')).SandboxBar);

/** The main pages. The menu of narrow windows lists them all, the header those that it does not lead to otherwise. */
const PAGES = [
  { to: '/', icon: 'home', label: 'Markets', isInHeader: true },
  { to: '/search', icon: 'search', label: 'Search', isInHeader: false },
  { to: '/leaderboard', icon: 'trophy', label: 'Leaderboard', isInHeader: true },
  { to: '/portfolio', icon: 'wallet', label: 'Portfolio', isInHeader: true },
  { to: '/account', icon: 'user', label: 'Account', isInHeader: false },
] as const;
const ACTIVE = { exact: true, includeSearch: false };

export function Shell() {
  const account = useAccount();
  const { name, logo, currency } = useLook();
  const [course, beginCourse] = useReducer((count: number) => count + 1, 0);
  // A rewind, or another currency, remounts the page, except the operator's, which would lose its input. Its data is refetched like all
  // other.
  const isOperating = useMatches({
    select: (matches) => matches.some(({ routeId }) => routeId.startsWith('/operate')),
  });
  usePageFocus();
  return (
    <div className='shell'>
      <a className='skip-link' href='#main'>
        Skip to content
      </a>
      {isSandbox() && (
        <Suspense fallback={<SandboxBarPlace />}>
          <SandboxBar onRewound={beginCourse} />
        </Suspense>
      )}
      <header className='header'>
        <div className='row header__inner'>
          <Link to='/' className='row brand' aria-label={`${name}, home`}>
            <BrandMark logo={logo} />
            <span className='brand__name'>{name}</span>
          </Link>
          <SearchBox />
          <nav className='gap-1 header__nav' aria-label='Main'>
            {PAGES.filter(({ isInHeader }) => isInHeader).map(({ to, label }) => (
              <Link key={to} to={to} className='nav-link' activeOptions={ACTIVE}>
                {label}
              </Link>
            ))}
          </nav>
          <BellPlace />
          <ThemeButton />
          <AccountButton />
        </div>
      </header>
      <ConnectionBanner />
      {account !== null && (
        <Suspense>
          <PayoutNews key={`${course} ${account.wallet}`} account={account} />
        </Suspense>
      )}
      <main id='main' className='main' tabIndex={-1}>
        <Outlet key={isOperating ? 'operate' : `${course} ${currency}`} />
      </main>
      <Footer />
      <nav className='bottom-nav' aria-label='Main, narrow'>
        {PAGES.map(({ to, icon, label }) => (
          <Link key={to} to={to} className='bottom-nav__link' activeOptions={ACTIVE}>
            <Icon name={icon} size={20} />
            {label}
          </Link>
        ))}
      </nav>
      <Toasts />
    </div>
  );
}

/** The bell of whoever signs in or has signed in; a placeholder of its size until then, so that the header stays still. */
function BellPlace() {
  const { account, state } = useAccountControl();
  if (account === null && state.kind !== 'opening') return null;
  const place = <span className='bell bell__place' />;
  return account === null ? (
    place
  ) : (
    <Suspense fallback={place}>{<Bell key={account.wallet} account={account} />}</Suspense>
  );
}

/** Placeholder of the bar's size, so that the page does not shift. The served HTML already contains its style. */
function SandboxBarPlace() {
  return (
    <aside className='row small sandbox-bar' aria-label='Sandbox'>
      <strong className='sandbox-bar__name'>SANDBOX</strong>
    </aside>
  );
}

const THEME_ICONS: Readonly<Record<Theme, IconName>> = { system: 'screen', light: 'sun', dark: 'moon' };

function ThemeButton() {
  const [theme, setTheme] = useTheme();
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  return (
    <Button
      kind='ghost'
      icon
      className='theme-button'
      aria-label={`Colours: ${theme}. Change to ${next}`}
      title={`Colours: ${theme}`}
      onClick={() => setTheme(next)}
    >
      <Icon name={THEME_ICONS[theme]} />
    </Button>
  );
}

/** Set by the build; with the commit in a release. */
declare const BELLWETHER_VERSION: string;

function Footer() {
  const { terms } = useLook();
  return (
    <footer className='row--apart wrap small faint flex footer'>
      <p>
        <strong>Play money only.</strong> Nothing here can be bought, sold or cashed out for real money.
      </p>
      <nav className='wrap flex' aria-label='More'>
        <Link to='/how-it-works'>How it works</Link>
        <Link to='/suggest'>Suggest a question</Link>
        <Link to='/bring-your-bot'>Bring your bot</Link>
        {terms !== '' && <Link to='/terms'>Terms</Link>}
        <a href='/docs/index.html'>Documents</a>
        <a href='/docs'>API</a>
        <Link to='/operate'>Operate</Link>
      </nav>
      <p>Bellwether {BELLWETHER_VERSION}</p>
    </footer>
  );
}

/** Shorter interruptions are not worth mentioning. */
const SHOWN_AFTER_MS = 1_200;

function ConnectionBanner() {
  const connection = useConnection();
  const [isShown, setShown] = useState(false);
  const before = useRef(connection);
  useEffect(() => {
    if (connection === 'live' && before.current === 'lost') announceVenueBack();
    if (connection !== 'connecting') before.current = connection;
  }, [connection]);
  useEffect(() => {
    if (connection !== 'lost') return setShown(false);
    const timer = setTimeout(() => setShown(true), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [connection]);

  return (
    <div role='status' aria-live='polite'>
      {isShown && (
        <p className='row small connection-banner'>
          <Icon name='warn' size={16} />
          Connection lost. Prices may be old; reconnecting…
        </p>
      )}
    </div>
  );
}

/** Theme: the system's, or one stored on this device. `public/theme.js` applies it before the first paint. */
const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const KEY = 'bellwether.theme';

function readTheme(): Theme {
  const shown = document.documentElement.dataset['theme'];
  return shown === 'light' || shown === 'dark' ? shown : 'system';
}

function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Storage is unavailable: the choice lasts until the page is closed.
  }
}

function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(readTheme);
  const choose = useCallback((next: Theme) => {
    applyTheme(next);
    setTheme(next);
  }, []);
  return [theme, choose];
}

/**
 * Focuses `#main` when the path has changed, unless the focus is already inside, as in a page's own navigation. On a
 * full page load the browser resets the focus itself.
 */
function usePageFocus(): void {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const before = useRef(path);
  useEffect(() => {
    const isFirst = before.current === undefined;
    if (before.current === path) return;
    before.current = path;
    const main = document.getElementById('main');
    if (isFirst || main === null || main.contains(document.activeElement)) return;
    main.focus({ preventScroll: true });
  }, [path]);
}
