/** The list of events: by topic, sorted, endless. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useAccountControl } from '../account/account-context.tsx';
import { useStartingBalance } from '../account/starting-balance.ts';
import { EventGrid, flatten } from '../catalog/event-grid.tsx';
import { TagRail } from '../catalog/tag-rail.tsx';
import { formatMoney } from '../format/numbers.ts';
import { usePageTitle } from '../shell/page-title.ts';
import { Segmented } from '../ui/segmented.tsx';
import { EVENT_SORT_LABELS, EVENT_SORTS, type EventsSort } from '../venue/event-lists.ts';
import { eventListInfinite } from '../venue/queries.ts';
import { useClient } from '../venue/venue-context.tsx';

const route = getRouteApi('/');
const SORTS = EVENT_SORTS.map((value) => ({ value, label: EVENT_SORT_LABELS[value] }));

export function HomePage() {
  const { sort = 'trending', tag = '' } = route.useSearch();
  const navigate = useNavigate();
  const list = useInfiniteQuery(eventListInfinite(useClient(), sort, tag));
  usePageTitle('Markets');

  const choose = (next: EventsSort): void => {
    const search = { ...(next !== 'trending' && { sort: next }), ...(tag !== '' && { tag }) };
    void navigate({ to: '/', search, replace: true, resetScroll: false });
  };
  return (
    <div className='stack'>
      <h1 className='visually-hidden'>Markets</h1>
      <Welcome />
      <TagRail tag={tag} />
      <div className='page-bar'>
        <div className='home__sort'>
          <Segmented label='Sort by' value={sort} options={SORTS} onChange={choose} />
        </div>
      </div>
      <EventGrid
        events={flatten(list.data?.pages)}
        error={list.error}
        onRetry={() => void list.refetch()}
        hasMore={list.hasNextPage}
        isLoadingMore={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
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
    </div>
  );
}

/** What the prices mean, for who is here for the first time. */
function Welcome() {
  const { state } = useAccountControl();
  const balance = useStartingBalance();
  if (state.kind !== 'none') return null;
  return (
    <p className='welcome'>
      <strong>Trade on what will happen.</strong> A share pays $1 if its answer comes true, so a price of 62¢ means a
      chance of about 62%. {balance !== null && `You start with ${formatMoney(balance)} of play money.`}
    </p>
  );
}
