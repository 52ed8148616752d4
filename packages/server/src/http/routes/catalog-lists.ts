/** Lists of events, tags and series, single tags and series, and the search. Answers come from reader threads. */
import {
  CATALOG_LIST_ROUTES,
  CATALOG_ROUTES,
  type CatalogIdParams,
  type EventsQuery,
  type Route,
  type SearchQuery,
} from '@bellwether/contract';
import type { FastifyInstance } from 'fastify';
import { refuseDates } from '../../wire/catalog/catalog-filter.ts';
import { badRequest, type Failure, failure } from '../../wire/failure.ts';
import type { AppDependencies } from '../dependencies.ts';
import { mount } from '../mount.ts';
import type { Read } from '../plugins/body.ts';
import { createQueryReader, createRouteQueryReader, type QueryReader, type QueryRoute } from '../plugins/query.ts';
import { answerRead, mountRead } from '../send-read.ts';

export function registerCatalogListRoutes(app: FastifyInstance, { reader }: AppDependencies): void {
  const list = (route: Route & QueryRoute, name: string): void => mountRead(app, route, reader, name);
  const one = (route: Route, name: string, missing: Failure, check: QueryReader<object>): void => {
    mount(app, route, (request, reply) => {
      const params = check(request.params);
      return answerRead(reply, reader, name, params.kind === 'failure' ? params : params.value, missing);
    });
  };

  const readId = createQueryReader<CatalogIdParams>(CATALOG_LIST_ROUTES.tagById.params, {
    invalid: (detail) => badRequest(`id is invalid: ${detail}`),
  });
  const readSlug: QueryReader<object> = (params) => ({ kind: 'read', value: params as object });
  list(CATALOG_ROUTES.tags, 'tags');
  mountRead<EventsQuery>(app, CATALOG_LIST_ROUTES.events, reader, 'events', (query) => refuseDates(query) ?? query);
  list(CATALOG_LIST_ROUTES.series, 'series');
  one(CATALOG_LIST_ROUTES.seriesById, 'series-by-id', failure('id_not_found'), readId);
  one(CATALOG_LIST_ROUTES.tagById, 'tag-by-id', failure('id_not_found'), readId);
  one(CATALOG_LIST_ROUTES.tagBySlug, 'tag-by-slug', failure('slug_not_found'), readSlug);
  const readSearch = searchReader();
  mount(app, CATALOG_LIST_ROUTES.publicSearch, (request, reply) => {
    const query = readSearch(request.query);
    return answerRead(reply, reader, 'public-search', query.kind === 'failure' ? query : query.value);
  });
}

/** Reader of the search query. A blank text counts as missing. */
function searchReader(): QueryReader<SearchQuery> {
  const read = createRouteQueryReader<SearchQuery>(CATALOG_LIST_ROUTES.publicSearch);
  const check: QueryReader<SearchQuery> = (raw) => {
    const query = read(raw);
    const isUnsorted = query.kind === 'read' && query.value.ascending && query.value.sort === undefined;
    return isUnsorted ? badRequest('ascending needs sort') : query;
  };
  return (raw) => {
    const text = (raw as { readonly q?: unknown } | null)?.q ?? '';
    return typeof text === 'string' && text.trim() === '' ? withoutText(check(raw)) : check(raw);
  };
}

/** Refusal of a search without a text: another error of the query, if there is one, is reported first. */
function withoutText(read: Read<SearchQuery>): Read<SearchQuery> {
  const isOther = read.kind === 'failure' && !read.text.startsWith('q ');
  return isOther ? read : badRequest('q is required');
}
