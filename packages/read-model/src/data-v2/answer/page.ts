/** Pages of the second data interface: rows, and the cursor of the next page. */
import type { Pagination, RouteAnswer } from '@bellwether/contract';
import {
  type DataQuery,
  type DataRoute,
  encodeDataCursor,
  type PageParameters,
  type Place,
} from '@bellwether/wire/data-v2/cursor.ts';
import type { ReadStore } from '../../database.ts';
import { pageSerializers } from '../../keyset-page.ts';
import type { Items, Read } from '../../read.ts';

export interface Page<Row> {
  readonly data: Items<Row>;
  readonly pagination: Pagination;
}

/**
 * A page with its rows. `next`: the place behind the last of them, null if there are no more. `passed`: rows by which
 * the next page begins later.
 */
export function pageOf<Row>(
  page: PageParameters,
  data: Items<Row>,
  next: Place | null,
  passed = data.length,
): Page<Row> {
  const { limit, offset, bound, key, isEmpty = false } = page;
  if (isEmpty) {
    const pagination = { limit: 0, offset, has_more: data.length > 0 || next !== null, next_cursor: null };
    return { data: [], pagination };
  }
  const after = { limit, offset: offset + passed, place: next ?? [], bound };
  return {
    data,
    pagination: {
      limit,
      offset,
      has_more: next !== null,
      next_cursor: next === null ? null : encodeDataCursor(key, after),
    },
  };
}

type DataOf<R extends DataRoute> = RouteAnswer<R> extends { data: infer Data } ? Data : never;
type RowOf<R extends DataRoute> = DataOf<R> extends readonly (infer Row)[] ? Row : never;

/** Answer without pages. */
export interface Enveloped<Data> {
  readonly data: Data;
}

/** The read of a route without pages, named by its path. */
export function dataRead<R extends DataRoute, Query = DataQuery<R>>(
  { path }: R,
  dataOf: (database: ReadStore, query: Query) => Promise<DataOf<R>>,
): Read<Query, Enveloped<DataOf<R>>> {
  return { name: path, run: async (database, query) => ({ value: { data: await dataOf(database, query) } }) };
}

/** The read of a route with pages, named by its path. */
export function pageRead<R extends DataRoute, Query = DataQuery<R>>(
  { path }: R,
  of: (database: ReadStore, query: Query) => Promise<Page<RowOf<R>>>,
): Read<Query, Page<RowOf<R>>> {
  return {
    name: path,
    run: async (database, query) => ({ value: await of(database, query) }),
    ...pageSerializers('data'),
  };
}
