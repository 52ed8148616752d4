/** Lists of events and series, single tags and series, and the search. Answers come from reader threads. */
import {
  CATALOG_LIST_ROUTES,
  type CatalogIdParams,
  type EventsQuery,
  type Route,
  type SearchQuery,
  type SeriesQuery,
} from '@bellwether/contract';
import type { FastifyInstance } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import { badRequest, type Failure, failure } from '../failure.ts';
import { mount } from '../mount.ts';
import { sendFailure } from '../plugins/answers.ts';
import type { Read } from '../plugins/body.ts';
import { createQueryReader } from '../plugins/query.ts';
import { safeName } from '../plugins/validation.ts';
import { sendRead } from '../send-read.ts';

const unknownParameter = (name: string): Failure => badRequest(`unknown parameter: ${name}`);
/** A list always has an answer. */
const NOTHING = failure('internal', { id: 'no answer' });

type Check<Values> = (raw: unknown) => Read<Values>;

export function registerCatalogListRoutes(app: FastifyInstance, { reader }: AppDependencies): void {
  const list = (route: Route, name: string, check: Check<object>): void => {
    mount(app, route, (request, reply) => {
      const query = check(request.query);
      if (query.kind === 'failure') return sendFailure(reply, query, 'catalog');
      return sendRead(reply, reader.read(name, query.value), NOTHING, 'catalog');
    });
  };
  const one = (route: Route, name: string, missing: Failure, check: Check<object>): void => {
    mount(app, route, (request, reply) => {
      const [unknown] = Object.keys(request.query as object);
      if (unknown !== undefined) return sendFailure(reply, unknownParameter(safeName(unknown)), 'catalog');
      const params = check(request.params);
      if (params.kind === 'failure') return sendFailure(reply, params, 'catalog');
      return sendRead(reply, reader.read(name, params.value), missing, 'catalog');
    });
  };

  const readId = createQueryReader<CatalogIdParams>(CATALOG_LIST_ROUTES.tagById.params, {
    unknown: unknownParameter,
    invalid: (detail) => badRequest(`id is invalid: ${detail}`),
  });
  const readSlug: Check<object> = (params) => ({ kind: 'read', value: params as object });
  list(CATALOG_LIST_ROUTES.events, 'events', queryReader<EventsQuery>(CATALOG_LIST_ROUTES.events));
  list(CATALOG_LIST_ROUTES.series, 'series', queryReader<SeriesQuery>(CATALOG_LIST_ROUTES.series));
  one(CATALOG_LIST_ROUTES.seriesById, 'series-by-id', failure('id_not_found'), readId);
  one(CATALOG_LIST_ROUTES.tagById, 'tag-by-id', failure('id_not_found'), readId);
  one(CATALOG_LIST_ROUTES.tagBySlug, 'tag-by-slug', failure('slug_not_found'), readSlug);
  list(CATALOG_LIST_ROUTES.publicSearch, 'public-search', searchReader());
}

function queryReader<Values>({ query, queryAliases }: Pick<Route, 'query' | 'queryAliases'>): Check<Values> {
  if (query === undefined) throw new Error('the route has no query');
  return createQueryReader<Values>(query, {
    aliases: queryAliases ?? {},
    unknown: unknownParameter,
    invalid: badRequest,
  });
}

/** A text of blanks is as good as none. */
function searchReader(): Check<SearchQuery> {
  const check = queryReader<SearchQuery>(CATALOG_LIST_ROUTES.publicSearch);
  return (raw) => {
    const text = (raw as { readonly q?: unknown } | null)?.q ?? '';
    return typeof text === 'string' && text.trim() === '' ? withoutText(check(raw)) : check(raw);
  };
}

/** The first mistake that is named is the one that matters most. */
function withoutText(read: Read<SearchQuery>): Read<SearchQuery> {
  const isOther = read.kind === 'failure' && !read.text.startsWith('q ');
  return isOther ? read : badRequest('q is required');
}
