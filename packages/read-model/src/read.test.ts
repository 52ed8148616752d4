import { expect, test } from 'vitest';
import { ARRAY_JSON, arrayPieces } from './read.ts';

test.each([0, 1, 49, 50, 51, 100, 101, 237])('reads: %i items in pieces are the same JSON as at once', (length) => {
  const items = Array.from({ length }, (_, n) => ({ n }));
  expect([...arrayPieces(items)].join('')).toBe(JSON.stringify(items));
  expect(ARRAY_JSON.serialize(items)).toBe(JSON.stringify(items));
});

test('reads: a piece is made only when it is asked for', () => {
  const asked: number[] = [];
  const items = Array.from({ length: 120 }, (_, n) => ({ n }));
  const pieces = arrayPieces({
    length: items.length,
    slice: (start, end) => {
      const piece = items.slice(start, end);
      asked.push(piece.length);
      return piece;
    },
  });
  pieces.next();
  expect(asked).toEqual([]);
  pieces.next();
  expect(asked).toEqual([1]);
  pieces.next();
  expect(asked).toEqual([1, 50]);
});

test('reads: large items are few to a piece, whatever the ones before were like', () => {
  const items = Array.from({ length: 300 }, (_, n) => 'x'.repeat(n < 100 ? 10 : 10_000));
  const pieces = [...arrayPieces(items)];
  expect(pieces.join('')).toBe(JSON.stringify(items));
  // The first large items may come in one piece, since their size is not known yet.
  expect(pieces.filter((piece) => piece.length > 40_000)).toHaveLength(1);
});
