import { expect, test } from 'vitest';
import { markArt } from './mark-art.ts';

test('mark: the same id has the same mark, another id another one', () => {
  expect(markArt('world-fair')).toEqual(markArt('world-fair'));
  const marks = new Set(Array.from({ length: 200 }, (_, id) => JSON.stringify(markArt(`event-${id}`))));
  expect(marks.size).toBe(200);
});

test('mark: shapes stay on the square, whatever the id', () => {
  for (const id of ['', 'a', '💡', 'x'.repeat(1_000)])
    for (const { x, y, size, opacity } of markArt(id).shapes)
      expect([x >= 0 && x <= 64, y >= 0 && y <= 64, size > 0 && size < 64, opacity > 0 && opacity < 1]).not.toContain(
        false,
      );
});
