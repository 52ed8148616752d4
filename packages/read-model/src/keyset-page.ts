/** Pages that continue after a place in the order: the cursor of the next one, and the JSON around the rows. */
import { encodeKeysetCursor, type KeysetOrder, type RowPlace } from '@bellwether/wire/forms/cursors.ts';
import { arrayPieces, type Items } from './read.ts';

/**
 * Rows of a page, and its `next_cursor` if there are further rows. `rows` has one more than the page if there are.
 */
export function keysetPage<Row extends RowPlace>(rows: readonly Row[], limit: number, order: KeysetOrder) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasNext = rows.length > limit && last !== undefined;
  return { shown, next: hasNext ? { next_cursor: encodeKeysetCursor(order, last) } : {} };
}

/** JSON of a page around the JSON of its rows, which come first, at once and in pieces. */
export function pageSerializers<List extends string, Item = unknown>(list: List) {
  type Page = Readonly<Record<List, Items<Item>>>;
  function* pieces({ [list]: items, ...rest }: Page): Generator<string> {
    yield `{"${list}":`;
    yield* arrayPieces(items);
    const others = JSON.stringify(rest).slice(1);
    yield others === '}' ? others : `,${others}`;
  }
  return { serialize: (page: Page) => [...pieces(page)].join(''), pieces };
}
