/** Sort orders of event lists, and the venue's query for each. */
import type { QueryOf } from '@bellwether/sdk';

export const EVENT_SORTS = ['trending', 'new', 'ending', 'volume'] as const;
export type EventsSort = (typeof EVENT_SORTS)[number];

export const EVENT_SORT_LABELS: Readonly<Record<EventsSort, string>> = {
  trending: 'Trending',
  new: 'New',
  ending: 'Ending soon',
  volume: 'Volume',
};

const ORDERS: Readonly<Record<EventsSort, QueryOf<'events'>>> = {
  trending: { order: 'volume24hr' },
  new: { order: 'createdAt' },
  ending: { order: 'endDate', ascending: true },
  volume: { order: 'volume' },
};

export const EVENTS_PAGE = 24;

export function eventListQuery(sort: EventsSort, tag: string, offset: number): QueryOf<'events'> {
  return {
    ...ORDERS[sort],
    active: true,
    closed: false,
    archived: false,
    limit: EVENTS_PAGE,
    offset,
    ...(tag === '' ? {} : { tag_slug: tag }),
  };
}

export function readSort(value: unknown): EventsSort {
  return EVENT_SORTS.find((sort) => sort === value) ?? 'trending';
}
