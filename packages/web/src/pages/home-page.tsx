/** Home page: the list of events by topic and sort order, with infinite scrolling. */
import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useAccountControl } from '../account/account-context.tsx';
import { useStartingBalance } from '../account/starting-balance.ts';
import { EventGrid, flatten } from '../catalog/event-grid.tsx';
import { formatCompactMoney, formatMoney } from '../format/numbers.ts';
import { WelcomeNote } from '../looks/brand.tsx';
import { usePageTitle } from '../shell/page-title.ts';
import { buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { EVENT_SORT_LABELS, type EventsSort } from '../venue/event-lists.ts';
import { eventListInfinite, eventQuery, tagsQuery } from '../venue/queries.ts';
import { useClient } from '../venue/venue-context.tsx';
import { useWatched } from '../watch/watch-button.tsx';
import { watchedEvents } from '../watch/watch-list.ts';
import '../catalog/tag-rail.css';

const route = getRouteApi('/');

export function HomePage() {
  const { sort = 'trending', tag = '', watched = false } = route.useSearch();
  const navigate = useNavigate();
  usePageTitle(watched ? 'Watched' : 'Markets');

  const choose = (next: EventsSort): void => {
    const search = { ...(next !== 'trending' && { sort: next }), ...(tag !== '' && { tag }) };
    void navigate({ to: '/', search, replace: true, resetScroll: false });
  };
  return (
    <div className='stack'>
      <h1 className='visually-hidden'>Markets</h1>
      <WelcomeNote />
      <Welcome />
      <TagRail tag={tag} />
      <div className='row row--apart wrap gap-3'>
        <div className='home__sort'>
          {!watched && <Segmented label='Sort by' value={sort} options={EVENT_SORT_LABELS} onChange={choose} />}
        </div>
        <WatchedLink isOn={watched} />
      </div>
      {watched ? <WatchedEvents /> : <Events sort={sort} tag={tag} />}
    </div>
  );
}

function WatchedLink({ isOn }: { readonly isOn: boolean }) {
  const { length } = watchedEvents(useWatched());
  return (
    <Link
      to='/'
      search={isOn ? {} : { watched: true }}
      className={buttonClass({ size: 'sm' })}
      aria-current={isOn ? 'true' : undefined}
    >
      <Icon name='star' size={14} />
      {isOn ? 'All markets' : `Watched${length === 0 ? '' : ` (${length})`}`}
    </Link>
  );
}

function Events({ sort, tag }: { readonly sort: EventsSort; readonly tag: string }) {
  const list = useInfiniteQuery(eventListInfinite(useClient(), sort, tag));
  return (
    <EventGrid
      events={flatten(list.data?.pages)}
      error={list.error}
      onRetry={() => void list.refetch()}
      list={list}
      empty={
        tag === '' ? (
          <p>The venue has no open markets yet. Its operator can create some.</p>
        ) : (
          <>
            <p>No open market has this topic now.</p>
            <Link to='/'>All markets</Link>
          </>
        )
      }
    />
  );
}

function Welcome() {
  const { state } = useAccountControl();
  const balance = useStartingBalance();
  if (state.kind !== 'none') return null;
  return (
    <p className='soft welcome'>
      <strong>Trade on what will happen.</strong> A share pays {formatCompactMoney('1')} if its answer comes true, so a
      price of 62¢ means a chance of about 62%. <Link to='/how-it-works'>How it works</Link>.
      {balance !== null && ` You start with ${formatMoney(balance)} of play money.`}
    </p>
  );
}

/** The topics above the list of events, sorted by label; at most one is selected. */
function TagRail({ tag }: { readonly tag: string }) {
  const { data = [] } = useQuery(tagsQuery(useClient()));
  const tags = [...data].sort((left, right) => left.label.localeCompare(right.label));
  return (
    <nav className='tag-rail' aria-label='Topics'>
      {[{ slug: '', label: 'All' }, ...tags].map(({ slug, label }) => (
        <Link
          key={slug}
          to='/'
          search={({ tag: _tag, ...rest }) => (slug === '' ? rest : { ...rest, tag: slug })}
          className='small soft semi tag-rail__tag'
          activeProps={{}}
          data-chosen={tag === slug || undefined}
          aria-current={tag === slug ? 'true' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** The events watched in this browser, most recently added first. Events that the venue no longer has are omitted. */
function WatchedEvents() {
  const client = useClient();
  const slugs = watchedEvents(useWatched());
  const answers = useQueries({ queries: slugs.map((slug) => eventQuery(client, slug)) });
  const events = answers.flatMap(({ data }) => (data === undefined ? [] : [data]));
  const isLoading = events.length === 0 && answers.some(({ isPending }) => isPending);
  return (
    <EventGrid
      events={isLoading ? undefined : events}
      error={null}
      onRetry={() => undefined}
      empty={
        <>
          <p>Watch an event or a market with its star. The list stays in this browser.</p>
          <Link to='/'>All markets</Link>
        </>
      }
    />
  );
}
