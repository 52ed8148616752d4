/**
 * Lists by keyset: a page continues after a position in the order, named by an opaque cursor, instead of after a number
 * of rows. Rows that are added, moved or no longer match the filter do not shift the others.
 */
import { Type } from 'typebox';
import { text } from '../described.ts';

/** Longest cursor, in characters: with the longest question and slug, in their longest encoding. */
const KEYSET_CURSOR_LENGTH_MAX = 6_300;

export const AfterCursor = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: KEYSET_CURSOR_LENGTH_MAX,
    pattern: '^[A-Za-z0-9_-]+$',
    description: 'the next_cursor of the page before, as it came; it goes with the order it was made for',
  }),
);
export const KeysetAscending = Type.Boolean({
  default: true,
  description: 'smallest first; without order by id, so that what is added meanwhile comes last',
});
export const NextCursor = Type.Optional(text('where the next page begins; absent when this was the last one'));
