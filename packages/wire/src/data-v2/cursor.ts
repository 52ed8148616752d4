/**
 * Cursors of the second data interface: where a page begins, how long it is, and the filters that it continues. They are
 * signed with a key of their list, so a cursor of another list, of another venue, or one that was altered is refused.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Route } from '@bellwether/contract';
import type { Static, TObject } from 'typebox';

/** Position in a list by the values of its last row; empty if the offset alone decides. */
export type Place = readonly (number | string)[];

interface CursorContent {
  readonly limit: number;
  /** Rows on the pages before. */
  readonly offset: number;
  readonly place: Place;
  /** Fields of the first page's query that every later page keeps. */
  readonly bound: Readonly<Record<string, unknown>>;
}

/** The page that a read answers. */
export interface PageParameters extends CursorContent {
  /** True for a page of no rows, of which one row is read to know if there are any. */
  readonly isEmpty?: boolean;
  /** Key that signs the cursor of the next page, in hex. */
  readonly key: string;
}

export type DataRoute = Route & { readonly query: TObject };

/** Checked query of a route; where it has pages, with the page in place of limit and cursor. */
export type DataQuery<R extends DataRoute> = R['query']['properties'] extends {
  readonly cursor: unknown;
}
  ? Omit<Static<R['query']>, 'limit' | 'cursor'> & { readonly page: PageParameters }
  : Static<R['query']>;

const MAC_BYTES = 16;

const macOf = (key: string, content: Uint8Array): Buffer =>
  createHmac('sha256', Buffer.from(key, 'hex')).update(content).digest().subarray(0, MAC_BYTES);

export function encodeDataCursor(key: string, { limit, offset, place, bound }: CursorContent): string {
  const content = Buffer.from(JSON.stringify([limit, offset, place, bound]));
  return Buffer.concat([macOf(key, content), content]).toString('base64url');
}

/** Null for everything that was not signed with this key. */
export function decodeDataCursor(key: string, text: string): CursorContent | null {
  const bytes = Buffer.from(text, 'base64url');
  const content = bytes.subarray(MAC_BYTES);
  // Base64 has several spellings of the same bytes; only the one that was sent is accepted.
  if (content.length === 0 || bytes.toString('base64url') !== text) return null;
  if (!timingSafeEqual(bytes.subarray(0, MAC_BYTES), macOf(key, content))) return null;
  const [limit, offset, place, bound] = JSON.parse(content.toString('utf8')) as [
    CursorContent['limit'],
    CursorContent['offset'],
    CursorContent['place'],
    CursorContent['bound'],
  ];
  return { limit, offset, place, bound };
}
