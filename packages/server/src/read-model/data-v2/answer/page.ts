/** Pages of the second data interface: rows, and the cursor of the next page. */
import type { Pagination } from '@bellwether/contract';
import { encodeDataCursor, type PageParameters, type Place } from '../../../wire/data-v2/cursor.ts';
import { arrayPieces, type Items, serializerOf } from '../../read.ts';

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

/** Page of a list that is sorted as a whole: `all` begins with the first row of the first page. */
export function slicedPage<Row>(
  page: PageParameters,
  all: readonly Row[],
): { rows: readonly Row[]; next: Place | null } {
  const end = page.offset + page.limit;
  return { rows: all.slice(page.offset, end), next: all.length > end ? [] : null };
}

/** Serialisers of a page, at once and in pieces; `schema` is its response schema. */
export function pageSerializers(schema: { readonly properties: { readonly data: object } }) {
  const serialize = serializerOf<readonly unknown[]>(schema.properties.data);
  const end = ({ pagination }: Page<unknown>): string => `,"pagination":${JSON.stringify(pagination)}}`;
  return {
    serialize: (page: Page<unknown>) => `{"data":${serialize(page.data.slice(0, page.data.length))}${end(page)}`,
    *pieces(page: Page<unknown>): Generator<string, void, undefined> {
      yield '{"data":';
      yield* arrayPieces(page.data, serialize);
      yield end(page);
    },
  };
}
