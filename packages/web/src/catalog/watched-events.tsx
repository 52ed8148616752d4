/** The events watched in this browser, most recently added first. Events that the venue no longer has are omitted. */
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { eventQuery } from '../venue/queries.ts';
import { useClient } from '../venue/venue-context.tsx';
import { useWatched } from '../watch/use-watched.ts';
import { watchedEvents } from '../watch/watch-list.ts';
import { EventGrid } from './event-grid.tsx';

export function WatchedEvents() {
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
