import { expect, test } from 'vitest';
import { arrayPieces, serializerOf } from './read.ts';

const serialize = serializerOf<readonly { n: number }[]>({
  type: 'array',
  items: { type: 'object', properties: { n: { type: 'integer' } } },
});

test.each([0, 1, 49, 50, 51, 100, 101, 237])('reads: %i items in pieces are the same JSON as at once', (length) => {
  const items = Array.from({ length }, (_, n) => ({ n }));
  expect([...arrayPieces(items, serialize)].join('')).toBe(serialize(items));
});

test('reads: a piece is made only when it is asked for', () => {
  const asked: number[] = [];
  const pieces = arrayPieces(
    Array.from({ length: 120 }, (_, n) => ({ n })),
    (piece) => {
      asked.push(piece.length);
      return serialize(piece);
    },
  );
  pieces.next();
  expect(asked).toEqual([]);
  pieces.next();
  expect(asked).toEqual([1]);
  pieces.next();
  expect(asked).toEqual([1, 50]);
});

test('reads: large items are few to a piece, whatever the ones before were like', () => {
  const serializeText = serializerOf<readonly string[]>({ type: 'array', items: { type: 'string' } });
  const items = Array.from({ length: 300 }, (_, n) => 'x'.repeat(n < 100 ? 10 : 10_000));
  const pieces = [...arrayPieces(items, serializeText)];
  expect(pieces.join('')).toBe(serializeText(items));
  // The first large items may come in one piece, since their size is not known yet.
  expect(pieces.filter((piece) => piece.length > 40_000)).toHaveLength(1);
});
