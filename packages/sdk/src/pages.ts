/** Paged lists as async iterators over their items. Reads each page only when it is needed. */
import { END_CURSOR } from '@bellwether/contract';
import { InvalidInputError } from './errors.ts';

/** The page size, and a signal to abort. */
export interface PageOptions {
  /** Items per request. */
  readonly pageSize?: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Items of a list that is paged by offset. If the list is longer than the venue's largest offset, it ends with
 * `InvalidInputError`, never silently. Items added meanwhile may make another item appear twice.
 */
export async function* byOffset<Item>(
  read: (page: { readonly limit: number; readonly offset: number }) => Promise<readonly Item[]>,
  limit: number,
  offsetMax = Number.POSITIVE_INFINITY,
): AsyncGenerator<Item, void, undefined> {
  for (let offset = 0; ; offset += limit) {
    if (offset > offsetMax) throw new InvalidInputError(`the venue lists no more than this: narrow the query`);
    const items = await read({ limit, offset });
    yield* items;
    if (items.length < limit) return;
  }
}

/** Items of a list that is paged by cursor. */
export async function* byCursor<Item>(
  read: (cursor: string) => Promise<{ readonly items: readonly Item[]; readonly next: string }>,
  first: string,
): AsyncGenerator<Item, void, undefined> {
  for (let cursor = first; cursor !== END_CURSOR; ) {
    const { items, next } = await read(cursor);
    yield* items;
    if (next === cursor || next === '') return;
    cursor = next;
  }
}

/** Items of a list that is paged by keyset: changes meanwhile do not shift other items. */
export async function* byKeyset<Item>(
  read: (page: {
    readonly limit: number;
    readonly after_cursor?: string;
  }) => Promise<{ readonly items: readonly Item[]; readonly next_cursor?: string }>,
  limit: number,
): AsyncGenerator<Item, void, undefined> {
  for (let cursor: string | undefined; ; ) {
    const { items, next_cursor } = await read({ limit, ...(cursor !== undefined && { after_cursor: cursor }) });
    yield* items;
    if (next_cursor === undefined) return;
    cursor = next_cursor;
  }
}
