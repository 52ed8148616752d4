/** Cursors of `GET /trades`: the place of the last row shown, as base64url. Later rows never move it. */
import { END_CURSOR, FIRST_CURSOR } from '@bellwether/contract';

const PLACE = /^fill ([1-9][0-9]{0,15}|0)$/;

export function encodeFillCursor(id: number): string {
  return Buffer.from(`fill ${id}`).toString('base64url');
}

/** Upper bound (exclusive) for ids of the next page: undefined for the first page, null for an invalid cursor. */
export function decodeFillCursor(cursor: string): number | undefined | null {
  if (cursor === '' || cursor === FIRST_CURSOR) return undefined;
  if (cursor === END_CURSOR) return 0;
  const id = PLACE.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1];
  // Only the exact spelling that the venue issues.
  return id !== undefined && encodeFillCursor(Number(id)) === cursor ? Number(id) : null;
}
