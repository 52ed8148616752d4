/** Finds an event and opens it for changes; the address of the page says which one is open. */
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { endOf, formatDate } from '../format/time.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState, ErrorState } from '../ui/empty-state.tsx';
import { Field } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';
import { errorText } from '../venue/error-text.ts';
import { ManageEvent } from './manage-event.tsx';
import { useOperator } from './operator.tsx';

const SHOWN = 30;

export function EventsSection() {
  const { event: slug } = useSearch({ strict: false });
  const navigate = useNavigate();
  if (slug === undefined) return <EventPicker />;
  const back = (): void => void navigate({ to: '/operate/$section', params: { section: 'events' }, search: {} });
  return (
    <div className='stack'>
      <div>
        <Button kind='ghost' size='sm' onClick={back}>
          <Icon name='back' size={16} /> All events
        </Button>
      </div>
      <ManageEvent key={slug} slug={slug} />
    </div>
  );
}

function EventPicker() {
  const { client } = useOperator();
  const [text, setText] = useState('');
  const words = useDeferredValue(text.trim());
  const query = useQuery({
    queryKey: ['operate', 'events', words],
    queryFn: async ({ signal }) =>
      words === ''
        ? client.events.list({ order: 'createdAt', ascending: false, limit: SHOWN }, { signal })
        : (await client.catalog.search({ q: words, limit_per_type: SHOWN }, { signal })).events,
    staleTime: 0,
  });
  return (
    <section className='stack' aria-label='Events'>
      <Field
        label='Find an event'
        type='search'
        value={text}
        placeholder='words of its title or its markets'
        onChange={(event) => setText(event.target.value)}
        hint={words === '' ? 'The newest are below.' : undefined}
      />
      {query.isPending && <SkeletonLines lines={6} />}
      {query.isError && (
        <ErrorState title='No events' text={errorText(query.error)} onRetry={() => void query.refetch()} />
      )}
      {query.data?.length === 0 && <EmptyState title='No event has these words' />}
      {query.data !== undefined && query.data.length > 0 && (
        <ul className='panel operate__events'>
          {query.data.map((event) => (
            <li key={event.id}>
              <Link
                to='/operate/$section'
                params={{ section: 'events' }}
                search={{ event: event.slug }}
                className='operate__event plain'
              >
                <Mark id={event.slug} image={event.image || event.icon} size={32} />
                <span className='operate__event-title'>{event.title}</span>
                <span className='small faint numeric'>
                  {event.markets.length === 1 ? '1 market' : `${event.markets.length} markets`},{' '}
                  {endOf(event.endDate) === '' ? 'no end' : `ends ${formatDate(event.endDate)}`}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
