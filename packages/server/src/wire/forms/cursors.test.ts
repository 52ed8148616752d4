import { forAll } from '@bellwether/engine/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeFillCursor, decodeOffsetCursor, encodeFillCursor, encodeOffsetCursor } from './cursors.ts';

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

for (const cursor of ['!', 'MA=', 'MTAw MTAw', 'LTI=', 'MDE=', 'YWJj', 'MS41', 'OTk5OTk5OTk5OTk5OTk5OTk5OTk='])
  test(`offset cursor: ${cursor} is refused`, () => expect(decodeOffsetCursor(cursor)).toEqual({ kind: 'invalid' }));

test('fill cursor: a place comes back as it went out', () =>
  forAll(100, [fc.maxSafeNat()], (id) => {
    expect(decodeFillCursor(encodeFillCursor(id))).toBe(id);
  }));

test('fill cursor: the words for the first page and for the end, and nothing else', () => {
  expect([decodeFillCursor(''), decodeFillCursor('MA=='), decodeFillCursor('LTE=')]).toEqual([undefined, undefined, 0]);
  const padded = Buffer.from('fill 17').toString('base64');
  for (const text of ['MTAw', 'zzz', padded, Buffer.from('fill 017').toString('base64url'), 'fill 17'])
    expect(decodeFillCursor(text)).toBeNull();
});
