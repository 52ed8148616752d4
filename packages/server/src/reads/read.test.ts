import { describe, expect, test } from 'vitest';
import { arrayPieces, serializerOf } from './read.ts';

const serialize = serializerOf<readonly { n: number }[]>({
  type: 'array',
  items: { type: 'object', properties: { n: { type: 'integer' } } },
});

describe('pieces of a long array', () => {
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
    expect(asked).toEqual([50]);
  });
});
