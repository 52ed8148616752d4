/** A list of events with infinite scrolling. */
import type { Event } from '@bellwether/contract';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { EmptyState, ErrorState } from '../ui/empty-state.tsx';
import { errorText } from '../venue/error-text.ts';
import { DayCurves } from './day-curves.tsx';
import { cardTokens, EventCard, EventCardSkeleton } from './event-card.tsx';

const SKELETONS = 9;
const SKELETON_KEYS = Array.from({ length: SKELETONS }, (_, index) => `skeleton-${index}`);

export interface EventGridProps {
  readonly events: readonly Event[] | undefined;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly onMore: () => void;
  /** Shown if the list is empty. */
  readonly empty: ReactNode;
}

export function EventGrid({ events, error, onRetry, hasMore, isLoadingMore, onMore, empty }: EventGridProps) {
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
      {hasMore && <More isLoading={isLoadingMore} onMore={onMore} />}
    </>
  );
}

/**
 * Loads more when it scrolls near the viewport. The button serves keyboard users, and is a fallback for the observer.
 */
export function More({ isLoading, onMore }: { readonly isLoading: boolean; readonly onMore: () => void }) {
  const element = useRef<HTMLDivElement>(null);
  const ask = useRef(onMore);
  ask.current = onMore;
  useEffect(() => {
    if (element.current === null || isLoading) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) ask.current();
      },
      { rootMargin: '600px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isLoading]);
  return (
    <div ref={element} className='flex more'>
      <Button busy={isLoading} onClick={onMore}>
        Show more
      </Button>
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
