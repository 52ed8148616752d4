/**
 * Cursors of paged lists: an offset, the place of the last fill, and the place in a list by keyset. Clients send back
 * what they received; other spellings are refused, except for padding.
 */
import { END_CURSOR, FIRST_CURSOR } from '@bellwether/contract';

export type OffsetCursor =
  | { readonly kind: 'offset'; readonly offset: number }
  | { readonly kind: 'end' }
  | { readonly kind: 'invalid' };

const OFFSET = /^(?:0|[1-9][0-9]{0,11})$/;

/** Base64 of a decimal offset: `MA==` for the first page, `LTE=` after the last. */
export function encodeOffsetCursor(offset: number): string {
  return Buffer.from(String(offset)).toString('base64');
}

/** Reads a cursor; '' is the first page. Accepts only exact base64, with or without padding, of an offset. */
export function decodeOffsetCursor(cursor: string): OffsetCursor {
  if (cursor === '') return { kind: 'offset', offset: 0 };
  const text = Buffer.from(cursor, 'base64').toString('latin1');
  const exact = Buffer.from(text, 'latin1').toString('base64');
  if (cursor !== exact && cursor !== exact.replace(/=+$/, '')) return { kind: 'invalid' };
  if (text === '-1') return { kind: 'end' };
  return OFFSET.test(text) ? { kind: 'offset', offset: Number(text) } : { kind: 'invalid' };
}

const FILL_PLACE = /^fill ([1-9][0-9]{0,15}|0)$/;

/** Place of the last row of `GET /trades` shown. Later rows never move it. */
export function encodeFillCursor(id: number): string {
  return Buffer.from(`fill ${id}`).toString('base64url');
}

/** Upper bound (exclusive) for ids of the next page: undefined for the first page, null for an invalid cursor. */
export function decodeFillCursor(cursor: string): number | undefined | null {
  if (cursor === '' || cursor === FIRST_CURSOR) return undefined;
  if (cursor === END_CURSOR) return 0;
  const id = FILL_PLACE.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1];
  return id !== undefined && encodeFillCursor(Number(id)) === cursor ? Number(id) : null;
}

const KEYSET_LISTS = ['markets', 'events', 'comments'] as const;
export type KeysetList = (typeof KEYSET_LISTS)[number];

/** List and order that a cursor belongs to. */
export interface KeysetOrder<Column extends string = string> {
  readonly list: KeysetList;
  /** Sort columns as clients name them, see `keysetColumns`. */
  readonly order: readonly Column[];
  readonly ascending: boolean;
}

/** A place in an order: sort values of a row, column by column, and its public id, which breaks ties. */
export interface RowPlace {
  readonly values: readonly (number | string)[];
  readonly id: number;
}

export type KeysetPlace =
  | { readonly kind: 'place'; readonly place: RowPlace }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'other'; readonly order: KeysetOrder };

/** Columns sorted as text; all others contain whole numbers. */
const TEXT_COLUMNS: ReadonlySet<string> = new Set(['question', 'title', 'slug']);

/** The columns that decide the order: each once, and none after the id. Without any, the id. */
export function keysetColumns<Column extends string>(order: readonly Column[] = []): readonly (Column | 'id')[] {
  const distinct: readonly (Column | 'id')[] = order.length === 0 ? ['id'] : [...new Set(order)];
  const end = distinct.indexOf('id');
  return end < 0 ? distinct : distinct.slice(0, end + 1);
}

/** Base64url of a JSON array: list and order, and the place of the last row shown. */
export function encodeKeysetCursor({ list, order, ascending }: KeysetOrder, { values, id }: RowPlace): string {
  return Buffer.from(JSON.stringify([list, order, ascending ? 1 : 0, values, id])).toString('base64url');
}

/** Reads a cursor sent with a list in `wanted` order. */
export function decodeKeysetCursor(cursor: string, wanted: KeysetOrder): KeysetPlace {
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.toString('base64url') !== cursor) return { kind: 'unreadable' };
  const parts = parsed(bytes.toString('utf8'));
  if (!Array.isArray(parts) || parts.length !== 5) return { kind: 'unreadable' };
  const [list, order, direction, values, id] = parts as readonly unknown[];
  if (!isList(list)) return { kind: 'unreadable' };
  if (!isTexts(order) || (direction !== 0 && direction !== 1)) return { kind: 'unreadable' };
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 0) return { kind: 'unreadable' };
  if (!isValuesOf(order, values)) return { kind: 'unreadable' };
  const ascending = direction === 1;
  if (list !== wanted.list || order.join() !== wanted.order.join() || ascending !== wanted.ascending)
    return { kind: 'other', order: { list, order, ascending } };
  return { kind: 'place', place: { values, id } };
}

const isList = (value: unknown): value is KeysetList => KEYSET_LISTS.some((list) => list === value);

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => /^[A-Za-z0-9]{1,30}$/.test(String(item)));
}

/** True if there is one value of the right type for each column before the id. */
function isValuesOf(order: readonly string[], values: unknown): values is readonly (number | string)[] {
  const columns = order.filter((column) => column !== 'id');
  if (!Array.isArray(values) || values.length !== columns.length) return false;
  return columns.every((column, index) =>
    TEXT_COLUMNS.has(column) ? typeof values[index] === 'string' : Number.isSafeInteger(values[index]),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
