/** A list of events with infinite scrolling. */
import type { Event } from '@bellwether/contract';
import { type ReactNode, useEffect, useRef } from 'react';
import { EmptyState, ErrorState } from '../ui/empty-state.tsx';
import { type Paged, ShowMore } from '../ui/show-more.tsx';
import { errorText } from '../venue/error-text.ts';
import { DayCurves } from './day-curves.tsx';
import { cardTokens, EventCard, EventCardSkeleton } from './event-card.tsx';

const SKELETONS = 9;
const SKELETON_KEYS = Array.from({ length: SKELETONS }, (_, index) => `skeleton-${index}`);

interface EventGridProps {
  readonly events: readonly Event[] | undefined;
  readonly error: unknown;
  readonly onRetry: () => void;
  /** The list that the events are pages of; all are shown without one. */
  readonly list?: Paged;
  readonly empty: ReactNode;
}

export function EventGrid({ events, error, onRetry, list, empty }: EventGridProps) {
  if (events === undefined) {
    if (error !== null)
      return <ErrorState title='The markets could not be read' text={errorText(error)} onRetry={onRetry} />;
    return (
      <div className='event-grid' role='status' aria-label='Loading markets'>
        {SKELETON_KEYS.map((key) => (
          <EventCardSkeleton key={key} />
        ))}
      </div>
    );
  }
  if (events.length === 0) return <EmptyState title='No markets here'>{empty}</EmptyState>;
  return (
    <>
      <DayCurves tokenIds={events.flatMap(cardTokens)}>
        <ul className='event-grid'>
          {events.map((event) => (
            <li key={event.id}>
              <EventCard event={event} />
            </li>
          ))}
        </ul>
      </DayCurves>
      {list !== undefined && <More of={list} />}
    </>
  );
}

/** Loads more when it scrolls near the viewport. The button serves keyboards, and where the observer fails. */
export function More({ of }: { readonly of: Paged }) {
  const { hasNextPage, isFetchingNextPage: isLoading, fetchNextPage } = of;
  const element = useRef<HTMLDivElement>(null);
  const ask = useRef(fetchNextPage);
  ask.current = fetchNextPage;
  useEffect(() => {
    if (element.current === null || !hasNextPage || isLoading) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) void ask.current();
      },
      { rootMargin: '600px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [hasNextPage, isLoading]);
  if (!hasNextPage) return null;
  return (
    <div ref={element} className='flex more'>
      <ShowMore of={of} text='Show more' />
    </div>
  );
}

/** Flattens pages without duplicates: newly added items may push an item onto the next page. */
export function flatten<Item extends { readonly id: string }>(
  pages: readonly (readonly Item[])[] | undefined,
): readonly Item[] | undefined {
  if (pages === undefined) return undefined;
  return [...new Map(pages.flat().map((item) => [item.id, item])).values()];
}
