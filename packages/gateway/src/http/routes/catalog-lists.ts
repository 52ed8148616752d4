/** Lists of events, tags and series, single tags and series, keyset lists, and the search. Reader threads answer. */
import {
  CATALOG_LIST_ROUTES,
  CATALOG_ROUTES,
  type CatalogIdParams,
  type EventsKeysetQuery,
  type EventsQuery,
  KEYSET_ROUTES,
  type MarketsKeysetQuery,
  type Route,
  type SearchQuery,
} from '@bellwether/contract';
import { sortedEvents, sortedMarkets } from '@bellwether/read-model/catalog/answer/catalog-filter.ts';
import { badRequest, type Failure, failure } from '@bellwether/wire/failure.ts';
import { type KeysetList, keysetColumns } from '@bellwether/wire/forms/cursors.ts';
import type { FastifyInstance } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import { afterOf, unknownInKeyset } from '../keyset.ts';
import { isFailure, mount } from '../mount.ts';
import type { Read } from '../plugins/body.ts';
import { createQueryReader, createRouteQueryReader, type QueryReader, type QueryRoute } from '../plugins/query.ts';
import { answerRead, mountRead } from '../send-read.ts';

export function registerCatalogListRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  const { reader, settings } = dependencies;
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
  mountRead<EventsQuery>(app, CATALOG_LIST_ROUTES.events, reader, 'events', {}, (query) => sortedEvents(query));
  list(CATALOG_LIST_ROUTES.series, 'series');
  one(CATALOG_LIST_ROUTES.seriesById, 'series-by-id', failure('id_not_found'), readId);
  one(CATALOG_LIST_ROUTES.tagById, 'tag-by-id', failure('id_not_found'), readId);
  one(CATALOG_LIST_ROUTES.tagBySlug, 'tag-by-slug', failure('slug_not_found'), readSlug);
  const readSearch = searchReader(settings.profile === 'polymarket');
  mount(app, CATALOG_LIST_ROUTES.publicSearch, (request, reply) => {
    const query = readSearch(request.query);
    return answerRead(reply, reader, 'public-search', query.kind === 'failure' ? query : query.value);
  });
  registerKeysets(app, dependencies);
}

/** Reader of the search query. A blank text counts as missing. */
function searchReader(clamps: boolean): QueryReader<SearchQuery> {
  const read = createRouteQueryReader<SearchQuery>(CATALOG_LIST_ROUTES.publicSearch, { clamps });
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

type KeysetQuery = MarketsKeysetQuery | EventsKeysetQuery;

function registerKeysets(app: FastifyInstance, { reader }: AppDependencies): void {
  const serve = <Query extends KeysetQuery>(route: Route & QueryRoute, list: KeysetList): void =>
    mountRead<Query>(app, route, reader, `${list}-keyset`, { unknown: unknownInKeyset }, (query) =>
      parametersOf(query, list),
    );
  serve<MarketsKeysetQuery>(KEYSET_ROUTES.marketsKeyset, 'markets');
  serve<EventsKeysetQuery>(KEYSET_ROUTES.eventsKeyset, 'events');
}

function parametersOf(query: KeysetQuery, list: KeysetList): object | Failure {
  const { after_cursor: cursor, ...rest } = query;
  const sorted = list === 'markets' ? sortedMarkets(rest) : sortedEvents(rest);
  if (isFailure(sorted)) return sorted;
  const place = afterOf(cursor, { list, order: keysetColumns<string>(sorted.order), ascending: query.ascending });
  return isFailure(place) ? place : { ...sorted, ...place };
}
