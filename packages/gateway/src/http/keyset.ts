/** Queries of the lists by keyset: the place in their cursor, and names of other lists that clients send by mistake. */
import { badRequest, type Failure } from '@bellwether/wire/failure.ts';
import { decodeKeysetCursor, type KeysetOrder, type RowPlace } from '@bellwether/wire/forms/cursors.ts';
import { unknownParameterText } from './plugins/query.ts';

/** Names that other lists use for the cursor. */
const CURSOR_NAMES: ReadonlySet<string> = new Set(['cursor', 'next_cursor', 'afterCursor']);

/** Refusal of a parameter that lists by keyset do not have. */
export function unknownInKeyset(name: string, meant: string | null): Failure {
  if (name === 'offset') return badRequest('offset is not allowed on keyset endpoints: send after_cursor');
  return badRequest(unknownParameterText(name, CURSOR_NAMES.has(name) ? 'after_cursor' : meant));
}

/** Place after which the page begins, as a parameter of the read; empty for the first page. */
export function afterOf(cursor: string | undefined, wanted: KeysetOrder): { readonly after?: RowPlace } | Failure {
  if (cursor === undefined) return {};
  const read = decodeKeysetCursor(cursor, wanted);
  if (read.kind === 'unreadable')
    return badRequest('after_cursor is no cursor of this venue: send the next_cursor of the page before as it came');
  if (read.kind === 'other')
    return badRequest(`after_cursor goes with ${orderText(read.order)}, not with ${orderText(wanted)}`);
  return { after: read.place };
}

const orderText = ({ list, order, ascending }: KeysetOrder): string =>
  `/${list}/keyset?order=${order}&ascending=${ascending}`;
