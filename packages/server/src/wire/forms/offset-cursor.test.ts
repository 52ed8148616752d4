import { describe, expect, test } from 'vitest';
import { decodeOffsetCursor, encodeOffsetCursor } from './offset-cursor.ts';

describe('offset cursor', () => {
  test.each([
    [0, 'MA=='],
    [100, 'MTAw'],
    [500, 'NTAw'],
    [1000, 'MTAwMA=='],
  ])('offset cursor: %i is %s', (offset, cursor) => {
    expect(encodeOffsetCursor(offset)).toBe(cursor);
    expect(decodeOffsetCursor(cursor)).toEqual({ kind: 'offset', offset });
    expect(decodeOffsetCursor(cursor.replace(/=+$/, ''))).toEqual({ kind: 'offset', offset });
  });

  test('offset cursor: empty is the first page and LTE= the end', () => {
    expect(decodeOffsetCursor('')).toEqual({ kind: 'offset', offset: 0 });
    expect(decodeOffsetCursor('LTE=')).toEqual({ kind: 'end' });
  });

  test.each(['!', 'MA=', 'MTAw MTAw', 'LTI=', 'MDE=', 'YWJj', 'MS41', 'OTk5OTk5OTk5OTk5OTk5OTk5OTk='])(
    'offset cursor: %s is refused',
    (cursor) => {
      expect(decodeOffsetCursor(cursor)).toEqual({ kind: 'invalid' });
    },
  );
});
