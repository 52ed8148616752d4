/** Cursors of paged listings: base64 of a decimal offset, `MA==` for the first page, `LTE=` after the last. */

export type OffsetCursor =
  | { readonly kind: 'offset'; readonly offset: number }
  | { readonly kind: 'end' }
  | { readonly kind: 'invalid' };

const OFFSET = /^(?:0|[1-9][0-9]{0,11})$/;

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
