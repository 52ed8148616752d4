/** A client that was cut off within a sequence gets the whole sequence again. */
import { expect, test } from 'vitest';
import { BookKeeper } from './book-keeper.ts';

const SEQUENCE = { event_type: 'price_change', market: '0x09', sequence: 14, count: 3, price_changes: [] };
const part = (index: number) => ({ ...SEQUENCE, index });

test('book keeper: a sequence begins again behind a new connection, and on the same one it does not', () => {
  const keeper = new BookKeeper();
  expect([0, 1].map((index) => keeper.take(part(index)))).toEqual([[], []]);
  expect(() => keeper.take(part(0))).toThrow('1 of 3 of sequence 14 follows 2 of 3 of sequence 14');
  keeper.reconnected();
  expect(keeper.sequence('0x09')).toBe(13);
  expect([0, 1, 2].map((index) => keeper.take(part(index)))).toEqual([[], [], ['0x09']]);
  keeper.reconnected();
  expect(keeper.sequence('0x09')).toBe(14);
});
