import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeFillCursor, encodeFillCursor } from './fill-cursor.ts';

test('fill cursor: a place comes back as it went out', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (id) => {
      expect(decodeFillCursor(encodeFillCursor(id))).toBe(id);
    }),
  );
});

test('fill cursor: the words for the first page and for the end, and nothing else', () => {
  expect([decodeFillCursor(''), decodeFillCursor('MA=='), decodeFillCursor('LTE=')]).toEqual([undefined, undefined, 0]);
  const padded = Buffer.from('fill 17').toString('base64');
  for (const text of ['MTAw', 'zzz', padded, Buffer.from('fill 017').toString('base64url'), 'fill 17'])
    expect(decodeFillCursor(text)).toBeNull();
});
