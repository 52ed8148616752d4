/** Routes of the lists of events and series, of single tags and series, and of the search. */
import { Series, Tag } from '../schemas/catalog.ts';
import * as catalogLists from '../schemas/catalog-lists.ts';
import { CATALOG_ROUTES } from './reads.ts';
import { type Route, route } from './route.ts';

const catalog = { auth: 'none', errorShape: 'catalog' } as const;

export const CATALOG_LIST_ROUTES = {
  events: route(catalog, 'GET /events', {
    summary: 'Events with their markets, filtered and sorted',
    query: catalogLists.EventsQuery,
    queryAliases: { tag: 'tag_slug', titleSearch: 'title_search' },
    response: { 200: catalogLists.Events },
    errors: ['bad_request'],
    caps: ['catalog', 'events', 'listings', 'work'],
    cost: { base: 0, rowsPerUnit: 5 },
  }),
  series: route(catalog, 'GET /series', {
    summary: 'Series, newest first',
    query: catalogLists.SeriesQuery,
    response: { 200: catalogLists.SeriesList },
    errors: ['bad_request'],
    caps: ['catalog', 'work'],
    cost: { base: 1, rowsPerUnit: 150 },
  }),
  seriesById: route(catalog, 'GET /series/:id', {
    summary: 'A series, by id',
    params: catalogLists.CatalogIdParams,
    response: { 200: Series },
    errors: ['bad_request', 'id_not_found'],
    caps: ['catalog', 'work'],
    cost: { base: 1 },
  }),
  tagById: route(catalog, 'GET /tags/:id', {
    summary: 'A tag, by id',
    params: catalogLists.CatalogIdParams,
    response: { 200: Tag },
    errors: ['bad_request', 'id_not_found'],
    caps: ['catalog', 'tags'],
  }),
  tagBySlug: route(catalog, 'GET /tags/slug/:slug', {
    summary: 'A tag, by slug',
    params: catalogLists.CatalogSlugParams,
    response: { 200: Tag },
    errors: ['bad_request', 'slug_not_found'],
    caps: ['catalog', 'tags'],
  }),
  publicSearch: route(catalog, 'GET /public-search', {
    summary: 'Events, tags and profiles in which all words of a text occur',
    query: catalogLists.SearchQuery,
    response: { 200: catalogLists.SearchAnswer },
    errors: ['bad_request'],
    caps: ['catalog', 'search', 'work'],
    cost: { base: 0 },
  }),
} as const satisfies Record<string, Route>;

/** The lists by keyset: the same rows, filters and costs as the lists by offset. */
export const KEYSET_ROUTES = {
  marketsKeyset: route(CATALOG_ROUTES.markets, 'GET /markets/keyset', {
    summary: 'Markets of the catalog, filtered and sorted, in pages that stay true while the catalog changes',
    query: catalogLists.MarketsKeysetQuery,
    response: { 200: catalogLists.MarketsKeysetPage },
    cost: { base: 0, rowsPerUnit: 40 },
  }),
  eventsKeyset: route(CATALOG_LIST_ROUTES.events, 'GET /events/keyset', {
    summary: 'Events with their markets, filtered and sorted, in pages that stay true while the catalog changes',
    query: catalogLists.EventsKeysetQuery,
    response: { 200: catalogLists.EventsKeysetPage },
  }),
} as const satisfies Record<string, Route>;
