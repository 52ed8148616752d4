/** Routes of the lists by keyset: the same rows, filters and costs as the lists by offset. */
import { EventsKeysetPage, EventsKeysetQuery, MarketsKeysetPage, MarketsKeysetQuery } from '../schemas/keyset.ts';
import { CATALOG_LIST_ROUTES } from './catalog-lists.ts';
import { CATALOG_ROUTES } from './reads.ts';
import type { Route } from './route.ts';

const { markets } = CATALOG_ROUTES;
const { events } = CATALOG_LIST_ROUTES;

export const KEYSET_ROUTES = {
  marketsKeyset: {
    ...markets,
    path: '/markets/keyset',
    summary: 'Markets of the catalog, filtered and sorted, in pages that stay true while the catalog changes',
    query: MarketsKeysetQuery,
    response: { 200: MarketsKeysetPage },
    cost: { base: 0, rowsPerUnit: 40 },
  },
  eventsKeyset: {
    ...events,
    path: '/events/keyset',
    summary: 'Events with their markets, filtered and sorted, in pages that stay true while the catalog changes',
    query: EventsKeysetQuery,
    response: { 200: EventsKeysetPage },
  },
} as const satisfies Record<string, Route>;
