/** Keyset lists. Queries and cursors are checked here; reader threads answer. */
import { type EventsKeysetQuery, KEYSET_ROUTES, type MarketsKeysetQuery, type Route } from '@bellwether/contract';
import type { FastifyInstance } from 'fastify';
import type { KeysetParameters } from '../../reads/catalog/keyset.ts';
import { refuseDates } from '../../wire/catalog/catalog-filter.ts';
import { badRequest, type Failure } from '../../wire/failure.ts';
import { decodeKeysetCursor, type KeysetList, type KeysetOrder, keysetColumns } from '../../wire/forms/cursors.ts';
import type { AppDependencies } from '../dependencies.ts';
import { type QueryRoute, unknownParameterText } from '../plugins/query.ts';
import { mountRead } from '../send-read.ts';

type KeysetQuery = MarketsKeysetQuery | EventsKeysetQuery;

export function registerKeysetRoutes(app: FastifyInstance, { reader }: AppDependencies): void {
  const serve = <Query extends KeysetQuery>(route: Route & QueryRoute, list: KeysetList): void =>
    mountRead<Query>(app, route, reader, `${list}-keyset`, (query) => parametersOf(query, list), {
      unknown: unknownHere,
    });
  serve<MarketsKeysetQuery>(KEYSET_ROUTES.marketsKeyset, 'markets');
  serve<EventsKeysetQuery>(KEYSET_ROUTES.eventsKeyset, 'events');
}

/** Names that other lists use for the cursor. */
const CURSOR_NAMES: ReadonlySet<string> = new Set(['cursor', 'next_cursor', 'afterCursor']);

function unknownHere(name: string, meant: string | null): Failure {
  if (name === 'offset') return badRequest('offset is not allowed on keyset endpoints: send after_cursor');
  return badRequest(unknownParameterText(name, CURSOR_NAMES.has(name) ? 'after_cursor' : meant));
}

function parametersOf<Query extends KeysetQuery>(query: Query, list: KeysetList): KeysetParameters<Query> | Failure {
  const { after_cursor: cursor, ...rest } = query;
  const malformed = refuseDates(query);
  if (malformed !== null) return malformed;
  if (cursor === undefined) return rest;
  const wanted = { list, order: keysetColumns<string>(query.order), ascending: query.ascending };
  const read = decodeKeysetCursor(cursor, wanted);
  if (read.kind === 'unreadable')
    return badRequest('after_cursor is no cursor of this venue: send the next_cursor of the page before as it came');
  if (read.kind === 'other')
    return badRequest(`after_cursor goes with ${orderText(read.order)}, not with ${orderText(wanted)}`);
  return { ...rest, after: read.place };
}

const orderText = ({ list, order, ascending }: KeysetOrder): string =>
  `/${list}/keyset?order=${order}&ascending=${ascending}`;
