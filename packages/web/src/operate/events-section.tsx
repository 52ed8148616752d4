/** Finds an event and opens it for editing. The open event is part of the URL. */
import type { AdminEvent } from '@bellwether/contract';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { useNow } from '../clock/clock-context.tsx';
import { NO_FIGURE } from '../format/numbers.ts';
import { endOf, formatDate } from '../format/time.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Field } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { Answer } from '../venue/answer.tsx';
import { ManageEvent } from './manage-event.tsx';
import { EVENT_STATUSES, type EventStatus } from './operate-search.ts';
import { useOperator } from './operator.tsx';
import { operatorErrorText } from './refusal.tsx';

export function EventsSection() {
  const { event: slug, status } = useSearch({ from: '/operate/$section' });
  const navigate = useNavigate();
  const show = (next: typeof status): void =>
    void navigate({
      to: '/operate/$section',
      params: { section: 'events' },
      search: next === undefined ? {} : { status: next },
    });
  if (slug === undefined) {
    return <EventPicker status={status ?? 'all'} onStatus={(next) => show(next === 'all' ? undefined : next)} />;
  }
  return (
    <div className='stack'>
      <div>
        <Button kind='ghost' size='sm' onClick={() => show(status)}>
          <Icon name='back' size={16} /> Back to the list
        </Button>
      </div>
      <ManageEvent key={slug} slug={slug} />
    </div>
  );
}

const PAGE = 30;

const NOTHING: Readonly<Record<EventStatus, string>> = {
  all: 'There is no event yet',
  unresolved: 'No event waits for a result',
  open: 'No event is open',
  resolved: 'No event is resolved',
  hidden: 'No event is hidden',
};

/** All events of the venue, searchable by text and by status, including hidden ones. */
function EventPicker({ status, onStatus }: Readonly<{ status: EventStatus; onStatus: (status: EventStatus) => void }>) {
  const { client } = useOperator();
  const [text, setText] = useState('');
  const words = useDeferredValue(text.trim());
  const query = useInfiniteQuery({
    queryKey: ['operate', 'events', status, words],
    queryFn: ({ pageParam, signal }) => {
      const search = words === '' ? {} : { q: words };
      return client.admin.events({ ...search, status, limit: PAGE, offset: pageParam }, { signal });
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.events.length < PAGE ? undefined : pages.length * PAGE),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: 30_000,
  });
  const counts = query.data?.pages[0]?.counts;
  const options = Object.fromEntries(
    EVENT_STATUSES.map(([value, label]) => [value, `${label} (${counts?.[value] ?? NO_FIGURE})`]),
  );
  return (
    <section className='stack' aria-label='Events'>
      <Field
        label='Find an event'
        type='search'
        text={[text, setText]}
        placeholder='words of its title or its markets'
      />
      <div>
        <Segmented label='Which events' value={status} options={options} onChange={onStatus} />
      </div>
      <Answer to={query} failure='The events could not be read' lines={6} explain={operatorErrorText}>
        {({ pages }) => {
          const events = pages.flatMap((page) => page.events);
          if (events.length === 0) {
            return <EmptyState title={words === '' ? NOTHING[status] : 'No such event has these words'} />;
          }
          return (
            <ul className='panel lines' aria-label='Found events'>
              {events.map((event) => (
                <Row key={event.id} event={event} status={status} />
              ))}
            </ul>
          );
        }}
      </Answer>
      <ShowMore of={query} text='Show more' />
    </section>
  );
}

function Row({ event, status }: { readonly event: AdminEvent; readonly status: EventStatus }) {
  const now = useNow(60_000);
  return (
    <li>
      <Link
        to='/operate/$section'
        params={{ section: 'events' }}
        search={{ event: event.slug, ...(status !== 'all' && { status }) }}
        className='grid gap-3 pad center operate__event plain'
      >
        <Mark id={event.slug} image={event.image} size={32} />
        <span className='row wrap semi'>
          {event.title}
          {event.unresolvedMarkets > 0 && (
            <span className='badge badge--warn'>
              {event.unresolvedMarkets === event.markets
                ? 'Needs a result'
                : `${event.unresolvedMarkets} of ${event.markets} need a result`}
            </span>
          )}
          {(!event.active || event.archived) && <span className='badge'>Hidden</span>}
        </span>
        <span className='small faint numeric'>{standing(event, now)}</span>
      </Link>
    </li>
  );
}

/** Returns a status such as "2 of 5 markets open, ends 3 May 2027". */
function standing({ markets, openMarkets, resolvedMarkets, endDate }: AdminEvent, now: number): string {
  if (markets === 0) return 'no markets';
  const all = markets === 1 ? '1 market' : `${markets} markets`;
  if (resolvedMarkets === markets) return `${all}, resolved`;
  const some = markets === 1 ? (openMarkets === 1 ? '1 market open' : '1 market') : `${openMarkets} of ${all} open`;
  if (endOf(endDate) === '') return `${some}, no end`;
  return `${some}, ${Date.parse(endDate) > now ? 'ends' : 'ended'} ${formatDate(endDate)}`;
}
